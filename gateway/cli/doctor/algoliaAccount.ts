import { algoliasearch } from 'algoliasearch';
import type { SearchConfig } from '../../config/config.ts';
import { hostOptions } from '../../providers/search/client.ts';
import { createSearchRequester } from '../../providers/search/requester/requester.ts';
import { createUpstreamFetch } from '../../services/upstream/upstreamFetch.ts';

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

type AlgoliaClient = ReturnType<typeof algoliasearch>;

/** Runs a call of the SDK with a key of the application, as one request that ends with the signal. */
export type CallAlgolia = <T>(
  key: string,
  signal: AbortSignal,
  call: (client: AlgoliaClient) => Promise<T>,
) => Promise<T>;

/** Opens the Algolia application of a configuration. */
export function openAlgoliaAccount(config: SearchConfig): CallAlgolia {
  const { requester, hostsCache, sendOnce } = createSearchRequester(
    createUpstreamFetch({ maxBytes: MAX_RESPONSE_BYTES }),
  );
  return (key, signal, call) => {
    const options = { ...hostOptions(config), requester, hostsCache, maxRateLimitRetries: 0 };
    const client = algoliasearch(config.appId, key, options);
    return sendOnce(signal, () => call(client));
  };
}
