import { type Algoliasearch, algoliasearch } from 'algoliasearch';

type Options = NonNullable<Parameters<typeof algoliasearch>[2]>;

/** Creates Algolia's official client for an emulator at `url`. */
export function createAlgoliaClient(
  url: string,
  appId: string,
  key: string,
  options?: Options,
): Algoliasearch {
  const { hostname, port } = new URL(url);
  return algoliasearch(appId, key, {
    // The client gives up after a second, which a busy machine exceeds.
    timeouts: { connect: 30_000, read: 30_000, write: 30_000 },
    hosts: [{ url: hostname, port: Number(port), protocol: 'http', accept: 'readWrite' }],
    ...options,
  });
}
