import type { AddressInfo } from 'node:net';
import { constants } from 'node:zlib';
import fastifyApollo from '@as-integrations/fastify';
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { createApolloServer } from '../graphql/operations/apolloServer.ts';
import { RATE_LIMIT_HEADERS } from '../graphql/operations/rateLimit/rateLimitHeaders.ts';
import { conditionalGet } from '../graphql/operations/responseCache/responseCacheHeaders.ts';
import { type ResponseCacheOptions, createResponseCache } from '../graphql/operations/responseCache/responseCache.ts';
import { rejectMalformedUrl } from './malformedUrl.ts';
import { redirectToExplorer } from './hooks/explorerRedirect.ts';
import { serveMetrics } from './routes/metrics.ts';
import { serveFiles } from './routes/staticFiles.ts';
import { type PageOptions, servePages } from './routes/pages.ts';
import { type Readiness, serveHealth } from './routes/health.ts';
import { serveSdl } from './routes/sdl.ts';
import { EXPLORER_PATH, type StaticFiles } from './routes/webBundle.ts';
import { handleNotFound, handleParseErrors } from './errorHandlers.ts';
import { type WebhookOptions, webhookRoutes } from './routes/webhooks.ts';
import { rejectKeysInUrls } from './hooks/keysInUrls.ts';
import { checkBodyEncoding } from './hooks/bodyEncoding.ts';
import { type LoadSheddingOptions, shedLoad } from './hooks/loadShedding.ts';
import { closeSlowClients, SOCKET_IDLE_TIMEOUT_MS } from './hooks/slowClients.ts';
import { type SubscriptionServerOptions, createSubscriptionServer } from '../graphql/subscriptions/server.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import { clientAddress, warnOfUntrustedProxy, type TrustProxy } from '../core/clientAddress.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import { createSubscriptionTelemetry } from '../graphql/subscriptions/telemetry.ts';
import { type RequestTelemetryOptions, requestIdOf, recordRequests } from './hooks/requestTelemetry.ts';
import { withDeadline } from '../services/upstream/deadline.ts';

/** Bytes of a request; a GraphQL document of the app is a few kilobytes. */
const BODY_LIMIT = 100 * 1024;
/** Answers are compressed as they go; requests never are, for a small one could become a large one. */
const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  globalDecompression: false,
  // Whatever has been said goes out: a page comes in parts, and none waits for the next.
  brotliOptions: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
};
/** What pages of other sites may read of an answer. */
const CORS = {
  maxAge: 86_400,
  // Who asks by OPTIONS and is no browser is answered as one.
  strictPreflight: false,
  exposedHeaders: ['retry-after', 'x-request-id', ...RATE_LIMIT_HEADERS],
};
/** What machines ask for, and no page. */
const NOT_FOR_PAGES = /^\/(metrics|webhooks|health)\b/;
/** Milliseconds for the headers of a request, for all of it, and between two looks for slow ones. */
const HEADERS_TIMEOUT = 5_000;
const REQUEST_TIMEOUT = 10_000;
const CHECKING_INTERVAL = 1_000;

interface ServerOptions {
  readonly graph: GraphServices;
  /** Folders of built files. */
  readonly files: readonly StaticFiles[];
  /** What answers the addresses that nothing else does. */
  readonly pages?: Omit<PageOptions, 'rateLimiter' | 'origin'>;
  /** The address that readers see; port 0 stands for the port that the system chose. */
  readonly publicUrl: string;
  /** Which proxies are believed. */
  readonly trustProxy: TrustProxy;
  readonly loadShedding: LoadSheddingOptions;
  readonly webhooks: WebhookOptions;
  readonly subscriptions: Pick<SubscriptionServerOptions, 'broker' | 'limits'>;
  readonly responseCache: Omit<ResponseCacheOptions, 'schema'>;
  readonly telemetry: Pick<RequestTelemetryOptions, 'tracing' | 'isLogged'> & {
    readonly metrics: Metrics;
    readonly metricsToken?: string | undefined;
  };
}

/**
 * The edge: GraphQL at `/graphql`, its SDL at `/schema.graphql`, liveness and readiness, the built
 * files, and pages at every other address.
 * Readiness is local: a provider that is down makes fields fail and not the gateway.
 */
export async function createServer({
  graph,
  files,
  pages,
  publicUrl,
  trustProxy,
  loadShedding,
  webhooks,
  subscriptions,
  responseCache: caching,
  telemetry,
}: ServerOptions): Promise<{ readonly app: FastifyInstance; readonly readiness: Readiness }> {
  const { schema, log } = graph;
  const { metrics, tracing, isLogged, metricsToken } = telemetry;
  const observer = metrics.requests;
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    // Whoever has connected is answered, also by a gateway that is closing.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: SOCKET_IDLE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: CHECKING_INTERVAL },
    trustProxy: trustProxy,
    loggerInstance: log as FastifyBaseLogger,
    // The log knows by itself which request it is about.
    childLoggerFactory: (logger) => logger,
    // Answers have a line of their own, without what was sent.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    clientErrorHandler: handleParseErrors(metrics.admission.malformedRequest),
    frameworkErrors: rejectMalformedUrl(metrics.admission.malformedRequest),
  });
  const responseCache = createResponseCache({ ...caching, schema });
  const apollo = createApolloServer({ app, graph, responseCache, observer });
  await apollo.start();

  handleNotFound(app, '/graphql');
  // Before all that may refuse a request.
  recordRequests(app, { log, tracing, isLogged, observer });
  warnOfUntrustedProxy(app, trustProxy, () =>
    log.warn('a request has X-Forwarded-For, and TRUST_PROXY does not name who sent it on'),
  );
  closeSlowClients(app);
  checkBodyEncoding(app);
  // Before what compresses: an answer that its reader has already is none.
  conditionalGet(app, '/graphql');
  await app.register(fastifyCompress, COMPRESSION);
  await app.register(fastifyCors, {
    delegator: (request, done) => done(null, { ...CORS, origin: !NOT_FOR_PAGES.test(request.url) }),
  });
  // Behind CORS, so that pages can read why they were refused.
  rejectKeysInUrls(app, '/graphql');
  if (files.some(({ prefix }) => prefix === EXPLORER_PATH)) redirectToExplorer(app, '/graphql', EXPLORER_PATH);
  const isOverloaded = await shedLoad(app, loadShedding);
  createSubscriptionServer(app, '/graphql', {
    ...subscriptions,
    graph,
    isOverloaded,
    addressOf: (request) => clientAddress(request, trustProxy),
    observer: metrics.subscriptions,
    observeEvent: createSubscriptionTelemetry({ log, tracing, observer: observer }),
  });
  await app.register(fastifyApollo(apollo), {
    context: async ({ headers, ip }: FastifyRequest, reply: FastifyReply) =>
      graph.createContext(signalOf(reply, graph.operationTimeoutMs), await graph.authenticate({ headers, address: ip })),
  });

  serveSdl(app, graph);
  serveMetrics(app, metrics, metricsToken);
  await app.register((scope) => webhookRoutes(scope, webhooks));
  const readiness = serveHealth(app);
  // Not as the plugin's options: Fastify would add their `prefix` once more.
  for (const folder of files) await app.register((scope) => serveFiles(scope, folder));
  const origin = () => {
    const { port } = app.server.address() as AddressInfo;
    return new URL(publicUrl.replace(/:0$/, `:${port}`)).origin;
  };
  if (pages) servePages(app, { ...pages, origin, rateLimiter: graph.rateLimiter });
  return { app, readiness };
}

/**
 * A signal for one operation: it ends when the client goes before its answer is complete, or at the deadline, whichever is
 * first. What the operation has found by then is its answer.
 * @param deadline milliseconds
 */
function signalOf(reply: FastifyReply, deadline: number): AbortSignal {
  const client = new AbortController();
  const { signal, release } = withDeadline(client.signal, deadline);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) client.abort(new Error('the client has gone'));
    release();
  });
  return signal;
}
