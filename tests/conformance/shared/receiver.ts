import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came to the receiver. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  /** As it came, byte for byte. */
  readonly body: string;
}

/** An address on this machine that webhooks can be sent to. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The statuses to answer, one after another; 200 afterwards. */
  answer(...statuses: number[]): void;
  /** The first request that is as wanted. @throws Error when none comes in time */
  until(wanted: (request: Received) => boolean, ms?: number): Promise<Received>;
  close(): Promise<void>;
}

/** Milliseconds to wait for a delivery; the retries of some providers are half a minute apart. */
const PATIENCE = 45_000;

/** Opens a receiver on a free port. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(answers.shift() ?? 200).end();
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (...statuses) => void answers.push(...statuses),
    async until(wanted, ms = PATIENCE) {
      const late = AbortSignal.timeout(ms);
      const lateness = new Promise<never>((_, reject) => {
        late.onabort = () =>
          reject(new Error(`expected a delivery within ${ms} ms, got ${received.length} others`));
      });
      lateness.catch(() => undefined);
      for (;;) {
        const found = received.find(wanted);
        if (found !== undefined) return found;
        await Promise.race([arrived.promise, lateness]);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
