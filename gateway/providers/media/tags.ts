/** Returns the cache tag of everything that depends on an asset. */
export const assetTag = (id: string): string => `media:${id}`;
