/** Returns the cache tag of all results from an index. */
export const indexTag = (index: string): string => `search:${index}`;
