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
  const { body } = await createFetchEvents()(address, {});
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    const startedAt = performance.now();
    let read = 0;
    let lastChunk = 0;
    while (performance.now() - startedAt < 500) {
      lastChunk = (await reader.read()).value?.length ?? 0;
      read += lastChunk;
    }
    // The pause after the last chunk has not ended. Timers are exact to a millisecond.
    const eventCount = ((read - lastChunk) / events.length) * 400;
    expect(eventCount).toBeGreaterThan(0);
    expect(eventCount).toBeLessThan(performance.now() - startedAt + 20);
  } finally {
    await reader.cancel();
    server.close();
    server.closeAllConnections();
  }
});

test('event stream: a connection whose heartbeats stop has ended, and one without heartbeats has not', async () => {
  const heartbeats = [3, 0];
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
  try {
    const states: string[] = [];
    const silent = await createFetchEvents((state) => states.push(state), 100)(address, {});
    await expect(read(silent.body)).rejects.toThrow(/expected a heartbeat within/);
    expect(states).toEqual(['requested', 'open', 'ended']);

    const quiet = await createFetchEvents((state) => states.push(state), 100)(address, {});
    const outcome = await Promise.race([
      read(quiet.body).catch((error: Error) => error.message),
      sleep(300, 'connected'),
    ]);
    expect(outcome).toBe('connected');
    expect(states.slice(3)).toEqual(['requested', 'open']);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
