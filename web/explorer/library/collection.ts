import { persistentStore } from '../../lib/persistentStore.ts';
import type { OperationText } from '../document/operations.ts';

/** An operation that is saved or was run. */
export interface KeptOperation extends OperationText {
  /** The time at which it was saved or run, in milliseconds since 1970. */
  readonly time: number;
}

const MAX_SAVED = 200;
const MAX_HISTORY = 50;

const keptOperations = (key: string) =>
  persistentStore<readonly KeptOperation[]>({
    key,
    empty: [],
    parse: (value) => (Array.isArray(value) && value.every(isKeptOperation) ? value : null),
  });

const isKeptOperation = (value: Partial<KeptOperation> | null): boolean =>
  typeof value?.query === 'string' && typeof value.variables === 'string' && typeof value.time === 'number';

/** The operations that were saved, the newest first. */
export const savedOperations = keptOperations('explorer-saved');
/** The operations that were run, the newest first. */
export const operationHistory = keptOperations('explorer-history');

/** Saves an operation. */
export const saveOperation = (operation: OperationText): void =>
  savedOperations.update((all) => withNewest(all, operation, MAX_SAVED));

/** Adds an operation to the history. */
export const addToHistory = (operation: OperationText): void =>
  operationHistory.update((all) => withNewest(all, operation, MAX_HISTORY));

/** Removes an operation from the saved operations. */
export const removeSaved = (operation: KeptOperation): void =>
  savedOperations.update((all) => all.filter((other) => other !== operation));

/** Removes the history. */
export const clearHistory = (): void => operationHistory.update(() => operationHistory.empty);

/** Puts an operation in front, in place of an equal one. */
function withNewest(
  all: readonly KeptOperation[],
  { query, variables, operationName }: OperationText,
  max: number,
): readonly KeptOperation[] {
  const differentOperations = all.filter(
    (other) =>
      other.query !== query || other.variables !== variables || other.operationName !== operationName,
  );
  return [{ query, variables, operationName, time: Date.now() }, ...differentOperations].slice(0, max);
}
