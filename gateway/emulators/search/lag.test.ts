import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Algoliasearch } from 'algoliasearch';
import { callControl } from '../shared/control.ts';
import type { Emulator } from '../shared/server.ts';
import { createSearchEmulator } from './emulator.ts';
import { createAlgoliaClient } from './testing/algoliaClient.ts';

const LAG_MS = 300;
const keys = { appId: 'EMULATOR', searchKey: 'read', writeKey: 'write' };
const indexName = 'trivium_lagging';

let emulator: Emulator;
let client: Algoliasearch;

const setLag = (lagMs: number) => callControl(emulator.url, 'PUT', 'tasks', { lagMs });
const titles = async () => (await client.search({ requests: [{ indexName }] })).results;

beforeAll(async () => {
  emulator = await createSearchEmulator({ port: 0, ...keys });
  client = createAlgoliaClient(emulator.url, keys.appId, keys.writeKey);
  const { taskID } = await client.saveObject({ indexName, body: { objectID: 'a', title: 'A' } });
  await client.waitForTask({ indexName, taskID });
});
afterAll(() => emulator?.close());

test('search emulator lag: publishes tasks in order, after their responses', async () => {
  await setLag(LAG_MS);
  const { taskID } = await client.saveObject({ indexName, body: { title: 'Without id' } });
  await client.deleteObject({ indexName, objectID: 'a' });
  expect(await client.getTask({ indexName, taskID })).toMatchObject({ status: 'notPublished' });
  expect(await titles()).toMatchObject([{ hits: [{ title: 'A' }] }]);
  expect(await callControl(emulator.url, 'GET', 'tasks')).toEqual({ lagMs: LAG_MS, pending: 2 });
  await client.waitForTask({ indexName, taskID });
  await setLag(0);
  expect(await titles()).toMatchObject([{ hits: [{ title: 'Without id' }] }]);
});

test('search emulator lag: delays replicas too', async () => {
  await setLag(LAG_MS);
  const replica = `${indexName}_by_title`;
  await client.setSettings({ indexName, indexSettings: { replicas: [replica] } });
  await expect(client.searchSingleIndex({ indexName: replica })).rejects.toMatchObject({ status: 404 });
  const { taskID } = await client.saveObject({
    indexName,
    body: { objectID: 'late', title: 'Late' },
  });
  await client.waitForTask({ indexName, taskID });
  const late = await client.searchSingleIndex({ indexName: replica, searchParams: { query: 'late' } });
  expect(late.hits).toMatchObject([{ objectID: 'late' }]);
  await setLag(0);
  expect((await client.searchSingleIndex({ indexName: replica })).nbHits).toBe(2);
});

test('search emulator lag: rejects an invalid write at once', async () => {
  await setLag(LAG_MS);
  const tooLarge = { objectID: 'b', text: 'x'.repeat(200_000) };
  await expect(client.saveObject({ indexName, body: tooLarge })).rejects.toThrow(/too big/);
  await expect(callControl(emulator.url, 'PUT', 'tasks', { lagMs: -1 })).rejects.toThrow(
    /lagMs: expected a number/,
  );
});
