import type { SubscriptionsConfig } from '../../config/config.ts';

/** Limits the open connections in total, per address and per key. */
export interface ConnectionLimits {
  /** Takes a slot of this address; undefined if none is free. @returns releases the slot */
  acquire(address: string): (() => void) | undefined;
  /** Takes a slot of this key; undefined if none is free. @returns releases the slot */
  acquireForKey(key: string): (() => void) | undefined;
  /** Number of open connections. */
  readonly open: number;
}

/** Creates limits without open connections. */
export function createConnectionLimits({
  maxConnections,
  maxConnectionsPerAddress,
  maxConnectionsPerKey,
}: SubscriptionsConfig): ConnectionLimits {
  const acquireOfAddress = createCounters(maxConnectionsPerAddress);
  const acquireOfKey = createCounters(maxConnectionsPerKey);
  let open = 0;
  return {
    acquire(address) {
      if (open >= maxConnections) return undefined;
      const release = acquireOfAddress(address);
      if (!release) return undefined;
      open += 1;
      return once(() => {
        open -= 1;
        release();
      });
    },
    acquireForKey: acquireOfKey,
    get open() {
      return open;
    },
  };
}

function createCounters(max: number): ConnectionLimits['acquire'] {
  const counts = new Map<string, number>();
  return (name) => {
    const count = counts.get(name) ?? 0;
    if (count >= max) return undefined;
    counts.set(name, count + 1);
    return once(() => {
      const remaining = (counts.get(name) as number) - 1;
      if (remaining > 0) counts.set(name, remaining);
      else counts.delete(name);
    });
  };
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
