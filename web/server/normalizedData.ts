import type {
  DocumentNode,
  FieldMergeFunction,
  NormalizedCacheObject,
  OperationVariables,
} from '@apollo/client';
import { CACHE_CONFIG } from '../apollo/client.ts';
import { operationOf, variableValues } from '../apollo/operations.ts';
import { type Selection, selectionOf } from '../apollo/selection.ts';

/** The data of queries as the cache of the browser stores it. */
export interface NormalizedData {
  /** Adds the data of a query. */
  write(document: DocumentNode, variables: OperationVariables | undefined, data: object): void;
  extract(): NormalizedCacheObject;
}

interface StoreObject {
  __typename?: string;
  [storeName: string]: unknown;
}

const ROOT_ID = 'ROOT_QUERY';
const { typePolicies = {} } = CACHE_CONFIG;

/**
 * Normalizes data as `InMemoryCache` with `CACHE_CONFIG` does, several times faster: it knows the fields of a
 * selection from earlier pages, and nothing reads or watches the result.
 */
export function createNormalizedData(): NormalizedData {
  const stored = new Map<string, StoreObject>();
  return {
    write(document, given, data) {
      const selection = selectionOf(document);
      const variables = variableValues(operationOf(document), given);
      for (const [id, object] of normalize(selection, variables, data as StoreObject)) {
        const existing = stored.get(id);
        stored.set(id, existing ? { ...existing, ...mergeFields(existing, object) } : object);
      }
    },
    extract: () => Object.fromEntries(stored) as NormalizedCacheObject,
  };
}

/** Returns the objects of a response by id. */
function normalize(
  root: Selection,
  variables: OperationVariables,
  data: StoreObject,
): ReadonlyMap<string, StoreObject> {
  const objects = new Map<string, StoreObject>();
  const written = new Map<string, Selection[]>();

  const toStore = (value: unknown, selection: Selection): unknown => {
    if (Array.isArray(value)) return value.map((item) => toStore(item, selection));
    if (typeof value !== 'object' || value === null) return value;
    const object = value as StoreObject;
    const { __typename, id } = object;
    if (__typename === undefined || id === undefined || id === null) return fieldsOf(object, selection);
    const key = `${__typename}:${id}`;
    const known = written.get(key) ?? [];
    if (known.includes(selection)) return { __ref: key };
    written.set(key, [...known, selection]);
    const added = fieldsOf(object, selection);
    // An object can contain itself.
    const existing = objects.get(key);
    objects.set(key, existing ? (mergeDeep(existing, added) as StoreObject) : added);
    return { __ref: key };
  };
  const fieldsOf = (object: StoreObject, selection: Selection): StoreObject => {
    const { __typename } = object;
    const stored: StoreObject = __typename === undefined ? {} : { __typename };
    for (const { responseName, storeName, child } of selection.fieldsOf(__typename)) {
      const value = object[responseName];
      // Skipped by a directive.
      if (value === undefined) continue;
      const name = storeName(variables);
      const storedValue = child ? toStore(value, child) : value;
      stored[name] = name in stored ? mergeDeep(stored[name], storedValue) : storedValue;
    }
    return stored;
  };

  objects.set(ROOT_ID, fieldsOf({ ...data, __typename: 'Query' }, root));
  return objects;
}

/** Merges two selections of the same object in one response. */
function mergeDeep(target: unknown, source: unknown): unknown {
  if (Array.isArray(source) && Array.isArray(target) && source.length === target.length)
    return source.map((item, i) => mergeDeep(target[i], item));
  if (!isObject(source) || !isObject(target)) return source;
  const merged = { ...target };
  for (const [name, value] of Object.entries(source))
    merged[name] = name in merged ? mergeDeep(merged[name], value) : value;
  return merged;
}

/** Merges the fields of an object from a later query into those of earlier ones, by the policies of the cache. */
function mergeFields(existing: StoreObject, incoming: StoreObject): StoreObject {
  const merged: StoreObject = {};
  for (const [name, value] of Object.entries(incoming)) {
    const known = existing[name];
    merged[name] = known === undefined ? value : mergeValue(known, value, incoming.__typename, name);
  }
  return merged;
}

function mergeValue(
  existing: unknown,
  incoming: unknown,
  parentType: string | undefined,
  storeName: string,
): unknown {
  const value = isObject(incoming) && isObject(existing) ? mergeFields(existing, incoming) : incoming;
  const merge = mergeFunctionOf(parentType, storeName, value);
  return merge ? merge(existing, value) : value;
}

type Merge = (existing: unknown, incoming: unknown) => unknown;

function mergeFunctionOf(
  parentType: string | undefined,
  storeName: string,
  value: unknown,
): Merge | undefined {
  const policy = typePolicies[parentType ?? '']?.fields?.[storeName.split('(', 1)[0] as string];
  const merge = typeof policy === 'object' ? (policy.merge as FieldMergeFunction | undefined) : undefined;
  if (merge) return (existing, incoming) => merge(existing, incoming, { mergeObjects } as never);
  const isMerged = isObject(value) && typePolicies[value.__typename ?? '']?.merge === true;
  return isMerged ? mergeObjects : undefined;
}

const mergeObjects: Merge = (existing, incoming) =>
  isObject(existing) && isObject(incoming) && existing.__typename === incoming.__typename
    ? { ...existing, ...incoming }
    : incoming;

/** Returns whether a value is an object without an id; others are stored as references. */
const isObject = (value: unknown): value is StoreObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('__ref' in value);
