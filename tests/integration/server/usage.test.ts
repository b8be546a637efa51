import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Scope } from '../../../gateway/core/scopes.ts';
import type { Use } from '../../../gateway/services/usage/usageReport.ts';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';

const USAGE_QUERY = `query ($coordinate: String, $client: String, $first: Int = 100) {
  schemaUsage(coordinate: $coordinate, client: $client, first: $first) {
    coordinate client version operations lastUsedOn
  }
}`;
const FILM_QUERY = '{ films(first: 1) { nodes { title } } }';

let server: StackWithKeys;
let reader: Record<string, string>;
beforeAll(async () => {
  server = await startStackWithKeys();
  reader = await keyWith('Usage reader', 'read:usage');
});
afterAll(() => server.close());

async function keyWith(name: string, ...scopes: Scope[]): Promise<Record<string, string>> {
  return bearer((await server.apiKeys.create({ name, scopes })).secret);
}

async function usage(variables: Record<string, unknown>): Promise<readonly Use[]> {
  const { data, errors } = await server.query(reader, USAGE_QUERY, variables);
  expect(errors).toBeUndefined();
  return data.schemaUsage;
}

const client = (name: string, version?: string) => ({
  'apollographql-client-name': name,
  ...(version !== undefined && { 'apollographql-client-version': version }),
});
const today = () => new Date().toISOString().slice(0, 10);

describe('schemaUsage', () => {
  test('counts operations by coordinate, client and version, also those with a cached response', async () => {
    const headers = client('counter', '1.2');
    for (let n = 0; n < 3; n++) {
      const response = await server.query(headers, FILM_QUERY);
      expect(response.headers.get('cache-status')).toMatch(n === 0 ? /miss/ : /hit/);
    }
    const used = await usage({ client: 'counter' });
    expect(used.map(({ coordinate }) => coordinate)).toEqual([
      'Film.title',
      'FilmConnection.nodes',
      'Query.films',
      'Query.films(first:)',
    ]);
    for (const use of used)
      expect(use).toMatchObject({ client: 'counter', version: '1.2', operations: 3, lastUsedOn: today() });
  });

  test('names a client without headers by its key, and others anonymous', async () => {
    await server.query(await keyWith('Reading app', 'read:published'), FILM_QUERY);
    await server.query({}, FILM_QUERY);
    const clients = (await usage({ coordinate: 'FilmConnection.nodes' })).map((use) => use.client);
    expect(clients).toEqual(expect.arrayContaining(['Reading app', 'anonymous']));
  });

  test('counts what the variables can contain, and stores no values', async () => {
    const query = 'query ($filter: TopicFilter) { topics(filter: $filter) { totalCount } }';
    await server.query(client('filtering'), query, { filter: { title: { eq: 'secret words' } } });
    for (const coordinate of ['TopicFilter.title', 'TopicFilter.not', 'StringFilter.eq'])
      expect(await usage({ client: 'filtering', coordinate })).toMatchObject([{ operations: 1 }]);
    expect(JSON.stringify(await server.storage.usage.read('2000-01-01'))).not.toContain('secret');
  });

  test('of a type includes its fields and their arguments', async () => {
    await server.query(client('parts'), '{ film(by: { slug: "lorenz" }) { related(first: 1) { id } } }');
    const coordinates = async (coordinate: string) =>
      (await usage({ client: 'parts', coordinate })).map((use) => use.coordinate);
    expect(await coordinates('Film')).toEqual(['Film.id', 'Film.related', 'Film.related(first:)']);
    expect(await coordinates('Film.related')).toEqual(['Film.related', 'Film.related(first:)']);
  });

  test('counts a subscription once', async () => {
    const subscriber = createSubscriber(server.stack.url, { connectionParams: client('live') });
    subscribe(subscriber, 'subscription { contentChanged { documentId } }');
    await waitForSubscriptions(server.stack.url);
    await subscriber.dispose();
    expect(await usage({ client: 'live', coordinate: 'Subscription' })).toMatchObject([
      { coordinate: 'Subscription.contentChanged', operations: 1 },
    ]);
  });

  test('does not count rejected documents', async () => {
    await server.query(client('rejected'), '{ films { nope } }');
    expect(await usage({ client: 'rejected' })).toEqual([]);
  });

  test('requires read:usage', async () => {
    const { data, code } = await server.query(await keyWith('Curious', 'read:drafts'), USAGE_QUERY);
    expect([data.schemaUsage, code]).toEqual([null, 'FORBIDDEN']);
  });

  test.each([
    [{ first: -1 }, 'PAGE_SIZE'],
    [{ first: 101 }, 'PAGE_SIZE'],
  ])('rejects %j', async (variables, expected) => {
    const { code } = await server.query(reader, USAGE_QUERY, variables);
    expect(code).toBe(expected);
  });

  test('rejects more days than are stored', async () => {
    const { code } = await server.query(reader, '{ schemaUsage(days: 91) { client } }');
    expect(code).toBe('BAD_USER_INPUT');
  });
});

describe('trivium usage', () => {
  const runCommandLine = createCommandRunner();
  const run = (...args: string[]) =>
    runCommandLine(['usage', ...args], {
      ...process.env,
      STATE_DIR: server.stack.config.stateDir,
      REDIS_URL: '',
    });

  test('prints a table, and JSON with --json', async () => {
    await server.query(client('printed', '3'), '{ film(by: { slug: "lorenz" }) { title } }');
    const [expected] = await usage({ client: 'printed', coordinate: 'Film.title' });
    const args = ['--client', 'printed', '--coordinate', 'Film.title'];
    expect((await run(...args)).out.split('\n')).toEqual([
      'coordinate  client   version  operations  last used on',
      `Film.title  printed  3        1           ${today()}`,
      '',
    ]);
    expect(JSON.parse((await run(...args, '--json')).out)).toEqual([expected]);
  }, 60_000);

  test('states what it expected if its arguments are invalid', async () => {
    const { code, err } = await run('--days', '400');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^--days: expected a number from 1 to 90, got "400"\n/),
    ]);
  }, 60_000);
});
