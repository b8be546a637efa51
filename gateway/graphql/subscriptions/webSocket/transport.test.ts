import { EventEmitter, once } from 'node:events';
import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { makeServer } from 'graphql-ws';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { SendNext } from '../admitSubscription.ts';
import { attachTransport } from './transport.ts';

/** A socket without a network. */
class LocalSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly protocol = 'graphql-transport-ws';
  bufferedAmount = 0;
  send(_message: string, done: unknown) {
    this.emit('sent');
    if (typeof done === 'function') done();
  }
  close(code: number) {
    this.readyState = 3;
    this.emit('close', code, '');
  }
  pause() {}
  resume() {}
  ping() {}
  terminate() {}
}

const DOCUMENT_ID = { documentId: `sha256:${'0'.repeat(64)}` };

test.each([
  ['by its text', { query: 'subscription { changed }' }],
  ['by the id of its document', DOCUMENT_ID],
])('an internal error in a subscription %s is logged and closes the connection', async (_name, payload) => {
  const failure = new Error('broken');
  const server = makeServer({
    schema: buildSchema('type Query { a: Int } type Subscription { changed: Int }'),
    onSubscribe() {
      throw failure;
    },
  });
  const logged: unknown[] = [];
  const log = { error: (entry: unknown) => logged.push(entry), debug() {}, warn() {} };
  const socket = new LocalSocket();
  attachTransport(server, socket as unknown as WebSocket, {
    createExtra: () => undefined as never,
    log: log as unknown as Logger,
    unreadBytes: { add: () => () => undefined },
    onFlood() {},
    onSlowClient() {},
  });
  const acknowledged = once(socket, 'sent');
  socket.emit('message', Buffer.from('{"type":"connection_init"}'));
  await acknowledged;
  const closed = once(socket, 'close');
  socket.emit('message', Buffer.from(JSON.stringify({ id: '1', type: 'subscribe', payload })));
  expect((await closed)[0]).toBe(4500);
  expect(logged).toEqual([{ err: failure }]);
});

test('a result counts as unread until it is written, and closes the connection of a slow client', async () => {
  const server = makeServer({ schema: buildSchema('type Query { a: Int }') });
  const socket = new LocalSocket();
  let unread = 0;
  let slowClients = 0;
  let sendNext: SendNext | undefined;
  attachTransport(server, socket as unknown as WebSocket, {
    createExtra: (created) => {
      sendNext = created;
      return undefined as never;
    },
    log: {} as Logger,
    unreadBytes: {
      add({ length }) {
        if (length > 10) return undefined;
        unread += length;
        return () => {
          unread -= length;
        };
      },
    },
    onFlood() {},
    onSlowClient() {
      slowClients += 1;
    },
  });
  const sent = sendNext?.('1', Buffer.from('12345'));
  expect(unread).toBe(5);
  await sent;
  expect(unread).toBe(0);
  await sendNext?.('1', Buffer.alloc(11));
  expect(slowClients).toBe(1);
});
