import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** A message of graphql-transport-ws, as it came. */
export interface Heard {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
  /** The whole of it. */
  readonly text: string;
}

/** A client that says over a WebSocket whatever it likes, once it has been let in. */
export interface Speaker {
  say(...messages: readonly (string | object)[]): void;
  /** As many of the messages that are meant, once they have come. */
  hear(count: number, isMeant?: (message: Heard) => boolean): Promise<readonly Heard[]>;
  /** The code that the connection has ended with. */
  readonly closed: Promise<number>;
  end(): void;
}

/** Milliseconds that something is waited for. */
const PATIENCE = 10_000;

/** Opens a connection to a gateway's graph, and waits until it is let in. */
export async function openSpeaker(origin: string): Promise<Speaker> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const heard: Heard[] = [];
  socket.on('message', (message) => {
    const text = String(message);
    heard.push({ ...JSON.parse(text), text });
    socket.emit('heard');
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => code as number);
  const speaker: Speaker = {
    say(...messages) {
      for (const message of messages)
        socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    async hear(count, isMeant = () => true) {
      const late = sleep(PATIENCE, true, { ref: false });
      for (;;) {
        const meant = heard.filter(isMeant);
        if (meant.length >= count) return meant;
        const came = Promise.race([once(socket, 'heard'), closed, late]);
        const isOver = typeof (await came) !== 'object';
        if (isOver) throw new Error(`expected ${count} messages, got ${meant.length}`);
      }
    },
    closed,
    end: () => socket.terminate(),
  };
  await Promise.race([once(socket, 'open'), closed]);
  speaker.say({ type: 'connection_init' });
  await speaker.hear(1, ({ type }) => type === 'connection_ack');
  return speaker;
}
