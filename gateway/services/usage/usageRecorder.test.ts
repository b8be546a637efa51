import { expect, jest, test } from '@jest/globals';
import type { Caller } from '../../core/context.ts';
import type { Client } from '../../core/operationRequest.ts';
import { clientOf, createUsageRecorder } from './usageRecorder.ts';
import { type ClientUsage, MAX_ANONYMOUS_CLIENTS } from './usageStore.ts';

const client = (name: string, isAuthenticated = false): Client => ({ name, version: '', isAuthenticated });
const TITLE = ['Query.films', 'Film.title'];
const YEAR = ['Query.films', 'Film.year'];

/** Creates a recorder, and a record of what it has written. */
function createObservedRecorder() {
  const written: Record<string, Record<string, number>>[] = [];
  const add = jest.fn(async (_day: string, usage: readonly ClientUsage[]) => {
    written.push(
      Object.fromEntries(usage.map(({ client, operations }) => [client, Object.fromEntries(operations)])),
    );
  });
  const onError = jest.fn();
  const now = () => Date.parse('2026-11-23T12:00:00Z');
  return { recorder: createUsageRecorder({ store: { add }, now, onError }), add, written, onError };
}

test('usage recorder: writes counts by client and coordinate in one batch', async () => {
  const { recorder, add, written } = createObservedRecorder();
  for (let n = 0; n < 3; n++) recorder.record(client('web'), TITLE);
  recorder.record(client('web'), YEAR);
  recorder.record(client('app'), YEAR);
  expect(add).not.toHaveBeenCalled();
  await recorder.flush();
  expect(add.mock.calls.map(([day]) => day)).toEqual(['2026-11-23']);
  expect(written).toEqual([
    { web: { 'Query.films': 4, 'Film.title': 3, 'Film.year': 1 }, app: { 'Query.films': 1, 'Film.year': 1 } },
  ]);
  await recorder.flush();
  expect(add).toHaveBeenCalledTimes(1);
});

test('usage recorder: keeps counts that cannot be written', async () => {
  const { recorder, add, written, onError } = createObservedRecorder();
  add.mockRejectedValueOnce(new Error('the store is unavailable'));
  recorder.record(client('web'), TITLE);
  await recorder.flush();
  expect(onError).toHaveBeenCalledTimes(1);
  recorder.record(client('web'), TITLE);
  await recorder.close();
  expect(written).toEqual([{ web: { 'Query.films': 2, 'Film.title': 2 } }]);
});

test('usage recorder: closes although the store does not respond', async () => {
  const { recorder, add } = createObservedRecorder();
  add.mockReturnValueOnce(new Promise(() => undefined));
  recorder.record(client('web'), TITLE);
  await recorder.close();
  expect(add).toHaveBeenCalledTimes(1);
});

test('usage recorder: counts further names of anonymous clients as other, but not names of clients with a key', async () => {
  const { recorder, written } = createObservedRecorder();
  for (let n = 0; n < MAX_ANONYMOUS_CLIENTS + 5; n++) recorder.record(client(`bot ${n}`), ['Query.films']);
  recorder.record({ ...client('other'), version: '1' }, ['Query.films']);
  recorder.record(client('partner', true), ['Query.films']);
  await recorder.flush();
  const [{ other, partner, ...bots } = {}] = written;
  expect(other).toEqual({ 'Query.films': 6 });
  expect(partner).toEqual({ 'Query.films': 1 });
  expect(Object.keys(bots)).toHaveLength(MAX_ANONYMOUS_CLIENTS);
});

test('usage recorder: counts every operation of many documents', async () => {
  const { recorder, written } = createObservedRecorder();
  for (let n = 0; n < 2_500; n++) recorder.record(client('web'), ['Query.films']);
  await recorder.flush();
  expect(written).toEqual([{ web: { 'Query.films': 2_500 } }]);
});

const anonymous: Caller = { kind: 'anonymous', name: 'anonymous', address: '192.0.2.1' };
const withKey: Caller = {
  kind: 'key',
  name: 'key:a1',
  address: '192.0.2.1',
  key: {
    id: 'a1',
    name: 'Reading app',
    scopes: ['read:published'],
    origins: [],
    createdAt: 0,
    createdBy: 'operator',
    lastUsedAt: null,
    previousSecretExpiresAt: null,
  },
};
const editor: Caller = { kind: 'editor', name: 'editor:jane@example.org', address: '192.0.2.1' };

test.each<[string, Record<string, string>, Caller, string, string]>([
  [
    'the headers of Apollo',
    { 'apollographql-client-name': 'web', 'apollographql-client-version': '2.1' },
    withKey,
    'web',
    '2.1',
  ],
  ['the headers with the prefix graphql-client', { 'graphql-client-name': 'ios' }, anonymous, 'ios', ''],
  ['the key', {}, withKey, 'Reading app', ''],
  ['an editor, without the name', {}, editor, 'editor', ''],
  ['no name', { 'apollographql-client-name': ' ' }, anonymous, 'anonymous', ''],
  ['a name with control characters', { 'graphql-client-name': 'a\u0000\u202eb' }, anonymous, 'ab', ''],
  ['a long name', { 'graphql-client-name': 'x'.repeat(500) }, anonymous, 'x'.repeat(60), ''],
])('client of a request: from %s', (_source, headers, caller, name, version) => {
  expect(clientOf((header) => headers[header], caller)).toEqual({
    name,
    version,
    isAuthenticated: caller !== anonymous,
  });
});
