import type { GraphQLSchema } from 'graphql';
import type { CSSProperties } from 'react';
import { LazyEditor } from './editor/LazyEditor.tsx';
import type { TextPosition } from './editor/textPosition.ts';
import type { Execution } from './execution/useExecutions.ts';
import { OperationToolbar } from './OperationToolbar.tsx';
import { usePaneSizes } from './panes/paneSizes.ts';
import { Separator } from './panes/Separator.tsx';
import { RequestParts } from './RequestParts.tsx';
import type { Cursor } from './schema/usePages.ts';
import { TabBar } from './tabs/TabBar.tsx';
import type { TabActions } from './tabs/useTabs.ts';

interface OperationPanelProps {
  readonly tabs: TabActions;
  readonly schema: GraphQLSchema | undefined;
  readonly execution: Execution | undefined;
  /** Runs an operation by its name, by default the chosen one. */
  run(operationName?: string): void;
  stop(): void;
  setCursor(cursor: Cursor): void;
  /** A position that the editor of the operation shows. */
  readonly shownPosition: TextPosition | undefined;
  /** Is called once the position is shown. */
  onPositionShown(): void;
}

/** Renders the open operations, and the editors of the active one and of what is sent with it. */
export const OperationPanel = (props: OperationPanelProps) => {
  const { tabs, schema, execution, run, stop, setCursor, shownPosition, onPositionShown } = props;
  const { active, change } = tabs;
  const sizes = usePaneSizes();
  const isRunning = execution?.kind === 'running' || (execution?.kind === 'subscription' && execution.isOpen);
  return (
    <>
      <TabBar {...tabs} />
      <OperationToolbar tab={active} isRunning={isRunning} run={() => run()} stop={stop} change={change} />
      <div className="editors" style={{ '--document': `${sizes.document}%` } as CSSProperties}>
        <div className="query">
          <LazyEditor
            key={active.id}
            language="graphql"
            label="Operation"
            value={active.query}
            schema={schema}
            onChange={(query) => change(active.id, { query })}
            onRun={run}
            onCursor={(offset) => setCursor({ offset })}
            shownPosition={shownPosition}
            onPositionShown={onPositionShown}
          />
        </div>
        <RequestParts active={active} schema={schema} change={change} run={() => run()} />
        <Separator pane="document" label="Height of the document" orientation="horizontal" />
      </div>
    </>
  );
};
