import type { GraphQLSchema } from 'graphql';
import { useState } from 'react';
import { LazyEditor } from './editor/LazyEditor.tsx';
import { panelAttributes, TabList } from './panels/TabList.tsx';
import { HeadersTable } from './request-settings/HeadersTable.tsx';
import type { TabActions } from './tabs/useTabs.ts';

interface RequestPartsProps extends Pick<TabActions, 'active' | 'change'> {
  readonly schema: GraphQLSchema | undefined;
  run(): void;
}

const PARTS = [
  ['variables', 'Variables'],
  ['headers', 'Request headers'],
] as const;

/** Renders what is sent with an operation: its variables, and the headers of all requests. */
export const RequestParts = ({ active, schema, change, run }: RequestPartsProps) => {
  const [selected, select] = useState<(typeof PARTS)[number][0]>('variables');
  return (
    <div className="request-parts">
      <TabList
        label="Parts of the request"
        prefix="request"
        tabs={PARTS}
        selected={selected}
        select={select}
      />
      <div className="panel" {...panelAttributes('request', selected)}>
        {selected === 'headers' ? (
          <HeadersTable />
        ) : (
          <LazyEditor
            key={active.id}
            language="variables"
            label="Variables"
            value={active.variables}
            schema={schema}
            operation={active}
            onChange={(variables) => change(active.id, { variables })}
            onRun={run}
          />
        )}
      </div>
    </div>
  );
};
