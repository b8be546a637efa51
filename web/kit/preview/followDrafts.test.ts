import { setImmediate as allRead } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { followDrafts } from './followDrafts.ts';

const realFetch = globalThis.fetch;
/** Sends a part of the stream. */
let send: (text: string) => void;
let refetches: number;
let stop: () => void;

beforeEach(() => {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(encoder.encode(text));
    },
  });
  const ignore = () => undefined;
  Object.assign(globalThis, {
    document: { visibilityState: 'visible', addEventListener: ignore, removeEventListener: ignore },
    addEventListener: ignore,
    removeEventListener: ignore,
    fetch: async () => new Response(body),
  });
  refetches = 0;
  stop = followDrafts({
    url: '/graphql',
    async refetch() {
      refetches += 1;
    },
    onEnded: ignore,
  });
});
afterEach(() => {
  stop();
  for (const name of ['document', 'addEventListener', 'removeEventListener'])
    Reflect.deleteProperty(globalThis, name);
  globalThis.fetch = realFetch;
});

/** Checks the number of requests after all parts of the stream that were sent are read. */
async function refetched(count: number): Promise<void> {
  await allRead();
  expect(refetches).toBe(count);
}

test('drafts: the page is requested again for each event, wherever a chunk ends', async () => {
  await refetched(1);
  send(':\n\n');
  send('event: next\ndata: {}\n\n');
  await refetched(2);
  send('event: next\nda');
  send('ta: {}\n\nevent: next\ndat');
  await refetched(3);
  send('a: {}\n\n:\n\n');
  await refetched(4);
  send(':\n\n');
  send('event: next\ndata: {}\n\n');
  await refetched(5);
});
