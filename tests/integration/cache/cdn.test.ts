import { describe, expect, test } from '@jest/globals';
import { createCachedContentClient } from '../../../gateway/providers/content/cachedClient.ts';
import type { ContentClient, QueryOptions } from '../../../gateway/providers/content/client.ts';
import { createTaggedCache } from '../../../gateway/services/cache/taggedCache.ts';
import { runCommand } from '../../support/runCommand.ts';

const SECOND_MS = 1000;
const NEVER_ABORTED = new AbortController().signal;

/** Starts a cache over a client that records whether its queries bypass the CDN. */
function startCache() {
  let nowMs = Date.now();
  const cache = createTaggedCache({ maxBytes: 1024 * 1024, now: () => nowMs });
  const bypasses: (boolean | undefined)[] = [];
  const client: ContentClient = {
    async query(_query, _signal, { bypassesCdn }: QueryOptions = {}) {
      bypasses.push(bypassesCdn);
      return {
        result: {},
        tags: ['content:type:film'],
        state: 'miss',
        ageSeconds: 0,
        ttlSeconds: 0,
      } as never;
    },
  };
  const cached = createCachedContentClient(client, cache, {
    ttlSeconds: 10,
    account: ['p', 'd'],
    usesCdn: true,
  });
  return {
    cache,
    advance: (ms: number) => {
      nowMs += ms;
    },
    /** Loads a query that is not cached. @returns whether it bypassed the CDN */
    async load(groq: string) {
      await cached.query({ groq, params: {} }, NEVER_ABORTED);
      return bypasses.at(-1);
    },
  };
}

describe('API CDN', () => {
  test('is bypassed for a minute after a start and after each invalidation', async () => {
    const { cache, advance, load } = startCache();
    expect(await load('{"a": 1}')).toBe(true);
    advance(61 * SECOND_MS);
    expect(await load('{"a": 2}')).toBe(false);
    await cache.invalidate(['content:type:film']);
    expect(await load('{"a": 2}')).toBe(true);
    advance(59 * SECOND_MS);
    expect(await load('{"a": 3}')).toBe(true);
    advance(2 * SECOND_MS);
    expect(await load('{"a": 4}')).toBe(false);
    await cache.close();
  });

  test('receives queries of readers if SANITY_USE_CDN is on, and neither bypassing nor background queries', async () => {
    const code = `
      const { MockAgent, setGlobalDispatcher } = await import('undici');
      const agent = new MockAgent({ enableCallHistory: true });
      const headers = { 'content-type': 'application/json' };
      for (const host of ['p.apicdn.sanity.io', 'p.api.sanity.io'])
        agent.get('https://' + host).intercept({ path: () => true }).reply(200, { result: {} }, { headers }).persist();
      setGlobalDispatcher(agent);
      const { createContentClient } = await import('./gateway/providers/content/client.ts');
      const account = { projectId: 'p', dataset: 'd', apiVersion: '2025-02-19', readToken: 'r', timeoutMs: 10_000 };
      const { signal } = new AbortController();
      const query = { groq: '{"a": 1}', params: {} };
      const on = createContentClient({ ...account, usesCdn: true });
      const off = createContentClient({ ...account, usesCdn: false });
      await on.query(query, signal);
      await on.query(query, signal, { bypassesCdn: true });
      await on.query(query, signal, { kind: 'index' });
      await on.query(query, signal, { perspective: 'drafts' });
      await off.query(query, signal);
      console.log(JSON.stringify(agent.getCallHistory().calls().map(({ host }) => host)));`;
    const { out } = await runCommand(['--input-type=module', '-e', code]);
    const [cdn, api] = ['p.apicdn.sanity.io', 'p.api.sanity.io'];
    expect(JSON.parse(out)).toEqual([cdn, api, api, api, api]);
  }, 60_000);
});
