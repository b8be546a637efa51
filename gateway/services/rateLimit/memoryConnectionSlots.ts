import { createKeyedAmounts } from '../../core/keyedAmounts.ts';
import { type ConnectionSlots, releaseOnce } from './connectionSlots.ts';

/** Creates slots in the memory of this process. */
export function createMemoryConnectionSlots(): ConnectionSlots {
  const taken = createKeyedAmounts();
  return {
    async acquire(slots) {
      if (slots.some(({ name, max }) => taken.of(name) >= max)) return undefined;
      for (const { name } of slots) taken.add(name, 1);
      return releaseOnce(() => {
        for (const { name } of slots) taken.add(name, -1);
      });
    },
  };
}
