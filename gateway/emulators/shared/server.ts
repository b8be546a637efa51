import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { applyFault, type Fault, readFaults, takeFault } from './faults.ts';
import { createOriginCheck, restrictWebPages } from './webPageAccess.ts';

/** A running emulator. */
export interface Emulator {
  /** Origin, e.g. `http://127.0.0.1:4101`. */
  readonly url: string;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** A request of a provider's client, as listed by `GET /__emulator/requests`. */
export interface LoggedRequest {
  method: string;
  /** Path without the query. */
  path: string;
  /** Purpose of the request, from Sanity's parameter `tag`. */
  tag?: string;
  /** 0 when the connection closed before a response. */
  status: number;
  /** Time from the start of the request to the last byte of the response. */
  ms: number;
  /** Bytes sent to the client, headers included. */
  bytes: number;
}

interface EmulatorOptions {
  /** Name in `GET /__emulator/health` and in errors. */
  name: string;
  /** The folder or archive of the seed. */
  seedDir?: string;
  /** Restores the seed data. */
  reset(): void | Promise<void>;
  /** Largest request body in bytes that the provider allows. */
  maxBodyBytes: number;
  /** Origins whose pages may use the API, in addition to the origins of this machine. */
  allowedOrigins?: readonly string[] | undefined;
  /** Matches the URL patterns of the routes that pages of every origin may use. */
  publicRoute?: RegExp;
}

/** The log drops its oldest entries beyond this length. */
const MAX_LOGGED_REQUESTS = 20_000;
const MAX_URL_BYTES = 64 * 1024;

/**
 * Creates a Fastify server with the control endpoints that all emulators share:
 *
 * - `POST /__emulator/reset` loads the seed again and clears faults and request log;
 * - `GET|PUT|DELETE /__emulator/faults` lists, sets, clears fault rules (`{"faults": [Fault…]}`);
 * - `GET|DELETE /__emulator/requests` lists, clears completed requests of provider clients and counts the
 *   requests in flight (`{"requests": [LoggedRequest…], "inFlight": n}`);
 * - `GET /__emulator/health` → `{"name", "ok": true, "folder", "seedDir"}`, with the working folder of the process.
 *
 * Control requests need `CONTROL_HEADERS`. CORS differs by provider, so each emulator sets it. Preflight requests are not
 * logged.
 */
export function createEmulatorServer(options: EmulatorOptions): FastifyInstance {
  const { name, seedDir, reset, maxBodyBytes, allowedOrigins, publicRoute } = options;
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    http: { maxHeaderSize: MAX_URL_BYTES },
  });
  let faults: Fault[] = [];
  let log: LoggedRequest[] = [];
  let inFlight = 0;

  restrictWebPages(app, createOriginCheck(allowedOrigins), publicRoute);
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?', 2);
    const { tag } = request.query as { tag?: unknown };
    if (path.startsWith('/__emulator/') || request.method === 'OPTIONS') return;
    const startedAt = performance.now();
    const { socket } = request.raw;
    const bytesBefore = socket.bytesWritten;
    inFlight += 1;
    reply.raw.once('close', () => {
      inFlight -= 1;
      const status = reply.raw.headersSent ? reply.raw.statusCode : 0;
      log.push({
        method: request.method,
        path,
        ...(typeof tag === 'string' && { tag }),
        status,
        ms: Math.round((performance.now() - startedAt) * 100) / 100,
        bytes: socket.bytesWritten - bytesBefore,
      });
      if (log.length > MAX_LOGGED_REQUESTS) log = log.slice(-MAX_LOGGED_REQUESTS / 2);
    });
    const fault = takeFault(faults, { method: request.method, path, query });
    if (fault) await applyFault(fault, request, reply);
  });

  app.get('/__emulator/health', () => ({
    name,
    ok: true,
    folder: process.cwd(),
    ...(seedDir !== undefined && { seedDir: resolve(seedDir) }),
  }));
  app.post('/__emulator/reset', async () => {
    await reset();
    faults = [];
    log = [];
    return { ok: true };
  });
  app.get('/__emulator/faults', () => ({ faults }));
  app.put('/__emulator/faults', (request, reply) => {
    try {
      faults = readFaults(request.body);
    } catch (error) {
      return reply.code(400).send({ message: (error as Error).message });
    }
    return { faults };
  });
  app.delete('/__emulator/faults', () => {
    faults = [];
    return { faults };
  });
  app.get('/__emulator/requests', () => ({ requests: log, inFlight }));
  app.delete('/__emulator/requests', () => {
    log = [];
    return { requests: log, inFlight };
  });
  return app;
}

/** Opens the server on the loopback interface; port 0 picks a free port. */
export async function listen(app: FastifyInstance, port: number): Promise<Emulator> {
  await app.listen({ port, host: '127.0.0.1' });
  const { port: bound } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, close: () => app.close() };
}
