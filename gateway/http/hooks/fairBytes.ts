/** Counts the bytes in memory for each address. */
export interface FairBytes {
  /** Returns the bytes that an address can use now; negative or 0 if it must wait. */
  available(address: string): number;
  /** Returns whether an address gets less because of others. */
  isShort(address: string): boolean;
  /** Counts bytes. A buffer that several of them share counts once in total. @returns stops counting them */
  add(address: string, body: Buffer | undefined, bytes: number): () => void;
}

interface FairBytesLimits {
  readonly maxBytes: number;
  readonly maxBytesPerAddress: number;
}

/**
 * Creates a counter that shares memory among addresses: one gets at most half of what is left, so that many addresses which
 * are slow leave something for others.
 */
export function createFairBytes({ maxBytes, maxBytesPerAddress }: FairBytesLimits): FairBytes {
  const perAddress = new Map<string, number>();
  const readers = new Map<Buffer, number>();
  let total = 0;
  const share = () => (maxBytes - total) / 2;
  const count = (address: string, bytes: number) => {
    const left = (perAddress.get(address) ?? 0) + bytes;
    if (left > 0) perAddress.set(address, left);
    else perAddress.delete(address);
  };
  /** Changes the number of readers of a buffer. @returns whether its memory is used for the first or last time */
  const read = (body: Buffer | undefined, change: 1 | -1): boolean => {
    if (!body) return true;
    const before = readers.get(body) ?? 0;
    if (before + change > 0) readers.set(body, before + change);
    else readers.delete(body);
    return change === 1 ? before === 0 : before === 1;
  };
  return {
    available: (address) => Math.min(maxBytesPerAddress, share()) - (perAddress.get(address) ?? 0),
    isShort: (address) => (perAddress.get(address) ?? 0) < maxBytesPerAddress / 2,
    add(address, body, bytes) {
      if (read(body, 1)) total += bytes;
      count(address, bytes);
      return () => {
        if (read(body, -1)) total -= bytes;
        count(address, -bytes);
      };
    },
  };
}
