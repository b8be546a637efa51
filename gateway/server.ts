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
import { createApollo } from './apollo.ts';
import { FIGURES } from './budgets/figures.ts';
import { answerConditionally } from './caching/answerHeaders.ts';
import { type AnswerCaching, createAnswerCaching } from './caching/answers.ts';
import { answerBadUrl } from './http/badUrls.ts';
import { leadToExplorer } from './http/explorerDoor.ts';
import { serveFiles } from './http/files.ts';
import { type PageOptions, servePages } from './http/pages.ts';
import { type Readiness, tellReadiness } from './http/readiness.ts';
import { serveSdl } from './http/sdl.ts';
import { EXPLORER, type StaticSite } from './http/sites.ts';
import { answerStrays, answerUnparsed } from './http/strayRequests.ts';
import { type WebhookOptions, webhookRoutes } from './http/webhooks.ts';
import { refuseKeysInUrls } from './keys/keysInUrls.ts';
import { refuseOddBodies } from './limits/bodies.ts';
import { type Shedding, shedLoad } from './limits/shedding.ts';
import { letSlowReadersGo, STANDSTILL } from './limits/slowReaders.ts';
import { type LiveOptions, openLive } from './live/door.ts';
import type { Metrics } from './metrics.ts';
import { addressOf, noticeProxies, type Trust } from './peers.ts';
import type { ServedGraph } from './servedGraph.ts';
import { watchEvents } from './watching/events.ts';
import { type RequestWatch, requestIdOf, watchRequests } from './watching/requests.ts';
import { bounded } from './wire/deadline.ts';

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
  exposedHeaders: ['retry-after', 'x-request-id', ...FIGURES],
};
/** What machines ask for, and no page. */
const NOT_FOR_PAGES = /^\/(metrics|webhooks|health)\b/;
/** Milliseconds for the headers of a request, for all of it, and between two looks for slow ones. */
const HEADERS_TIMEOUT = 5_000;
const REQUEST_TIMEOUT = 10_000;
const CHECKING_INTERVAL = 1_000;

interface ServerOptions {
  readonly graph: ServedGraph;
  /** Folders of built files. */
  readonly files: readonly StaticSite[];
  /** What answers the addresses that nothing else does. */
  readonly pages?: Omit<PageOptions, 'budgets'>;
  /** Which proxies are believed. */
  readonly trust: Trust;
  readonly shedding: Shedding;
  readonly webhooks: WebhookOptions;
  readonly live: Pick<LiveOptions, 'hub' | 'places'>;
  readonly caching: Omit<AnswerCaching, 'schema'>;
  readonly watch: Pick<RequestWatch, 'tracing' | 'isLogged'> & {
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
  trust,
  shedding,
  webhooks,
  live,
  caching,
  watch,
}: ServerOptions): Promise<{ readonly app: FastifyInstance; readonly readiness: Readiness }> {
  const { schema, log } = graph;
  const { metrics, tracing, isLogged, metricsToken } = watch;
  const observe = metrics.observeRequests;
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    // Whoever has connected is answered, also by a gateway that is closing.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: STANDSTILL,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: CHECKING_INTERVAL },
    trustProxy: trust,
    loggerInstance: log as FastifyBaseLogger,
    // The log knows by itself which request it is about.
    childLoggerFactory: (logger) => logger,
    // Answers have a line of their own, without what was sent.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    clientErrorHandler: answerUnparsed(metrics.observeEdge.unread),
    frameworkErrors: answerBadUrl(metrics.observeEdge.unread),
  });
  const answers = createAnswerCaching({ ...caching, schema });
  const apollo = createApollo({ app, graph, answers, observe });
  await apollo.start();

  answerStrays(app, '/graphql');
  // Before all that may refuse a request.
  watchRequests(app, { log, tracing, isLogged, observe });
  noticeProxies(app, trust, () =>
    log.warn('a request has X-Forwarded-For, and TRUST_PROXY does not name who sent it on'),
  );
  letSlowReadersGo(app);
  refuseOddBodies(app);
  // Before what compresses: an answer that its reader has already is none.
  answerConditionally(app, '/graphql');
  await app.register(fastifyCompress, COMPRESSION);
  await app.register(fastifyCors, {
    delegator: (request, done) => done(null, { ...CORS, origin: !NOT_FOR_PAGES.test(request.url) }),
  });
  // Behind CORS, so that pages can read why they were refused.
  refuseKeysInUrls(app, '/graphql');
  if (files.some(({ prefix }) => prefix === EXPLORER)) leadToExplorer(app, '/graphql', EXPLORER);
  const isOverloaded = await shedLoad(app, shedding);
  openLive(app, '/graphql', {
    ...live,
    graph,
    isOverloaded,
    addressOf: (request) => addressOf(request, trust),
    observe: metrics.observeLive,
    watch: watchEvents({ log, tracing, observe }),
  });
  await app.register(fastifyApollo(apollo), {
    context: async ({ headers, ip }: FastifyRequest, reply: FastifyReply) =>
      graph.createContext(signalOf(reply, graph.deadline), await graph.admit({ headers, address: ip })),
  });

  serveSdl(app, graph);
  metrics.routes(app, metricsToken);
  await app.register((scope) => webhookRoutes(scope, webhooks));
  const readiness = tellReadiness(app);
  // Not as the plugin's options: Fastify would add their `prefix` once more.
  for (const folder of files) await app.register((scope) => serveFiles(scope, folder));
  if (pages) servePages(app, { ...pages, budgets: graph.budgets });
  return { app, readiness };
}

/**
 * A signal for one operation: it ends when the client goes before its answer is complete, or at the deadline, whichever is
 * first. What the operation has found by then is its answer.
 * @param deadline milliseconds
 */
function signalOf(reply: FastifyReply, deadline: number): AbortSignal {
  const client = new AbortController();
  const { signal, release } = bounded(client.signal, deadline);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) client.abort(new Error('the client has gone'));
    release();
  });
  return signal;
}
