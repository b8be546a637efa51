import DataLoader from 'dataloader';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { type CacheLifetime, withStaleTimes } from '../../services/cache/ttl.ts';
import { failAsUpstream } from '../../services/upstream/upstreamCall.ts';
import { isOneRequestsFault, type SearchAnswer, type SearchClient, type SearchRequest } from './client.ts';
import { indexTag } from './loader.ts';

interface Load {
  readonly request: SearchRequest;
  readonly signal: AbortSignal;
}

/**
 * A client that keeps the answer to each request, so that of several asked together only those that are not known go
 * out, as one. A request whose clicks are to be reported has an answer of its own every time.
 */
export function createCachedSearchClient(
  client: SearchClient,
  cache: TaggedCache,
  kept: CacheLifetime,
): SearchClient {
  return {
    indexes: client.indexes,
    async search(requests, signal, note) {
      const loads = new DataLoader<Load, SearchAnswer>((asked) => loadTogether(client, asked), {
        cache: false,
        // Requests that are looked for in a shared store first come back from there one by one.
        batchScheduleFn: (send) => setImmediate(send),
      });
      const ask = async (request: SearchRequest): Promise<SearchAnswer> => {
        if (request.clickAnalytics) return loads.load({ request, signal });
        const read = cache.read(
          `search:${JSON.stringify([kept.account, request])}`,
          async (ended) => ({
            value: await loads.load({ request, signal: ended }),
            tags: [indexTag(request.indexName)],
            ...withStaleTimes(kept),
          }),
          { signal },
        );
        const { value, state, age } = await read.catch(failAsUpstream('search', signal));
        note?.({ state, age });
        return value;
      };
      return Promise.all(requests.map(ask));
    },
  };
}

/**
 * One request of the provider for all. It refuses all of them for the fault of one, and others may be waiting for the
 * rest, so what was refused together is asked one by one.
 */
async function loadTogether(
  client: SearchClient,
  loads: readonly Load[],
): Promise<readonly (SearchAnswer | Error)[]> {
  const requests = loads.map(({ request }) => request);
  try {
    return await client.search(requests, whenAllHaveGone(loads.map(({ signal }) => signal)));
  } catch (error) {
    if (!isOneRequestsFault(error) || loads.length === 1) return loads.map(() => error as Error);
    const alone = loads.map(({ request, signal }) => client.search([request], signal));
    return (await Promise.allSettled(alone)).map((outcome) =>
      outcome.status === 'fulfilled' ? (outcome.value[0] as SearchAnswer) : (outcome.reason as Error),
    );
  }
}

/** Aborts when the last of the signals has. */
function whenAllHaveGone(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let waiting = signals.filter((signal) => !signal.aborted).length;
  const leave = () => {
    waiting -= 1;
    if (waiting <= 0) controller.abort(signals[0]?.reason);
  };
  if (waiting === 0) leave();
  for (const signal of signals) signal.addEventListener('abort', leave, { once: true });
  return controller.signal;
}
