/** Requests for pages that wait, are rendered or are being sent. */
const MAX_REQUESTS = 1_024;
const MAX_REQUESTS_PER_ADDRESS = 128;

/** Limits the requests for pages at the same time, in total and for each address. */
export interface PageLimits {
  /** Takes a place for a request of this address; undefined if none is free. @returns releases the place */
  acquire(address: string): (() => void) | undefined;
}

/** Creates limits without requests. */
export function createPageLimits(): PageLimits {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    acquire(address) {
      const count = counts.get(address) ?? 0;
      if (total >= MAX_REQUESTS || count >= MAX_REQUESTS_PER_ADDRESS) return undefined;
      counts.set(address, count + 1);
      total += 1;
      return () => {
        total -= 1;
        const remaining = (counts.get(address) as number) - 1;
        if (remaining > 0) counts.set(address, remaining);
        else counts.delete(address);
      };
    },
  };
}
