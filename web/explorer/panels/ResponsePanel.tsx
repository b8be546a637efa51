import { useState } from 'react';
import { titleOf } from '../document/titleOf.ts';
import { LazyEditor } from '../editor/LazyEditor.tsx';
import type { TextPosition } from '../editor/textPosition.ts';
import type { Execution } from '../execution/useExecutions.ts';
import type { OperationTab } from '../tabs/tabs.ts';
import { CodePanel } from './CodePanel.tsx';
import { ErrorPositions } from './ErrorPositions.tsx';
import { EventLog } from './EventLog.tsx';
import { HeadersPanel } from './HeadersPanel.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { ResponseSummary } from './ResponseSummary.tsx';
import { panelAttributes, TabList } from './TabList.tsx';

interface ResponsePanelProps {
  readonly tab: OperationTab;
  readonly execution: Execution | undefined;
  /** Sent with the operation. */
  readonly headers: Readonly<Record<string, string>>;
  stop(): void;
  /** Shows a position of the document in the editor. */
  showPosition(position: TextPosition): void;
}

const PANELS = [
  ['response', 'Response'],
  ['plan', 'Plan'],
  ['headers', 'Headers'],
  ['code', 'Code'],
] as const;

type PanelId = (typeof PANELS)[number][0];

/** Renders the last response of an operation, its plan and headers, and programs for the operation. */
export const ResponsePanel = ({ tab, execution, headers, stop, showPosition }: ResponsePanelProps) => {
  const [selected, select] = useState<PanelId>('response');
  const fileName = `${titleOf(tab)}.json`;
  return (
    <>
      <TabList label="Response" prefix="response" tabs={PANELS} selected={selected} select={select} />
      {execution?.kind === 'response' && (
        <ResponseSummary response={execution.response} fileName={fileName} />
      )}
      <div
        className={`panel panel-${selected}`}
        {...panelAttributes('response', selected, selected === 'headers')}
      >
        {selected === 'response' && (
          <ResponseBody execution={execution} fileName={fileName} stop={stop} showPosition={showPosition} />
        )}
        {selected === 'plan' && <PlanPanel execution={execution} />}
        {selected === 'headers' && <HeadersPanel execution={execution} />}
        {selected === 'code' && <CodePanel tab={tab} headers={headers} />}
      </div>
    </>
  );
};

interface ResponseBodyProps extends Pick<ResponsePanelProps, 'execution' | 'stop' | 'showPosition'> {
  readonly fileName: string;
}

const ResponseBody = ({ execution, fileName, stop, showPosition }: ResponseBodyProps) => {
  switch (execution?.kind) {
    case undefined:
      return <p className="empty">Run an operation with Ctrl+Enter or ⌘+Enter. Its response appears here.</p>;
    case 'running':
      return (
        <p className="empty" role="status">
          Running …
        </p>
      );
    case 'failure':
      return (
        <p className="empty error-message" role="alert">
          {execution.message}
        </p>
      );
    case 'subscription':
      return <EventLog events={execution.events} isOpen={execution.isOpen} fileName={fileName} stop={stop} />;
    case 'response':
      return (
        <div className="response-body">
          <ErrorPositions text={execution.response.text} show={showPosition} />
          <LazyEditor language="json" label="Response" value={execution.response.text} isReadOnly />
        </div>
      );
  }
};
