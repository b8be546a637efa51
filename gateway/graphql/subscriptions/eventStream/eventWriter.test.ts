import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { within } from '../../../../tests/support/within.ts';
import { createEventWriter, type EventWriter } from './eventWriter.ts';

const RESULT = Buffer.from('{"data":{"a":1}}');

/** Runs `use` with a writer, and with functions that open its stream and read what has arrived. */
async function withWriter(
  use: (stream: {
    readonly writer: EventWriter;
    open(): Promise<ServerResponse>;
    received(): string;
    readonly events: readonly string[];
  }) => Promise<void>,
  maxUnreadBytes = 1_000,
): Promise<void> {
  let unread = 0;
  let text = '';
  const events: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => void responses.push(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const writer = createEventWriter({
    unreadBytes: {
      add({ length }) {
        if (unread + length > maxUnreadBytes) return undefined;
        unread += length;
        return () => {
          unread -= length;
        };
      },
    },
    onSlowClient: () => events.push('slow'),
    onClosed: () => events.push('closed'),
    keepAliveMs: 50,
  });
  const abort = new AbortController();
  try {
    await use({
      writer,
      events,
      received: () => text,
      async open() {
        const { port } = server.address() as AddressInfo;
        const pending = fetch(`http://127.0.0.1:${port}`, { signal: abort.signal });
        const response = await within(500, () => {
          if (!responses[0]) throw new Error('expected a request, got none');
          return responses[0];
        });
        writer.open(response);
        void pending
          .then(async ({ body }) => {
            for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
          })
          .catch(() => undefined);
        return response;
      },
    });
  } finally {
    abort.abort();
    server.closeAllConnections();
    server.close();
  }
}

test('event writer: writes results and ends of operations, with the ids of operations if there are several', () =>
  withWriter(async ({ writer, open, received }) => {
    await open();
    await writer.next('', RESULT);
    await writer.next('"one"\n', RESULT);
    writer.complete('');
    writer.complete('one');
    writer.end('the reason');
    await within(500, () =>
      expect(received().replaceAll(/^:\n\n/gm, '')).toBe(
        [
          'event: next\ndata: {"data":{"a":1}}',
          'event: next\ndata: {"id":"\\"one\\"\\n","payload":{"data":{"a":1}}}',
          'event: complete\ndata:',
          'event: complete\ndata: {"id":"one"}',
          ': the reason\n\n',
        ].join('\n\n'),
      ),
    );
  }));

test('event writer: sends comments at once and at an interval', () =>
  withWriter(async ({ open, received }) => {
    await open();
    await within(2_000, () => expect(received()).toMatch(/^(:\n\n){3,}$/));
  }));

test('event writer: keeps events until the stream is open, within the limit of unread bytes', () =>
  withWriter(async ({ writer, open, received, events }) => {
    const sent = [writer.next('', RESULT), writer.next('', RESULT)];
    expect(events).toEqual([]);
    await writer.next('', RESULT);
    expect(events).toEqual(['slow']);
    await open();
    await Promise.all(sent);
    await within(500, () => expect(received().split('event: next')).toHaveLength(3));
    await writer.next('', RESULT);
    expect(events).toEqual(['slow']);
  }, 2 * RESULT.length));

test('event writer: ends the response of a stream that has ended before it was opened', () =>
  withWriter(async ({ writer, open, received }) => {
    writer.end();
    const response = await open();
    expect(response.writableEnded).toBe(true);
    expect(received()).toBe('');
  }));

test('event writer: sends nothing after the end or the disconnection of the client', () =>
  withWriter(async ({ writer, open, received, events }) => {
    const response = await open();
    response.destroy();
    await within(500, () => expect(events).toEqual(['closed']));
    await writer.next('', RESULT);
    writer.end();
    expect(events).toEqual(['closed']);
    expect(received()).not.toContain('next');
  }));
