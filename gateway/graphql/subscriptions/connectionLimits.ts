import type { SubscriptionsConfig } from '../../config/config.ts';
import { IPV6_SITE_LIMIT_FACTOR, ipv6SiteOf, networkOf } from '../../core/clientAddress.ts';
import { type ConnectionSlots, releaseOnce } from '../../services/rateLimit/connectionSlots.ts';

/** Limits the open connections in total, per address and per key. */
export interface ConnectionLimits {
  /** Takes a slot of this address and of its IPv6 site; undefined if one is not free. @returns releases the slots */
  acquire(address: string): Promise<(() => void) | undefined>;
  /** Takes a slot of this key; undefined if none is free. @returns releases the slot */
  acquireForKey(key: string): Promise<(() => void) | undefined>;
  /** Number of open connections of this process. */
  readonly open: number;
}

/** Creates limits without open connections. @param slots of all processes of the gateway */
export function createConnectionLimits(
  { maxConnections, maxConnectionsPerAddress, maxConnectionsPerKey }: SubscriptionsConfig,
  slots: ConnectionSlots,
): ConnectionLimits {
  let open = 0;
  return {
    async acquire(address) {
      const site = ipv6SiteOf(address);
      const release = await slots.acquire([
        { name: 'connections', max: maxConnections },
        { name: `network:${networkOf(address)}`, max: maxConnectionsPerAddress },
        ...(site === undefined
          ? []
          : [{ name: `site:${site}`, max: IPV6_SITE_LIMIT_FACTOR * maxConnectionsPerAddress }]),
      ]);
      if (!release) return undefined;
      open += 1;
      return releaseOnce(() => {
        open -= 1;
        release();
      });
    },
    acquireForKey: (key) => slots.acquire([{ name: `key:${key}`, max: maxConnectionsPerKey }]),
    get open() {
      return open;
    },
  };
}
