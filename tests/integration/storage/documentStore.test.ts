import { describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import {
  createDocumentStore,
  type DocumentStore,
  documentId,
} from '../../../gateway/graphql/operations/persisted/documentStore.ts';
import { createManifest } from '../../../gateway/graphql/operations/persisted/manifest.ts';
import { createRedisDocuments } from '../../../gateway/services/storage/redis/redisDocuments.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

const NO_DOCUMENTS = createManifest([]);
const document = '{ topics(first: 1) { totalCount } }';
const id = documentId(document);

/** Runs a test with the stores of two gateways that share a Redis. */
async function withTwoStores(
  path: string,
  work: (one: DocumentStore, two: DocumentStore, server: RedisServer) => Promise<void>,
): Promise<void> {
  const server = await startRedis(path);
  const clients = [1, 2].map(() => new Redis(server.url, { maxRetriesPerRequest: 2 }));
  const [one, two] = clients.map((redis) =>
    createDocumentStore({ manifest: NO_DOCUMENTS, shared: createRedisDocuments(redis, 't'), onError() {} }),
  ) as [DocumentStore, DocumentStore];
  try {
    await work(one, two, server);
  } finally {
    server.resume();
    for (const client of clients) client.disconnect();
    await server.kill();
  }
}

describe('document store', () => {
  test('documents: the oldest ones above the memory limit are evicted, but none of the manifest', async () => {
    const store = createDocumentStore({
      manifest: createManifest([{ id, text: document, name: 'Topics' }]),
      maxBytes: 200_000,
      onError() {},
    });
    const long = (n: number) => `${n} ${'x'.repeat(9_000)}`;
    // Each caller holds at most a tenth of the memory.
    for (let n = 0; n < 50; n += 1) store.put(documentId(long(n)), long(n), `caller ${n}`);
    const documents = await Promise.all(Array.from({ length: 50 }, (_, n) => store.get(documentId(long(n)))));
    expect(documents.filter((text) => text !== undefined)).toHaveLength(11);
    expect(documents.at(-1)).toBe(long(49));
    expect(await store.get(id)).toBe(document);
  });

  test('documents of one caller evict only its own documents above its share of the memory', async () => {
    const store = createDocumentStore({
      manifest: NO_DOCUMENTS,
      maxBytes: 200_000,
      onError() {},
    });
    const short = (owner: string, n: number) => `# ${owner} ${n} ${'x'.repeat(800)}`;
    for (let n = 0; n < 10; n += 1) store.put(documentId(short('other', n)), short('other', n), 'other');
    for (let n = 0; n < 500; n += 1) store.put(documentId(short('caller', n)), short('caller', n), 'caller');
    const count = async (owner: string, total: number) => {
      const ids = Array.from({ length: total }, (_, n) => documentId(short(owner, n)));
      return (await Promise.all(ids.map(store.get))).filter((text) => text !== undefined).length;
    };
    expect(await count('other', 10)).toBe(10);
    expect(await count('caller', 500)).toBe(11);
  });

  testWith(redisBinary(), 'documents of one caller evict only its own documents in Redis', (path) =>
    withTwoStores(path, async (writer, reader) => {
      writer.put(id, document, 'other');
      const short = (n: number) => `# ${n}`;
      for (let n = 0; n < 2100; n += 1) writer.put(documentId(short(n)), short(n), 'caller');
      await within(1_000, async () => expect(await reader.get(documentId(short(2099)))).toBe(short(2099)));
      expect(await reader.get(id)).toBe(document);
      expect(await reader.get(documentId(short(2099 - 200)))).toBeUndefined();
      expect(await reader.get(documentId(short(2099 - 199)))).toBe(short(2099 - 199));
    }),
  );

  testWith(
    redisBinary(),
    'documents are shared by gateways with one Redis, and stay available while Redis does not respond',
    (path) =>
      withTwoStores(path, async (one, two, server) => {
        one.put(id, document, 'caller');
        await within(500, async () => expect(await two.get(id)).toBe(document));
        server.pause();
        expect(await two.get(id)).toBe(document);
        expect(await two.get(documentId('{ people(first: 1) { totalCount } }'))).toBeUndefined();
      }),
  );
});
