import type { SubscriptionsConfig } from '../../config/config.ts';

/** Counts the connections there are, and knows how many there may be. */
export interface ConnectionLimits {
  /** Takes a place in the house, and one of the address; undefined where none is left. Returns how to leave it. */
  acquire(address: string): (() => void) | undefined;
  /** Takes a place of a key; undefined where none is left. */
  acquireForKey(key: string): (() => void) | undefined;
  /** Connections there are. */
  readonly open: number;
}

/** All places free. */
export function createConnectionLimits({ connections, perAddress, perKey }: SubscriptionsConfig): ConnectionLimits {
  const byAddress = createCount(perAddress);
  const byKey = createCount(perKey);
  let taken = 0;
  return {
    acquire(address) {
      if (taken >= connections) return undefined;
      const leave = byAddress(address);
      if (!leave) return undefined;
      taken += 1;
      return once(() => {
        taken -= 1;
        leave();
      });
    },
    acquireForKey: (key) => byKey(key),
    get open() {
      return taken;
    },
  };
}

function createCount(most: number): (name: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (name) => {
    const count = counts.get(name) ?? 0;
    if (count >= most) return undefined;
    counts.set(name, count + 1);
    return once(() => {
      const left = (counts.get(name) as number) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    });
  };
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
