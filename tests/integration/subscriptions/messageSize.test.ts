import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';

/** More than 4 MB, the limit of an address in this test, and the buffers of both sockets. */
const UNREAD_MESSAGES = 30;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, hasCache: false, config: { maxResponseBytes: 1024 * 1024 } });
  await stack.connectWebhooks();
});
afterAll(() => stack.close());

const TEXTS = Array.from({ length: 30 }, (_, n) => `a${n}: json`).join(' ');
const changes = (alias: string) =>
  `subscription { contentChanged(types: [ARTICLE]) { ${alias}: documentId node { ... on Article { body { ${TEXTS} } } } } }`;

/** Sets the body of an article to paragraphs of 1 kB. The message has 30 times as much. */
async function setParagraphs(count: number): Promise<void> {
  const children = [{ _type: 'span', _key: 's', text: 'a'.repeat(1_000), marks: [] }];
  const block = { _type: 'block', style: 'normal', markDefs: [], children };
  const body = Array.from({ length: count }, (_, n) => ({ ...block, _key: `b${n}` }));
  await stack.editor.patch('article-four-numbers').set({ body }).commit();
}

test('a message above the maximum size of a response is an error', async () => {
  const client = createSubscriber(stack.url);
  try {
    const subscription = subscribe(client, changes('id'));
    await waitForSubscriptions(stack.url, 1);
    await setParagraphs(1);
    expect((await subscription.next()).data?.contentChanged.node.body.a29).toHaveLength(1);
    await setParagraphs(40);
    const { data, errors } = await subscription.next();
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'RESPONSE_TOO_LARGE', limit: 1024 * 1024 } }]);
  } finally {
    await client.dispose();
  }
});

test('a client that does not read its messages is disconnected', async () => {
  await waitForSubscriptions(stack.url, 0);
  const socket = new WebSocket(`${stack.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  try {
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    for (let n = 0; n < UNREAD_MESSAGES; n++)
      socket.send(JSON.stringify({ id: String(n), type: 'subscribe', payload: { query: changes(`a${n}`) } }));
    await waitForSubscriptions(stack.url, UNREAD_MESSAGES);
    socket.pause();
    await setParagraphs(25);
    await within(10_000, async () => {
      const metrics = await (await fetch(`${stack.url}/metrics`)).text();
      expect(metrics).toContain('trivium_subscription_connections_closed_total{reason="slow_client"}');
    });
  } finally {
    socket.terminate();
  }
});
