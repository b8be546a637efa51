import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTask, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { filter, firstValueFrom } from 'rxjs';
import { createLiveEvents } from '../changes/liveEvents.ts';
import { createFetchEvents, MAX_EVENT_BYTES } from './boundedEventStream.ts';

test('event stream: ends a connection at an event above the size limit and reconnects', async () => {
  const sentBytes: number[] = [];
  const server = createServer(async (request, response) => {
    if (!request.url?.includes('/live/events'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":{}}');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 10\n\n');
    const connection = sentBytes.push(0) - 1;
    if (connection > 0) return response.write('event: welcome\nid: a\ndata: {}\n\n');
    response.write(': a comment\r\n\r\nevent: message\nid: b\ndata: {"tags": ["');
    while (!response.destroyed) {
      sentBytes[connection] = response.socket?.bytesWritten ?? 0;
      if (!response.writableNeedDrain) response.write('x'.repeat(16 * 1024));
      await nextTask();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const events = createLiveEvents({
      projectId: 'p',
      dataset: 'd',
      apiVersion: '2025-02-19',
      apiHost,
    });
    await firstValueFrom(events.pipe(filter(({ type }) => type === 'welcome')));
    expect(sentBytes[0]).toBeGreaterThan(MAX_EVENT_BYTES);
    // Socket buffers add to the limit.
    expect(sentBytes[0]).toBeLessThan(16 * MAX_EVENT_BYTES);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('event stream: passes at most 1,000 events a second', async () => {
  const events = 'event: message\nid: b\ndata: {"tags": ["a"]}\n\n'.repeat(400);
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    while (!response.destroyed) {
      if (!response.writableNeedDrain) response.write(events);
      await nextTask();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waits: number[] = [];
  let endedWaits = 0;
  const wait = async (ms: number) => {
    waits.push(ms);
    for (let i = 0; i < 20; i += 1) await nextTask();
    endedWaits += 1;
  };
  const { body } = await createFetchEvents(undefined, { wait })(address, {});
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let read = 0; read < 10; read += 1) {
      const chunk = Buffer.from((await reader.read()).value ?? []).toString();
      expect(endedWaits).toBeGreaterThanOrEqual(read);
      // A millisecond for each end of an event. An end between two chunks counts in the second one.
      expect(Math.abs((waits[read] ?? 0) - (chunk.split('\n\n').length - 1))).toBeLessThanOrEqual(1);
    }
  } finally {
    await reader.cancel();
    server.close();
    server.closeAllConnections();
  }
});

test('event stream: a connection whose heartbeats stop has ended, and one without heartbeats has not', async () => {
  const heartbeats = [0, 3];
  const server = createServer(async (_request, response) => {
    const count = heartbeats.shift() ?? 0;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: welcome\nid: a\ndata: {}\n\n');
    for (let i = 0; i < count; i += 1) {
      await sleep(20);
      response.write(':\n\n');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (body: ReadableStream<Uint8Array> | null) => {
    for await (const _chunk of body ?? []);
  };
  const connect = async (states: string[]) =>
    (await createFetchEvents((state) => states.push(state), { minSilenceMs: 100 })(address, {})).body;
  try {
    const quiet: string[] = [];
    const failure = read(await connect(quiet)).catch((error: Error) => error);
    const silent: string[] = [];
    await expect(read(await connect(silent))).rejects.toThrow(/expected a heartbeat within/);
    expect(silent).toEqual(['requested', 'open', 'ended']);
    // The other connection has been silent for longer.
    expect(quiet).toEqual(['requested', 'open']);
    server.closeAllConnections();
    expect(await failure).not.toMatchObject({ message: expect.stringMatching(/heartbeat/) });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
