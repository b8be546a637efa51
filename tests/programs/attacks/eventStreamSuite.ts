import type { Socket } from 'node:net';
import { within } from '../../support/within.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';
import { createLargeOperation } from './largeOperation.ts';
import { rawConnection } from './rawConnection.ts';

/** Streams that one address requests, and the number that the gateway accepts. */
const REQUESTED_STREAMS = 80;
const MAX_STREAMS = 50;
const LARGE_BYTES = 1_000_000;
/** Results that are requested and not read: more than the gateway holds for an address, and the socket buffers. */
const UNREAD_RESULTS = 60;
const TIMEOUT_MS = 30_000;
const TOKEN_HEADER = 'x-graphql-event-stream-token';

/** Attacks over the event streams of subscriptions. */
export const EVENT_STREAM_ATTACKS: readonly Attack[] = [
  {
    name: 'a flood of event streams',
    requirement: `at most ${MAX_STREAMS} streams, and further ones when these have ended`,
    isExclusive: true,
    async run({ url }) {
      const requests = Array.from({ length: REQUESTED_STREAMS }, () => reserve(url));
      const reservations = await Promise.all(requests);
      const accepted = reservations.filter(({ status }) => status === 201);
      const statuses = new Set(reservations.map(({ status }) => status));
      await Promise.all(accepted.map(({ token }) => openAndClose(url, token)));
      const { status, token } = await within(2_000, async () => {
        const again = await reserve(url);
        if (again.status !== 201) throw new Error(`expected a stream, got ${again.status}`);
        return again;
      });
      await openAndClose(url, token);
      return firstFailure([
        accepted.length > MAX_STREAMS && `expected at most ${MAX_STREAMS} streams, got ${accepted.length}`,
        accepted.length === 0 && `expected some streams, got none (${[...statuses]})`,
        [...statuses].some((found) => found !== 201 && found !== 429) &&
          `expected the statuses 201 and 429, got ${[...statuses]}`,
        status !== 201 && `expected 201 when the streams have ended, got ${status}`,
      ]);
    },
  },
  {
    name: 'results over an event stream that nobody reads',
    requirement: 'the stream ends, and the gateway keeps at most 16 MB for it',
    isExclusive: true,
    run: requestWithoutReading,
  },
];

async function reserve(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/graphql/stream`, { method: 'PUT', headers });
  return { status: response.status, token: await response.text() };
}

async function openAndClose(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/graphql/stream`, {
    headers: { accept: 'text/event-stream', [TOKEN_HEADER]: token },
  });
  await response.body?.cancel();
}

async function requestWithoutReading(target: AttackTarget): Promise<string | undefined> {
  const { url } = target;
  const { apiKey, extensions } = await createLargeOperation(target, LARGE_BYTES);
  const key = { 'x-api-key': apiKey };
  const { token } = await reserve(url, key);
  const post = (operationId: string) =>
    fetch(`${url}/graphql/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key, [TOKEN_HEADER]: token },
      body: JSON.stringify({ extensions: { ...extensions, operationId } }),
    });
  const opened = Promise.withResolvers<Socket>();
  const connection = rawConnection(
    url,
    (socket) => {
      socket.once('data', () => {
        socket.pause();
        opened.resolve(socket);
      });
      socket.write(`GET /graphql/stream HTTP/1.1\r\nhost: x\r\n${TOKEN_HEADER}: ${token}\r\n\r\n`);
    },
    TIMEOUT_MS,
  );
  const socket = await opened.promise;
  let status = 202;
  for (let n = 0; n < UNREAD_RESULTS && status === 202; n++) ({ status } = await post(String(n)));
  socket.destroy();
  await connection;
  return status === 404 || status === 429
    ? undefined
    : `expected 404 or 429 before ${UNREAD_RESULTS} MB, got ${status}`;
}
