import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import fastifyApollo, { fastifyApolloDrainPlugin } from '@as-integrations/fastify';
import fastifyCors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { type GraphQLSchema, printSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from './context.ts';
import { causeOf, formatError, UpstreamError } from './errors.ts';
import type { StaticSite } from './sites.ts';

/** Bytes of a request; a GraphQL document of the app is a few kilobytes. */
const BODY_LIMIT = 100 * 1024;
/** Characters of a provider's complaint that go to the log; some quote the whole request. */
const LONGEST_CAUSE = 500;

interface ServerOptions {
  readonly schema: GraphQLSchema;
  /** What one operation carries; `signal` aborts when its client goes. */
  createContext(signal: AbortSignal): Context;
  readonly sites: readonly StaticSite[];
  readonly log: Logger;
}

/**
 * The edge: GraphQL at `/graphql`, its SDL at `/schema.graphql`, liveness and readiness, and the built sites.
 * Readiness is local: a provider that is down makes fields fail and not the gateway.
 */
export async function createServer({
  schema,
  createContext,
  sites,
  log,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: {
      requestHeaders: ['x-apollo-operation-name', 'apollo-require-preflight', 'x-trivium-preflight'],
    },
    formatError,
    plugins: [ApolloServerPluginLandingPageDisabled(), fastifyApolloDrainPlugin(app), logErrors(log)],
  });
  await apollo.start();

  await app.register(fastifyCors, { origin: true, maxAge: 86_400 });
  await app.register(fastifyApollo(apollo), {
    context: async (_request: unknown, reply: FastifyReply) => createContext(abortWithClient(reply)),
  });

  const sdl = printSchema(schema);
  app.get('/schema.graphql', (_request, reply) => reply.type('application/graphql; charset=utf-8').send(sdl));
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', () => ({ status: 'ready' }));
  // Not as the plugin's options: Fastify would add their `prefix` once more.
  for (const site of sites) await app.register((scope) => serveSite(scope, site));
  return app;
}

/** A signal that ends when the client goes before its answer is complete. */
function abortWithClient(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client has gone'));
  });
  return controller.signal;
}

/** Faults of providers and of the gateway go to the log with their causes; what clients got wrong does not. */
function logErrors(log: Logger): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, operationName }) {
          for (const error of errors) {
            const code = error.extensions.code;
            const path = error.path?.join('.');
            if (error instanceof UpstreamError || error.originalError instanceof UpstreamError)
              log.warn(
                { operationName, path, code, cause: String(causeOf(error)).slice(0, LONGEST_CAUSE) },
                'a provider failed',
              );
            else if (code === undefined || code === 'INTERNAL_SERVER_ERROR')
              log.error({ operationName, path, err: causeOf(error) }, 'the gateway failed at a field');
          }
        },
      };
    },
  };
}

async function serveSite(
  app: FastifyInstance,
  { folder, prefix, policy, isApplication }: StaticSite,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: isApplication,
    wildcard: true,
    redirect: true,
    setHeaders(reply, path) {
      const isNamedByContent = /\/assets\//.test(path);
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('x-content-type-options', 'nosniff');
      reply.header('referrer-policy', 'strict-origin-when-cross-origin');
      if (path.endsWith('.html')) reply.header('content-security-policy', policy);
    },
  });
  if (prefix !== '/') app.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308));
  if (!isApplication) return;
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isRead && /text\/html|\*\/\*/.test(request.headers.accept ?? '');
    const isFile = /\.\w+$/.test(request.url.split('?', 1)[0] as string);
    if (!wantsPage || isFile)
      return reply.code(404).send({
        message: `expected an address of this server, got ${request.method} ${request.url.slice(0, 100)}`,
      });
    return reply.sendFile('index.html');
  });
}
