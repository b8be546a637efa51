import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the receiver. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The unchanged body, for the check of its signature. */
  readonly body: string;
}

/** An HTTP server on this machine that receives webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** Sets the statuses of the next responses; 200 afterwards. */
  respondWith(...statuses: number[]): void;
  /** Waits for the first request that matches. @throws Error after the timeout */
  waitFor(isMatch: (request: ReceivedRequest) => boolean, timeoutMs?: number): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

/** Some providers retry after half a minute. */
const DELIVERY_TIMEOUT_MS = 45_000;

/** Opens a receiver on a free port. */
export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const statuses: number[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(statuses.shift() ?? 200).end();
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    respondWith: (...next) => void statuses.push(...next),
    async waitFor(isMatch, timeoutMs = DELIVERY_TIMEOUT_MS) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const timedOut = new Promise<never>((_, reject) => {
        timeout.onabort = () =>
          reject(new Error(`expected a delivery within ${timeoutMs} ms, got ${received.length} others`));
      });
      timedOut.catch(() => undefined);
      for (;;) {
        const found = received.find(isMatch);
        if (found !== undefined) return found;
        await Promise.race([arrived.promise, timedOut]);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
