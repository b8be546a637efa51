import type { SubscriptionsConfig } from '../../config/config.ts';
import { networkOf, SITE_FACTOR, siteOf } from '../../core/clientAddress.ts';
import { createKeyedAmounts } from '../../core/keyedAmounts.ts';

/** Limits the open connections in total, per address and per key. */
export interface ConnectionLimits {
  /** Takes a slot of this address and of its IPv6 site; undefined if one is not free. @returns releases the slots */
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
  const acquireOfNetwork = createCounters(maxConnectionsPerAddress);
  const acquireOfSite = createCounters(SITE_FACTOR * maxConnectionsPerAddress);
  const acquireOfKey = createCounters(maxConnectionsPerKey);
  let open = 0;
  return {
    acquire(address) {
      if (open >= maxConnections) return undefined;
      const releaseNetwork = acquireOfNetwork(networkOf(address));
      if (!releaseNetwork) return undefined;
      const site = siteOf(address);
      const releaseSite = site === undefined ? () => undefined : acquireOfSite(site);
      if (!releaseSite) {
        releaseNetwork();
        return undefined;
      }
      open += 1;
      return once(() => {
        open -= 1;
        releaseNetwork();
        releaseSite();
      });
    },
    acquireForKey: acquireOfKey,
    get open() {
      return open;
    },
  };
}

function createCounters(max: number): ConnectionLimits['acquireForKey'] {
  const counts = createKeyedAmounts();
  return (name) => {
    if (counts.of(name) >= max) return undefined;
    counts.add(name, 1);
    return once(() => counts.add(name, -1));
  };
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
