import type { VolatileStores } from '../storage.ts';
import { createMemoryBuckets } from './memoryBuckets.ts';

/** Opens the volatile stores in the memory of one gateway. @param now milliseconds of any clock */
export const openMemoryStores = (now?: () => number): VolatileStores => ({
  openBuckets: () => createMemoryBuckets(now),
  openChangeBus: ({ onChange }) => ({ send: onChange, close: async () => undefined }),
});
