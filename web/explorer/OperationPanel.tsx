import type { GraphQLSchema } from 'graphql';
import { LazyEditor } from './editor/LazyEditor.tsx';
import type { Execution } from './execution/useExecutions.ts';
import { OperationToolbar } from './OperationToolbar.tsx';
import type { SchemaPosition } from './schema/SchemaPanel.tsx';
import { TabBar } from './tabs/TabBar.tsx';
import type { TabActions } from './tabs/useTabs.ts';

interface OperationPanelProps {
  readonly tabs: TabActions;
  readonly schema: GraphQLSchema | undefined;
  readonly execution: Execution | undefined;
  run(): void;
  stop(): void;
  setPosition(position: SchemaPosition): void;
}

/** Renders the open operations, and the editors of the active one and of its variables. */
export const OperationPanel = ({ tabs, schema, execution, run, stop, setPosition }: OperationPanelProps) => {
  const { active, change } = tabs;
  const isRunning = execution?.kind === 'running' || (execution?.kind === 'subscription' && execution.isOpen);
  return (
    <>
      <TabBar {...tabs} />
      <OperationToolbar tab={active} isRunning={isRunning} run={run} stop={stop} change={change} />
      <div className="query">
        <LazyEditor
          key={active.id}
          language="graphql"
          label="Operation"
          value={active.query}
          schema={schema}
          onChange={(query) => change(active.id, { query })}
          onRun={run}
          onPosition={setPosition}
        />
      </div>
      <div className="variables">
        <h2>Variables</h2>
        <LazyEditor
          key={active.id}
          language="json"
          label="Variables"
          value={active.variables}
          onChange={(variables) => change(active.id, { variables })}
          onRun={run}
        />
      </div>
    </>
  );
};
