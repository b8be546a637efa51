import type { Socket } from 'node:net';
import { type Attack, firstFailure } from './attack.ts';
import { createLargeOperation } from './largeOperation.ts';
import { rawConnection } from './rawConnection.ts';

const TIMEOUT_MS = 10_000;
const LARGE_BYTES = 1_000_000;
/** Requests in one packet of 64 kB, and those that the gateway starts on one connection. */
const PIPELINED_REQUESTS = 200;
const MAX_PIPELINED_REQUESTS = 16;
/** Connections that request a large response and do not read it. */
const UNREAD_CONNECTIONS = 60;
/** The gateway's limit of a response. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const BYTES_PER_POINT = 1024;

/** Attacks by the size of responses. */
export const RESPONSE_ATTACKS: readonly Attack[] = [
  {
    name: 'pipelined requests for a large cached response',
    requirement: `${MAX_PIPELINED_REQUESTS} responses at most, then 429, and the connection closes`,
    isExclusive: true,
    async run(target) {
      const { rawGet } = await createLargeOperation(target, LARGE_BYTES);
      const { text, closedAfterMs } = await rawConnection(
        target.url,
        (socket) => void socket.write(rawGet.repeat(PIPELINED_REQUESTS)),
        TIMEOUT_MS,
      );
      const statuses = statusesIn(text);
      const responses = statuses.filter((status) => status === 200).length;
      return firstFailure([
        closedAfterMs === undefined && 'expected the connection to close, got an open one',
        responses === 0 && 'expected some responses, got none',
        statuses.length > MAX_PIPELINED_REQUESTS + 1 &&
          `expected at most ${MAX_PIPELINED_REQUESTS + 1} responses, got ${statuses.length}`,
        statuses.at(-1) !== 429 && `expected 429 as last status, got ${statuses.at(-1)}`,
      ]);
    },
  },
  {
    name: 'large responses that nobody reads',
    requirement: '429 or 503 for an address with 16 MB of unread responses',
    isExclusive: true,
    async run(target) {
      const { rawGet } = await createLargeOperation(target, LARGE_BYTES);
      const sockets: Socket[] = [];
      const statuses: number[] = [];
      const connections = Array.from({ length: UNREAD_CONNECTIONS }, async () => {
        const responding = Promise.withResolvers<void>();
        const connection = rawConnection(
          target.url,
          (socket) => {
            sockets.push(socket);
            socket.once('data', (part) => {
              statuses.push(...statusesIn(String(part)));
              socket.pause();
              responding.resolve();
            });
            socket.write(rawGet.repeat(MAX_PIPELINED_REQUESTS));
          },
          TIMEOUT_MS,
        );
        await Promise.race([responding.promise, connection]);
        return { closed: connection };
      });
      const opened = await Promise.all(connections);
      for (const socket of sockets) socket.destroy();
      await Promise.all(opened.map(({ closed }) => closed));
      return firstFailure([
        !statuses.some((status) => status === 429 || status === 503) &&
          `expected 429 or 503, got ${[...new Set(statuses)].join(', ')}`,
      ]);
    },
  },
  {
    name: 'a response above the size limit',
    requirement: 'RESPONSE_TOO_LARGE, at the cost of the largest response',
    async run(target) {
      const { send } = await createLargeOperation(target, 2 * MAX_RESPONSE_BYTES);
      const { code, cost } = await send();
      return firstFailure([
        code !== 'RESPONSE_TOO_LARGE' && `expected RESPONSE_TOO_LARGE, got ${code}`,
        costFault(cost, MAX_RESPONSE_BYTES),
      ]);
    },
  },
  {
    name: 'a large cached response again and again',
    requirement: 'each costs a point for 1 kB',
    async run(target) {
      const { bytes, send } = await createLargeOperation(target, LARGE_BYTES);
      const costs = [(await send()).cost, (await send()).cost];
      return firstFailure([
        bytes < LARGE_BYTES / 2 && `expected a response of about ${LARGE_BYTES} bytes, got ${bytes}`,
        ...costs.map((cost) => costFault(cost, bytes)),
      ]);
    },
  },
];

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

const costFault = (cost: number, bytes: number): string | false =>
  cost < bytes / BYTES_PER_POINT &&
  `expected a cost of at least ${Math.floor(bytes / BYTES_PER_POINT)}, got ${cost}`;
