import { lazy, Suspense } from 'react';
import { LibraryPanel } from './library/LibraryPanel.tsx';
import type { SchemaPosition } from './schema/SchemaPanel.tsx';
import type { LoadedSchema } from './schema/useSchema.ts';
import type { TabActions } from './tabs/useTabs.ts';

const SchemaPanel = lazy(() => import('./schema/SchemaPanel.tsx'));

interface SidePanelProps extends LoadedSchema, Pick<TabActions, 'open'> {
  readonly selected: 'library' | 'schema';
  readonly position: SchemaPosition | undefined;
}

/** Renders the library or the schema. */
export const SidePanel = ({ selected, open, schema, errorMessage, position }: SidePanelProps) => {
  if (selected === 'library') return <LibraryPanel open={open} />;
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
      <SchemaPanel schema={schema} position={position} />
    </Suspense>
  );
};
