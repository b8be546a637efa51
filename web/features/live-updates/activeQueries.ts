import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';

/** A query of which something is on the page. */
export interface ShownQuery {
  readonly query: DocumentNode;
  readonly variables: OperationVariables;
  /** What the cache holds of its answer. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** An object of an answer that has a name of its own. */
interface Entity {
  readonly __typename: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Lists that grow as the reader goes on; to ask for their beginning again would take the rest away. */
const GROWING = ['search', 'moments'];

/** The queries behind the page, without those that would lose what the reader has made of them. */
export const shownQueries = (client: ApolloClient): ShownQuery[] =>
  [...client.getObservableQueries('active')].flatMap(({ query, variables }) => {
    const { result } = client.cache.diff<Record<string, unknown>>({
      query: client.cache.transformDocument(query),
      variables,
      optimistic: true,
      returnPartialData: true,
    });
    const answer = (result ?? {}) as Record<string, unknown>;
    return GROWING.some((name) => name in answer) ? [] : [{ query, variables, answer }];
  });

/** Everything in an answer that has a name of its own, each once for every place it stands in. */
export function* entitiesOf(value: unknown): Generator<Entity> {
  if (typeof value !== 'object' || value === null) return;
  if ('__typename' in value && 'id' in value) yield value as Entity;
  for (const inner of Object.values(value)) yield* entitiesOf(inner);
}

/** The objects that an answer is about: those its root fields lead to at once. */
export const subjectsOf = ({ answer }: ShownQuery): Entity[] =>
  Object.values(answer).filter(
    (value): value is Entity => typeof value === 'object' && value !== null && 'id' in value,
  );

/** An answer as a text that two equal ones share; what is made anew for each asking is no part of it. */
export const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (key, value) => {
    if (key === 'expiresAt') return undefined;
    return typeof value === 'string' ? value.replace(/([?&]token=)[^&]+/, '$1') : value;
  });
