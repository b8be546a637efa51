import { lazy, Suspense } from 'react';
import type { OperationText } from './document/operations.ts';
import { LibraryPanel } from './library/LibraryPanel.tsx';
import { type Cursor, usePages } from './schema/usePages.ts';
import type { LoadedSchema } from './schema/useSchema.ts';
import type { TabActions } from './tabs/useTabs.ts';

const SchemaPanel = lazy(() => import('./schema/SchemaPanel.tsx'));

interface SidePanelProps extends LoadedSchema, Pick<TabActions, 'active' | 'change' | 'open'> {
  readonly selected: 'library' | 'schema';
  readonly cursor: Cursor | undefined;
  /** The examples that the schema can execute; undefined until they are known. */
  readonly examples: readonly OperationText[] | undefined;
}

/** Renders the library or the schema. */
export const SidePanel = (props: SidePanelProps) => {
  const { selected, open, active, change, schema, errorMessage, cursor, examples } = props;
  const pages = usePages();
  if (selected === 'library')
    return <LibraryPanel schema={schema} examples={examples} errorMessage={errorMessage} open={open} />;
  if (errorMessage)
    return (
      <p className="empty error-message" role="alert">
        {errorMessage}
      </p>
    );
  const loading = <p className="empty">Loading the schema …</p>;
  if (!schema) return loading;
  return (
    <Suspense fallback={loading}>
      <SchemaPanel
        schema={schema}
        tab={active}
        cursor={cursor}
        pages={pages}
        change={(operation) => change(active.id, operation)}
      />
    </Suspense>
  );
};
