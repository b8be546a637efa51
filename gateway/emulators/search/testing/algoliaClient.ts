import { type SearchClient, searchClient } from '@algolia/client-search';

type Options = NonNullable<Parameters<typeof searchClient>[2]>;

/** Creates Algolia's official client for an emulator at `url`. */
export function createAlgoliaClient(
  url: string,
  appId: string,
  key: string,
  options?: Options,
): SearchClient {
  const { hostname, port } = new URL(url);
  return searchClient(appId, key, {
    hosts: [{ url: hostname, port: Number(port), protocol: 'http', accept: 'readWrite' }],
    ...options,
  });
}
