import { createKeyedAmounts } from '../../core/keyedAmounts.ts';

/** Pages that wait to be rendered, or are rendered. Readers who wait for a page that another one requested are not counted. */
const MAX_PAGES = 1_024;
/** One address gets all places that the processor can serve within the longest wait. */
const MAX_PAGES_PER_ADDRESS = 512;

/** Limits the pages that wait or are rendered at the same time, in total and for each address. */
export interface PageLimits {
  /** Takes a place for a page that this address requests; undefined if none is free. @returns releases the place */
  acquire(address: string): (() => void) | undefined;
}

/** Creates limits without pages. */
export function createPageLimits(): PageLimits {
  const counts = createKeyedAmounts();
  let total = 0;
  return {
    acquire(address) {
      if (total >= MAX_PAGES || counts.of(address) >= MAX_PAGES_PER_ADDRESS) return undefined;
      counts.add(address, 1);
      total += 1;
      return () => {
        total -= 1;
        counts.add(address, -1);
      };
    },
  };
}
