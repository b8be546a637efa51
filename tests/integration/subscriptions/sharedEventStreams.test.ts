import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Stack } from '../../support/stack.ts';
import { bearer } from '../../support/stackWithKeys.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';
import {
  CHANGES,
  type EventStreamStack,
  newClient,
  startEventStreamStack,
  TOKEN,
} from './testing/eventStreamStack.ts';

let server: EventStreamStack;
let stack: Stack;
beforeAll(async () => {
  server = await startEventStreamStack();
  ({ stack } = server);
});
afterAll(() => server.close());
afterEach(() => server.closeStreams());

describe('event stream of several operations', () => {
  test('sends the events of each operation with its id', async () => {
    const { stream: shared, headers } = await server.openShared();
    const subscription = { query: CHANGES, extensions: { operationId: 'changes' } };
    expect(await server.post(subscription, headers)).toMatchObject({ status: 202, text: '' });
    const query = { query: '{ __typename }', extensions: { operationId: 'query' } };
    expect(await server.post(query, headers)).toMatchObject({ status: 202 });
    const payload = { data: { __typename: 'Query' } };
    expect(await shared.next()).toEqual({ event: 'next', data: { id: 'query', payload } });
    expect(await shared.next()).toEqual({ event: 'complete', data: { id: 'query' } });
    await stack.editor.patch('film-lorenz').set({ tagline: 'Shared' }).commit();
    expect(await shared.next()).toMatchObject({ event: 'next', data: { id: 'changes' } });
    const stop = { method: 'DELETE', headers };
    expect(await server.send('/graphql/stream?operationId=changes', stop)).toMatchObject({ status: 200 });
    await waitForSubscriptions(stack.url, 0);
    expect(await server.post(subscription, headers)).toMatchObject({ status: 202 });
  });

  test('keeps the results of operations until it is opened, with its token in the URL', async () => {
    const headers = newClient();
    const { text: token } = await server.reserve(headers);
    const query = { query: '{ __typename }', extensions: { operationId: 'early' } };
    expect(await server.post(query, { ...headers, [TOKEN]: token })).toMatchObject({ status: 202 });
    const shared = await server.open(`/graphql/stream?token=${token}`, headers);
    expect(await shared.next()).toMatchObject({ event: 'next', data: { id: 'early' } });
  });

  test.each<[string, object, number, string]>([
    ['no operationId', { query: CHANGES }, 422, 'BAD_GRAPHQL_REQUEST'],
    [
      'a long operationId',
      { query: CHANGES, extensions: { operationId: 'x'.repeat(101) } },
      422,
      'BAD_GRAPHQL_REQUEST',
    ],
    ['an id in use', { query: CHANGES, extensions: { operationId: 'used' } }, 409, 'CONFLICT'],
    ['no document', { extensions: { operationId: 'a' } }, 422, 'BAD_GRAPHQL_REQUEST'],
    [
      'an unknown field',
      { query: 'subscription { nothing }', extensions: { operationId: 'a' } },
      422,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'an unknown field of a query',
      { query: '{ nothing }', extensions: { operationId: 'a' } },
      422,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a syntax error',
      { query: 'subscription {', extensions: { operationId: 'a' } },
      400,
      'GRAPHQL_PARSE_FAILED',
    ],
  ])('rejects a wrong operation: %s', async (_, body, status, code) => {
    const { headers } = await server.openShared();
    await server.post({ query: CHANGES, extensions: { operationId: 'used' } }, headers);
    expect(await server.post(body, headers)).toMatchObject({ status, code });
  });

  test('sends the result of a query with the word subscription', async () => {
    const { stream: shared, headers } = await server.openShared();
    const query = '# no subscription { }\n{ subscription: __typename }';
    const sent = await server.post({ query, extensions: { operationId: 'a' } }, headers);
    expect(sent.status).toBe(202);
    expect(await shared.next()).toMatchObject({
      event: 'next',
      data: { id: 'a', payload: { data: { subscription: 'Query' } } },
    });
  });

  test('rejects more than 32 subscriptions', async () => {
    const { headers } = await server.openShared(newClient(bearer(await server.createApiKey('busy'))));
    for (let n = 0; n < 32; n++)
      expect(
        await server.post({ query: CHANGES, extensions: { operationId: `${n}` } }, headers),
      ).toMatchObject({
        status: 202,
      });
    expect(await server.post({ query: CHANGES, extensions: { operationId: 'last' } }, headers)).toMatchObject(
      {
        status: 422,
        code: 'BAD_USER_INPUT',
      },
    );
  });

  test('rejects unknown tokens and a second connection', async () => {
    const { headers } = await server.openShared();
    expect(await server.send('/graphql/stream', { headers })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    const unknown = newClient({ [TOKEN]: 'unknown' });
    for (const method of ['GET', 'DELETE'])
      expect(await server.send('/graphql/stream', { method, headers: unknown })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    expect(await server.post({ query: CHANGES }, unknown)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const patch = await server.send('/graphql/stream', { method: 'PATCH', headers });
    expect(patch).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(patch.headers.get('allow')).toBe('GET, POST, PUT, DELETE, OPTIONS');
  });

  test('ends when its client disconnects', async () => {
    const { stream: shared, headers } = await server.openShared();
    await server.post({ query: CHANGES, extensions: { operationId: 'a' } }, headers);
    await waitForSubscriptions(stack.url, 1);
    shared.close();
    await waitForSubscriptions(stack.url, 0);
    expect(await server.post({ query: CHANGES, extensions: { operationId: 'b' } }, headers)).toMatchObject({
      status: 404,
    });
  });

  test('can be used by pages of other origins', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const { status, headers } = await server.send('/graphql/stream', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://reader.example',
          'access-control-request-method': method,
          'access-control-request-headers': TOKEN,
        },
      });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
      expect(headers.get('access-control-allow-headers')).toContain(TOKEN);
    }
  });
});
