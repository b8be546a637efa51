import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';

/** A query that a mounted component watches. */
export interface ActiveQuery {
  readonly query: DocumentNode;
  readonly variables: OperationVariables;
  /** The cached result, possibly partial. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An object with an id. */
interface Entity {
  readonly __typename: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Fields to which the search page appends pages. A refetch of the first page would drop the other pages. */
const PAGINATED_FIELDS = ['search', 'moments'];

/** Returns true if the data of a query can be refetched: it has no paginated fields. */
export const isRefetchable = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !PAGINATED_FIELDS.some((field) => field in data);

/** Returns the active queries that can be refetched. */
export const activeQueries = (client: ApolloClient): ActiveQuery[] =>
  [...client.getObservableQueries('active')].flatMap(({ query, variables }) => {
    const { result } = client.cache.diff<Record<string, unknown>>({
      query: client.cache.transformDocument(query),
      variables,
      optimistic: true,
      returnPartialData: true,
    });
    const data = (result ?? {}) as Record<string, unknown>;
    return isRefetchable(data) && !hasLoadedMore(data, variables) ? [{ query, variables, data }] : [];
  });

/** Returns true if a list is longer than requested, because the reader has loaded more: a refetch would shorten it. */
const hasLoadedMore = (data: ActiveQuery['data'], { first }: OperationVariables): boolean =>
  Object.values(data).some(
    (value) => ((value as { nodes?: readonly unknown[] } | null)?.nodes?.length ?? 0) > (first ?? Infinity),
  );

/** Yields all objects with an id in a result, at any depth, once for each position. */
export function* entitiesIn(value: unknown): Generator<Entity> {
  if (typeof value !== 'object' || value === null) return;
  if ('__typename' in value && 'id' in value) yield value as Entity;
  for (const inner of Object.values(value)) yield* entitiesIn(inner);
}

/** Returns the objects with an id that root fields return. */
export const rootEntities = ({ data }: ActiveQuery): Entity[] =>
  Object.values(data).filter(
    (value): value is Entity => typeof value === 'object' && value !== null && 'id' in value,
  );

/** Serializes a result for comparison, without URL tokens and expiry times, which differ in every response. */
export const fingerprint = (data: unknown): string =>
  JSON.stringify(data, (key, value) => {
    if (key === 'expiresAt') return undefined;
    return typeof value === 'string' ? value.replace(/([?&]token=)[^&]+/, '$1') : value;
  });
