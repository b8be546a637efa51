import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { listen, type Twin, twinServer } from '../../twins/server.ts';
import { guard } from './access.ts';
import { indexRoutes, ruleRoutes, synonymRoutes } from './indexRoutes.ts';
import { EventLog, eventRoutes } from './insights.ts';
import { Keyring } from './keys.ts';
import { BODY_LIMIT, RECORD_SIZE } from './limits.ts';
import { queryRoutes } from './queryRoutes.ts';
import { badRequest, Refusal } from './refusal.ts';
import { Store } from './store.ts';
import { writeRoutes } from './writeRoutes.ts';

/**
 * Starts a server on this machine that speaks the search provider's wire: Algolia's Search API and the events of its
 * Insights API, as their OpenAPI documents (algolia/api-clients-automation) and their JavaScript client have them.
 * It begins empty; records live as long as the process.
 *
 * Left out: geo search (its parameters are accepted and change nothing), replicas, dictionaries, A/B tests,
 * personalization, and what depends on other people's behaviour.
 * @param options.port 0 for any that is free
 * @param options.recordSizeLimit of one record, in bytes of JSON; plans differ from 10 kB to 100 kB
 */
export async function createSearchTwin(options: {
  port: number;
  appId: string;
  searchKey: string;
  writeKey: string;
  recordSizeLimit?: number;
}): Promise<Twin> {
  const { port, recordSizeLimit = RECORD_SIZE } = options;
  const store = new Store();
  const events = new EventLog();
  const keys = new Keyring(options);
  const app = twinServer({
    name: 'search',
    bodyLimit: BODY_LIMIT,
    reset() {
      store.reset();
      events.clear();
    },
  });
  await app.register(cors, { origin: '*', methods: ['GET', 'POST', 'PUT', 'DELETE'], maxAge: 86_400 });
  speakJson(app);
  guard(app, keys);
  indexRoutes(app, store, keys);
  synonymRoutes(app, store);
  ruleRoutes(app, store);
  queryRoutes(app, store);
  writeRoutes(app, store, recordSizeLimit);
  eventRoutes(app, events);
  return listen(app, port);
}

function speakJson(app: FastifyInstance): void {
  // The provider's client sends JSON as text/plain, which spares browsers a preflight.
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'ignore');
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    parse(request, body as string, (error, value) =>
      done(error && badRequest(`Invalid JSON: ${error.message}`), value),
    );
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ message: `Path ${request.method} ${request.url.split('?', 1)[0]} not found`, status: 404 }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) {
      const { message, status, details } = error;
      return reply.code(status).send({ message, ...details, status });
    }
    // A body too deep for the stack is the client's fault.
    const status = error instanceof RangeError ? 400 : (error.statusCode ?? 500);
    return reply.code(status).send({ message: error.message, status });
  });
}
