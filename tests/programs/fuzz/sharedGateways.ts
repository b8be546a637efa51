import { type Stack, startStack } from '../../support/stack.ts';
import { type FaultyProxy, openFaultyProxy } from '../faults/faultyProxy.ts';
import { type CheckedGateway, openCheckedGateway } from './checkedGateway.ts';

/** The emulators and gateways of a run. Each starts when the first target needs it. */
export interface SharedGateways {
  stack(): Promise<Stack>;
  /** A gateway with response cache and change feed, as in production. */
  cached(): Promise<CheckedGateway>;
  /** A gateway that reads every value again, and allows operations of any cost. */
  uncached(): Promise<CheckedGateway>;
  /** An uncached gateway whose providers are proxies. */
  proxied(): Promise<{ readonly gateway: CheckedGateway; readonly proxies: readonly FaultyProxy[] }>;
  close(): Promise<void>;
}

const UNLIMITED = { RATE_LIMIT_ANONYMOUS: 'off', RATE_LIMIT_CALLS: 'off' };
const UNCACHED = { ...UNLIMITED, CACHE_TTL: '0', MAX_COST: '10000000' };

export function createSharedGateways(): SharedGateways {
  const closers: (() => Promise<void> | void)[] = [];
  const stack = once(async () => {
    const started = await startStack({ env: { CONSUME_CHANGES: 'off' } });
    closers.push(started.close);
    return started;
  });
  const open = async (name: string, env: Readonly<Record<string, string>>) => {
    const { env: base } = await stack();
    const gateway = await openCheckedGateway({
      ...base,
      CONSUME_CHANGES: 'on',
      STATE_DIR: `${base.STATE_DIR}/${name}`,
      ...env,
    });
    closers.push(gateway.close);
    return gateway;
  };
  return {
    stack,
    cached: once(() => open('cached', UNLIMITED)),
    uncached: once(() => open('uncached', UNCACHED)),
    proxied: once(async () => {
      const { emulators } = await stack();
      const [content, media, search] = (await Promise.all(
        [emulators.content, emulators.media, emulators.search].map(({ url }) => openFaultyProxy(url)),
      )) as [FaultyProxy, FaultyProxy, FaultyProxy];
      const proxies = [content, media, search];
      for (const proxy of proxies) closers.push(proxy.close);
      const gateway = await open('proxied', {
        ...UNCACHED,
        CONSUME_CHANGES: 'off',
        SANITY_API_HOST: content.url,
        MUX_HOST: media.url,
        ALGOLIA_HOST: search.url,
        ALGOLIA_WRITE_KEY: '',
      });
      return { gateway, proxies };
    }),
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}

/** Returns a function that calls `create` the first time only. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    return created;
  };
}
