import { hash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { type Stack, startStack } from '../../support/stack.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';

let stack: Stack;
// The client of graphql-ws sends no message without `query`.
let socket: WebSocket;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
  socket = new WebSocket(`${stack.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
});
afterAll(async () => {
  socket.terminate();
  await stack.close();
});

const QUERY = 'subscription { contentChanged { documentId } }';
const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', QUERY) } };

const subscribe = (id: string, payload: object) =>
  socket.send(JSON.stringify({ id, type: 'subscribe', payload }));

test('subscription: names a persisted query without its document', async () => {
  subscribe('unknown', { extensions });
  const [answer] = await once(socket, 'message');
  expect(JSON.parse(String(answer))).toMatchObject({
    type: 'error',
    id: 'unknown',
    payload: [{ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
  });
  subscribe('registered', { query: QUERY, extensions });
  await waitForSubscriptions(stack.url, 1);
  subscribe('by id', { extensions });
  await waitForSubscriptions(stack.url, 2);
  subscribe('by documentId', { documentId: `sha256:${extensions.persistedQuery.sha256Hash}` });
  await waitForSubscriptions(stack.url, 3);
});
