import { useState } from 'react';
import { LazyEditor } from '../editor/LazyEditor.tsx';
import type { Execution } from '../execution/useExecutions.ts';
import type { OperationTab } from '../tabs/tabs.ts';
import { CodePanel } from './CodePanel.tsx';
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
}

const PANELS = [
  ['response', 'Response'],
  ['plan', 'Plan'],
  ['headers', 'Headers'],
  ['code', 'Code'],
] as const;

type PanelId = (typeof PANELS)[number][0];

/** Renders the last response of an operation, its plan and headers, and programs for the operation. */
export const ResponsePanel = ({ tab, execution, headers, stop }: ResponsePanelProps) => {
  const [selected, select] = useState<PanelId>('response');
  return (
    <>
      <TabList label="Response" prefix="response" tabs={PANELS} selected={selected} select={select} />
      {execution?.kind === 'response' && <ResponseSummary response={execution.response} />}
      <div
        className={`panel panel-${selected}`}
        {...panelAttributes('response', selected, selected === 'headers')}
      >
        {selected === 'response' && <ResponseBody execution={execution} stop={stop} />}
        {selected === 'plan' && <PlanPanel execution={execution} />}
        {selected === 'headers' && <HeadersPanel execution={execution} />}
        {selected === 'code' && <CodePanel tab={tab} headers={headers} />}
      </div>
    </>
  );
};

const ResponseBody = ({ execution, stop }: Pick<ResponsePanelProps, 'execution' | 'stop'>) => {
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
      return <EventLog events={execution.events} isOpen={execution.isOpen} stop={stop} />;
    case 'response':
      return <LazyEditor language="json" label="Response" value={execution.response.text} isReadOnly />;
  }
};
