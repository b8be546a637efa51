import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** A received message of the graphql-transport-ws protocol. */
export interface ReceivedMessage {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
  /** The message as it was received. */
  readonly text: string;
}

/** A WebSocket client that sends any text, also messages that the protocol forbids. */
export interface RawWebSocket {
  send(...messages: readonly (string | object)[]): void;
  /** Waits for `count` messages that match. @throws Error after 10 s, or when the connection closes */
  receive(
    count: number,
    isMatch?: (message: ReceivedMessage) => boolean,
  ): Promise<readonly ReceivedMessage[]>;
  /** Resolves to the close code. */
  readonly closed: Promise<number>;
  terminate(): void;
}

const RECEIVE_TIMEOUT_MS = 10_000;

/** Connects to the subscriptions of a gateway and waits for `connection_ack`. */
export async function openRawWebSocket(origin: string): Promise<RawWebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const received: ReceivedMessage[] = [];
  socket.on('message', (message) => {
    const text = String(message);
    received.push({ ...JSON.parse(text), text });
    socket.emit('received');
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => code as number);
  const client: RawWebSocket = {
    send(...messages) {
      for (const message of messages)
        socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    async receive(count, isMatch = () => true) {
      const timeout = sleep(RECEIVE_TIMEOUT_MS, true, { ref: false });
      for (;;) {
        const matches = received.filter(isMatch);
        if (matches.length >= count) return matches;
        const next = await Promise.race([once(socket, 'received'), closed, timeout]);
        const isOver = typeof next !== 'object';
        if (isOver) throw new Error(`expected ${count} messages, got ${matches.length}`);
      }
    },
    closed,
    terminate: () => socket.terminate(),
  };
  await Promise.race([once(socket, 'open'), closed]);
  client.send({ type: 'connection_init' });
  await client.receive(1, ({ type }) => type === 'connection_ack');
  return client;
}
