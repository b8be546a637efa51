import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { applyFault, type Fault, readFaults, takeFault } from './faults.ts';

/** A running twin. */
export interface Twin {
  /** Its origin, e.g. `http://127.0.0.1:4101`. */
  readonly url: string;
  /** Stops listening and drops open connections. */
  close(): Promise<void>;
}

/** A request a provider's client made, as `GET /__twin/requests` tells it. */
export interface LoggedRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** What the client says the request is for, in Sanity's parameter `tag`. */
  tag?: string;
  /** 0 when the connection closed before an answer. */
  status: number;
  /** From the request's arrival to the answer's last byte. */
  ms: number;
  /** What the client took of the answer, headers included. */
  bytes: number;
}

interface TwinOptions {
  /** For `GET /__twin/health` and errors. */
  name: string;
  /** Brings the data back to the seed. */
  reset(): void | Promise<void>;
  /** The largest request body in bytes, as the provider allows. */
  bodyLimit: number;
}

/** The oldest requests are forgotten beyond this many. */
const LOG_LENGTH = 20_000;
const LONGEST_URL = 64 * 1024;

/**
 * A Fastify server with what every twin has beside its provider's routes:
 *
 * - `POST /__twin/reset` brings back the seed, and clears faults and log;
 * - `GET|PUT|DELETE /__twin/faults` shows, sets, clears rules of misbehaviour (`{"faults": [Fault…]}`);
 * - `GET|DELETE /__twin/requests` shows, clears the log of provider calls that are over (`{"requests": [LoggedRequest…]}`),
 *   and tells how many are `underWay`;
 * - `GET /__twin/health` → `{"name", "ok": true}`.
 *
 * CORS is the provider's own affair and set by each twin; preflights are not logged.
 */
export function twinServer({ name, reset, bodyLimit }: TwinOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    http: { maxHeaderSize: LONGEST_URL },
  });
  let faults: Fault[] = [];
  let log: LoggedRequest[] = [];
  let underWay = 0;

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    const { tag } = request.query as { tag?: unknown };
    if (path.startsWith('/__twin/') || request.method === 'OPTIONS') return;
    const begun = performance.now();
    const { socket } = request.raw;
    const before = socket.bytesWritten;
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      const status = reply.raw.headersSent ? reply.raw.statusCode : 0;
      log.push({
        method: request.method,
        path,
        ...(typeof tag === 'string' && { tag }),
        status,
        ms: Math.round((performance.now() - begun) * 100) / 100,
        bytes: socket.bytesWritten - before,
      });
      if (log.length > LOG_LENGTH) log = log.slice(-LOG_LENGTH / 2);
    });
    const fault = takeFault(faults, { method: request.method, path });
    if (fault) await applyFault(fault, request, reply);
  });

  app.get('/__twin/health', () => ({ name, ok: true }));
  app.post('/__twin/reset', async () => {
    await reset();
    faults = [];
    log = [];
    return { ok: true };
  });
  app.get('/__twin/faults', () => ({ faults }));
  app.put('/__twin/faults', (request, reply) => {
    try {
      faults = readFaults(request.body);
    } catch (error) {
      return reply.code(400).send({ message: (error as Error).message });
    }
    return { faults };
  });
  app.delete('/__twin/faults', () => {
    faults = [];
    return { faults };
  });
  app.get('/__twin/requests', () => ({ requests: log, underWay }));
  app.delete('/__twin/requests', () => {
    log = [];
    return { requests: log, underWay };
  });
  return app;
}

/** Opens the twin on the loopback interface; port 0 picks a free one. */
export async function listen(app: FastifyInstance, port: number): Promise<Twin> {
  await app.listen({ port, host: '127.0.0.1' });
  const { port: bound } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, close: () => app.close() };
}
