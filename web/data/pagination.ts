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

const lengthOf = ({ nodes, edges }: ConnectionPage): number => (nodes ?? edges ?? []).length;

/**
 * Loads the pages of a connection after the known ones, one after another.
 * @param count the number of entries to load
 * @param loadNext requests the page after a cursor; null or undefined if the request failed
 * @param store keeps the longer connection
 * @returns true if this many entries are loaded, or all there are
 */
export const loadEntries = async <C extends Connection>(
  first: C,
  count: number,
  loadNext: (after: string | null) => Promise<Partial<C> | null | undefined>,
  store: (longer: C) => Promise<void>,
): Promise<boolean> => {
  let known = first;
  while (lengthOf(known) < count && known.pageInfo.hasNextPage) {
    const next = await loadNext(known.pageInfo.endCursor);
    if (!next || lengthOf(next) === 0) return false;
    known = appendPage(known, next);
    await store(known);
  }
  return true;
};
