import type { SubscriptionsConfig } from '../../config/config.ts';
import { IPV6_SITE_LIMIT_FACTOR, ipv6SiteOf, networkOf } from '../../core/clientAddress.ts';
import { createCounters } from '../../core/counters.ts';

/** Limits the open connections of this process: in total, per address and per key. */
export interface ConnectionLimits {
  /** Takes a slot of this address and of its IPv6 site; undefined if one is not free. @returns releases the slots */
  acquire(address: string): (() => void) | undefined;
  /** Takes a slot of this key; undefined if none is free. @returns releases the slot */
  acquireForKey(key: string): (() => void) | undefined;
  /** Number of open connections. */
  readonly open: number;
}

/** The slots of one name, of which a connection takes one. */
interface Slots {
  readonly name: string;
  readonly max: number;
}

const ALL = 'connections';

/** Creates limits without open connections. */
export function createConnectionLimits({
  maxConnections,
  maxConnectionsPerAddress,
  maxConnectionsPerKey,
}: SubscriptionsConfig): ConnectionLimits {
  const taken = createCounters();
  /** Takes one slot of each name, or none if one of the names has no free slot. */
  const take = (slots: readonly Slots[]): (() => void) | undefined => {
    if (slots.some(({ name, max }) => taken.get(name) >= max)) return undefined;
    for (const { name } of slots) taken.add(name, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const { name } of slots) taken.add(name, -1);
    };
  };
  return {
    acquire(address) {
      const site = ipv6SiteOf(address);
      return take([
        { name: ALL, max: maxConnections },
        { name: `network:${networkOf(address)}`, max: maxConnectionsPerAddress },
        ...(site === undefined
          ? []
          : [{ name: `site:${site}`, max: IPV6_SITE_LIMIT_FACTOR * maxConnectionsPerAddress }]),
      ]);
    },
    acquireForKey: (key) => take([{ name: `key:${key}`, max: maxConnectionsPerKey }]),
    get open() {
      return taken.get(ALL);
    },
  };
}
