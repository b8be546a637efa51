import { expect, test } from '@jest/globals';
import { type Channel, createChannel, defineMethod } from './channel.ts';

const ADD = defineMethod<readonly [number, number], number>('add');
const NOTE = defineMethod<string, void>('note');

/** Connects two ends as processes are: messages are JSON and arrive later. */
function connect(): { readonly ends: readonly [Channel, Channel]; readonly messages: unknown[] } {
  const messages: unknown[] = [];
  const ends: Channel[] = [];
  const endTo = (other: number) =>
    createChannel((message) => {
      messages.push(message);
      const copy: unknown = JSON.parse(JSON.stringify(message));
      setImmediate(() => ends[other]?.receive(copy));
    });
  ends.push(endTo(1), endTo(0));
  return { ends: ends as [Channel, Channel], messages };
}

test('channel: both ends call methods of the other, in order, and one message has the calls of an iteration of the event loop', async () => {
  const {
    ends: [primary, worker],
    messages,
  } = connect();
  const notes: string[] = [];
  primary.handle(ADD, ([a, b]) => a + b);
  worker.handle(NOTE, async (text) => void notes.push(text));
  await expect(Promise.all([worker.call(ADD, [1, 2]), worker.call(ADD, [3, 4])])).resolves.toEqual([3, 7]);
  expect(messages).toHaveLength(2);
  await Promise.all(['a', 'b', 'c'].map((text) => primary.call(NOTE, text)));
  expect(notes).toEqual(['a', 'b', 'c']);
});

test('channel: a call rejects with the error of the other end, and if there is no such method', async () => {
  const {
    ends: [primary, worker],
  } = connect();
  primary.handle(ADD, () => {
    throw new Error('expected two numbers');
  });
  await expect(worker.call(ADD, [1, 2])).rejects.toThrow('expected two numbers');
  await expect(worker.call(NOTE, 'a')).rejects.toThrow('got note');
});

test('channel: calls in progress and later ones reject when the other process has exited', async () => {
  const {
    ends: [primary, worker],
  } = connect();
  primary.handle(ADD, () => new Promise<number>(() => undefined));
  const call = worker.call(ADD, [1, 2]);
  worker.close();
  await expect(call).rejects.toThrow('has exited');
  await expect(worker.call(ADD, [1, 2])).rejects.toThrow('has exited');
});

test('channel: ignores messages of others', () => {
  const {
    ends: [primary],
  } = connect();
  for (const message of [null, 'text', 1, {}, { type: 'prom-client:getMetricsReq' }])
    expect(() => primary.receive(message)).not.toThrow();
});
