import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { createEmulatorServer, type Emulator, listen } from '../shared/server.ts';
import { ApiError, badRequest } from './api/apiError.ts';
import { DEFAULT_MAX_RECORD_BYTES, MAX_BODY_BYTES } from './api/limits.ts';
import { Indices } from './index/indices.ts';
import { ApiKeys } from './routes/apiKeys.ts';
import { registerAuth } from './routes/auth.ts';
import { indexRoutes, ruleRoutes, synonymRoutes } from './routes/indexRoutes.ts';
import { InsightsEventLog, insightsRoutes } from './routes/insightsRoutes.ts';
import { queryRoutes } from './routes/queryRoutes.ts';
import { taskControlRoutes } from './routes/taskControlRoutes.ts';
import { writeRoutes } from './routes/writeRoutes.ts';

/** The headers that Algolia's client sends in a browser. */
const CORS_HEADERS = ['content-type', 'x-algolia-agent', 'x-algolia-api-key', 'x-algolia-application-id'];

/**
 * Starts a local server that implements Algolia's Search API and the events of its Insights API, as described
 * by Algolia's OpenAPI documents (algolia/api-clients-automation) and its JavaScript client. The emulator
 * starts empty and stores records in memory.
 *
 * `docs/emulators.md` lists what it does not support.
 * @param options.port 0 picks a free port
 * @param options.allowedOrigins origins whose pages may use the API; pages of this machine are always allowed
 * @param options.maxRecordBytes largest record in bytes of JSON; Algolia's plans differ from 10 kB to 100 kB
 */
export async function createSearchEmulator(options: {
  port: number;
  appId: string;
  searchKey: string;
  writeKey: string;
  allowedOrigins?: readonly string[];
  maxRecordBytes?: number;
}): Promise<Emulator> {
  const { port, maxRecordBytes = DEFAULT_MAX_RECORD_BYTES } = options;
  const indices = new Indices();
  const events = new InsightsEventLog();
  const keys = new ApiKeys(options);
  const app = createEmulatorServer({
    name: 'search',
    maxBodyBytes: MAX_BODY_BYTES,
    allowedOrigins: options.allowedOrigins,
    reset() {
      indices.reset();
      events.clear();
    },
  });
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: CORS_HEADERS,
    maxAge: 86_400,
  });
  registerJson(app);
  registerAuth(app, keys);
  indexRoutes(app, indices, keys);
  synonymRoutes(app, indices);
  ruleRoutes(app, indices);
  queryRoutes(app, indices);
  writeRoutes(app, indices, maxRecordBytes);
  insightsRoutes(app, events);
  taskControlRoutes(app, indices);
  return listen(app, port);
}

function registerJson(app: FastifyInstance): void {
  // Algolia's client sends JSON as text/plain to avoid a preflight request.
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'ignore');
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    parse(request, body as string, (error, value) =>
      done(error && badRequest(`Invalid JSON: ${error.message}`), value),
    );
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      message: `Path ${request.method} ${request.url.split('?', 1)[0]} not found (docs/emulators.md lists the supported paths)`,
      status: 404,
    }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ApiError) {
      const { message, status, details } = error;
      return reply.code(status).send({ message, ...details, status });
    }
    // A RangeError means that a body nests too deep for the stack, which is an error of the client.
    const status = error instanceof RangeError ? 400 : (error.statusCode ?? 500);
    return reply.code(status).send({ message: error.message, status });
  });
}
