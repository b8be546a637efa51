import { type DataError, dataErrorsOf } from './dataErrors.ts';
import type { QueryResult } from './queryClient.ts';

/** A page of a connection, with its nodes or its edges. */
interface ConnectionPage {
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly unknown[];
}

/** The first pages of a connection. */
interface Connection extends ConnectionPage {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Returns a connection with the next page of it: the entries of both, and what else the next page has, such as its `pageInfo`. */
const appendPage = <C extends ConnectionPage>(known: C, next: Partial<C>): C => ({
  ...known,
  ...next,
  ...(known.nodes && { nodes: [...known.nodes, ...(next.nodes ?? [])] }),
  ...(known.edges && { edges: [...known.edges, ...(next.edges ?? [])] }),
});

/** What `loadEntries` has loaded. */
export interface LoadedEntries {
  /** True if as many entries as requested are loaded, or all there are. */
  readonly isComplete: boolean;
  /** The errors of the requests. */
  readonly errors: readonly DataError[];
}

const lengthOf = ({ nodes, edges }: ConnectionPage): number => (nodes ?? edges ?? []).length;

/**
 * Loads the pages of a connection after the known ones, one after another.
 * @param count the number of entries to load
 * @param loadNext requests the page after a cursor. A request without the connection in its data ends the list.
 * @param store keeps the longer connection
 */
export const loadEntries = async <D, C extends Connection>(
  first: C,
  count: number,
  loadNext: (after: string | null) => Promise<QueryResult<D>>,
  connectionOf: (data: D) => Partial<C> | null,
  store: (longer: C) => Promise<void>,
): Promise<LoadedEntries> => {
  const errors: DataError[] = [];
  let known = first;
  while (lengthOf(known) < count && known.pageInfo.hasNextPage) {
    const { data, error } = await loadNext(known.pageInfo.endCursor);
    errors.push(...dataErrorsOf(error));
    const next = data && connectionOf(data);
    if (!next || lengthOf(next) === 0) return { isComplete: false, errors };
    known = appendPage(known, next);
    await store(known);
  }
  return { isComplete: true, errors };
};
