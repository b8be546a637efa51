import { createKeyedAmounts } from '../../core/keyedAmounts.ts';

/** A slot of something that is limited by number, such as the open connections of an address. */
export interface Slot {
  readonly name: string;
  /** The number of slots with this name. */
  readonly max: number;
}

/** Slots that are taken and released by name. */
export interface SlotStore {
  /** Takes one slot of each name, or none if one of the names has no free slot. @returns releases the slots */
  acquire(slots: readonly Slot[]): Promise<(() => void) | undefined>;
}

/** Creates slots in the memory of this process. */
export function createMemorySlots(): SlotStore {
  const taken = createKeyedAmounts();
  return {
    async acquire(slots) {
      if (slots.some(({ name, max }) => taken.of(name) >= max)) return undefined;
      for (const { name } of slots) taken.add(name, 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        for (const { name } of slots) taken.add(name, -1);
      };
    },
  };
}
