/** The query that the URL shows and the queries that a field has sent since, oldest first. */
export interface SentQueries {
  latest(): string;
  add(query: string): void;
  /**
   * Call it when the URL shows another query. Returns whether the field has sent it; if not, e.g. on back, it becomes the
   * latest query.
   */
  confirm(query: string): boolean;
}

/** Distinguishes the field's own queries, which the URL may show late, from other changes of the URL. */
export const createSentQueries = (initial: string): SentQueries => {
  let queries: readonly [string, ...string[]] = [initial];
  return {
    latest: () => queries.at(-1) as string,
    add(query) {
      queries = [...queries, query];
    },
    confirm(query) {
      const index = queries.indexOf(query);
      queries = [query, ...(index < 0 ? [] : queries.slice(index + 1))];
      return index >= 0;
    },
  };
};
