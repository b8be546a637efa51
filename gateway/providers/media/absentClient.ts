import type { MediaClient } from './client.ts';

/** The client of an account that is not used: it has no assets. */
export const ABSENT_MEDIA: MediaClient = {
  asset: async () => null,
  listAssets: async () => ({ assets: [], next: undefined }),
  assetIdOf: async () => null,
  textTrack: async () => null,
  sign: undefined,
};
