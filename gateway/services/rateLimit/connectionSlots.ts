/** A slot of something that is limited by number, such as the open connections of an address. */
export interface ConnectionSlot {
  readonly name: string;
  /** The number of slots with this name. */
  readonly max: number;
}

/** Slots of open connections, taken and released by name. */
export interface ConnectionSlots {
  /** Takes one slot of each name, or none if one of the names has no free slot. @returns releases the slots */
  acquire(slots: readonly ConnectionSlot[]): Promise<(() => void) | undefined>;
}

/** Returns a function that calls `release` the first time it is called, and has no effect later. */
export function releaseOnce(release: () => void): () => void {
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    release();
  };
}
