import type { GraphQLSchema } from 'graphql';
import { usePersistentStore } from '../../lib/persistentStore.ts';
import type { OperationText } from '../document/operations.ts';
import { titleOf } from '../document/titleOf.ts';
import { clearHistory, operationHistory, removeSaved, savedOperations } from './collection.ts';
import { OperationList } from './OperationList.tsx';
import { useGuideExamples } from './useGuideExamples.ts';

interface LibraryPanelProps {
  readonly schema: GraphQLSchema | undefined;
  /** Undefined until they are known. */
  readonly examples: readonly OperationText[] | undefined;
  /** The reason why there is no schema, and so no example. */
  readonly errorMessage: string | undefined;
  open(operation: OperationText): void;
}

const toText = ({
  query,
  variables,
}: {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}): OperationText => ({ query, variables: variables ? `${JSON.stringify(variables, null, 2)}\n` : '' });

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

/** Renders the saved operations, the examples, the operations of the guides, and the history. */
export const LibraryPanel = ({ schema, examples, errorMessage, open }: LibraryPanelProps) => {
  const saved = usePersistentStore(savedOperations);
  const history = usePersistentStore(operationHistory);
  const guides = useGuideExamples(schema);
  return (
    <div className="library">
      <h2>Saved</h2>
      {saved.length === 0 && <p className="hint">Save keeps an operation here, in this browser.</p>}
      <OperationList
        operations={saved}
        open={open}
        actionOf={(operation) => (
          <button
            type="button"
            className="icon"
            aria-label={`Remove ${titleOf(operation)}`}
            onClick={() => removeSaved(operation)}
          >
            ×
          </button>
        )}
      />
      <h2>Examples</h2>
      {examples ? (
        <OperationList operations={examples} open={open} />
      ) : (
        <p className="hint">{errorMessage ?? 'Loading the schema …'}</p>
      )}
      {guides.length > 0 && <h2>Guides</h2>}
      {guides.map(({ title, path, operations }) => (
        <details key={path}>
          <summary>
            {title} <span className="count">{operations.length}</span>
          </summary>
          <OperationList operations={operations.map(toText)} open={open} />
          <a className="guide" href={path}>
            Read the guide
          </a>
        </details>
      ))}
      <h2>History</h2>
      {history.length === 0 && <p className="hint">Operations that you run appear here.</p>}
      <OperationList
        operations={history}
        open={open}
        actionOf={({ time }) => (
          <time dateTime={new Date(time).toISOString()}>{timeFormat.format(time)}</time>
        )}
      />
      {history.length > 0 && (
        <button type="button" className="text" onClick={clearHistory}>
          Clear history
        </button>
      )}
    </div>
  );
};
