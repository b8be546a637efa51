import type { DocumentNode, NormalizedCacheObject, OperationVariables } from '@apollo/client';
import { operationOf, variableValues } from './operations.ts';
import { type Selection, selectionOf } from './selection.ts';

type StoreObject = Readonly<Record<string, unknown>>;

/**
 * Reads the data of a query from normalized data, as `InMemoryCache` does.
 * @returns undefined if a field is missing
 */
export function readNormalized(
  normalized: NormalizedCacheObject,
  document: DocumentNode,
  given: OperationVariables | undefined,
): object | undefined {
  const variables = variableValues(operationOf(document), given);
  let isComplete = true;

  const readValue = (value: unknown, selection: Selection): unknown => {
    if (Array.isArray(value)) return value.map((item) => readValue(item, selection));
    if (typeof value !== 'object' || value === null) return value;
    const object = value as StoreObject;
    const target = typeof object.__ref === 'string' ? normalized[object.__ref] : object;
    if (!target) {
      isComplete = false;
      return null;
    }
    return { __typename: target.__typename, ...readFields(target, selection) };
  };
  const readFields = (object: StoreObject, selection: Selection): object => {
    const fields: Record<string, unknown> = {};
    for (const field of selection.fieldsOf(object.__typename as string | undefined)) {
      if (!field.isIncluded(variables)) continue;
      const value = object[field.storeName(variables)];
      if (value === undefined) isComplete = false;
      fields[field.responseName] = field.child ? readValue(value, field.child) : value;
    }
    return fields;
  };

  const root = normalized.ROOT_QUERY;
  const data = root && readFields(root as StoreObject, selectionOf(document));
  return isComplete ? data : undefined;
}
