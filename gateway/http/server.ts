import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Sites } from '../config/sites.ts';
import { clientAddress, type TrustProxy } from '../core/clientAddress.ts';
import {
  createOperationExecutor,
  type OperationExecutor,
  type OperationExecutorOptions,
} from '../graphql/operations/operationExecutor.ts';
import type { OperationSteps } from '../graphql/operations/operationSteps.ts';
import type { ContractVersions } from '../graphql/schema/versions/contractVersions.ts';
import { createEventStreams } from '../graphql/subscriptions/eventStream/eventStreams.ts';
import {
  createSubscriptionService,
  type SubscriptionService,
  type SubscriptionServiceOptions,
} from '../graphql/subscriptions/subscriptionService.ts';
import { createSubscriptionTelemetry } from '../graphql/subscriptions/telemetry.ts';
import { serveWebSockets } from '../graphql/subscriptions/webSocket/serveWebSockets.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import { type Admission, createAdmission } from './admission/admission.ts';
import { exchangeOf } from './admission/exchange.ts';
import { createRequestTelemetry, type RequestTelemetryOptions } from './admission/requestTelemetry.ts';
import { type StaticAsset, serveStaticAssets } from './assets/staticAssets.ts';
import { createEncodedBodies } from './cachedResponses/encodedBodies.ts';
import { createFastPath } from './cachedResponses/fastPath.ts';
import { createInProcessResponses } from './cachedResponses/inProcessResponses.ts';
import { createOperationHits } from './cachedResponses/operationHits.ts';
import { handleParseErrors, rejectMalformedUrl } from './errorHandlers.ts';
import { GRAPHQL_ENDPOINT } from './graphql/endpoints.ts';
import type { LoadSheddingOptions } from './hooks/loadShedding.ts';
import { MAX_BODY_BYTES } from './hooks/rejectionCharge.ts';
import { DOCS_PATH } from './hooks/responseHeaders.ts';
import { createNodeServer } from './nodeServer.ts';
import { EXPLORER_PATH, type StaticFiles } from './pages/builtWeb.ts';
import { registerHooks } from './registerHooks.ts';
import { graphqlRoute } from './routes/graphql.ts';
import { createReadiness, HEALTH_PATHS, type Readiness, serveHealth } from './routes/health.ts';
import { hideMetrics, METRICS_PATH, serveMetrics } from './routes/metrics.ts';
import { type PageOptions, servePages } from './routes/pages.ts';
import { type PreviewOptions, previewRoutes } from './routes/previews.ts';
import { serveProtectedResource } from './routes/protectedResource.ts';
import { serveRoot } from './routes/root.ts';
import { serveSdl } from './routes/sdl.ts';
import { serveFiles } from './routes/staticFiles.ts';
import { type WebhookOptions, webhookRoutes } from './routes/webhooks.ts';

/** What sites need of the server to execute operations. */
export interface SiteServices extends Pick<OperationExecutor, 'execute'> {
  /** Returns the public origin, once the server listens. */
  origin(): string;
}

interface ServerOptions extends OperationExecutorOptions {
  /** The versions of the contract, which the changelog describes. */
  readonly contractVersions: ContractVersions;
  /** What is served besides the API. */
  readonly sites: Sites;
  /** Adds the routes of these sites. */
  serveSites(app: FastifyInstance, services: SiteServices): void;
  /** Folders of built files. */
  readonly files: readonly StaticFiles[];
  /** The pages of the web app or of the reader; without them, `/` leads to the explorer, or lists the addresses of the API. */
  readonly pages?: Pick<PageOptions, 'pages' | 'buildId' | 'policy'> | undefined;
  /** The previews of pages; unused without pages. */
  readonly previews: Omit<PreviewOptions, 'rateLimiter' | 'origin' | 'site'>;
  /** Files that the gateway serves from memory. */
  readonly assets: readonly StaticAsset[];
  /** The public URL; port 0 is replaced by the port that the system chose. */
  readonly publicUrl: string;
  readonly trustProxy: TrustProxy;
  readonly loadShedding: LoadSheddingOptions;
  readonly webhooks: Omit<WebhookOptions, 'rateLimiter'>;
  readonly subscriptions: Pick<SubscriptionServiceOptions, 'broker' | 'limits'>;
  readonly responseCache: OperationExecutorOptions['responseCache'] & {
    /** Memory for the encoded bodies of cached responses. */
    readonly maxEncodedBytes: number;
  };
  /** The OIDC provider whose tokens the gateway accepts; undefined without one. */
  readonly tokenIssuer?: string | undefined;
  readonly telemetry: Pick<RequestTelemetryOptions, 'tracing' | 'isLogged'> & {
    readonly metrics: Metrics;
    readonly metricsToken?: string | undefined;
    /** True if `/metrics` is on the operator's port only. */
    readonly hasOperatorPort: boolean;
  };
}

/** Creates the HTTP server: GraphQL at `/graphql`, webhooks, health checks, metrics, files, and pages at all other addresses. */
export async function createServer(options: ServerOptions): Promise<{
  readonly app: FastifyInstance;
  readonly readiness: Readiness;
  /** Returns the public origin, once the server listens. */
  origin(): string;
  /** Returns the number of requests that have no complete response yet. Open event streams do not count. */
  requestsInProgress(): number;
}> {
  const { graph, tokenIssuer, sites, files } = options;
  const { cache, hasCdnPurge, maxEncodedBytes } = options.responseCache;
  const bodies = createEncodedBodies(maxEncodedBytes);
  const hits = createOperationHits(cache);
  const { trustProxy } = options;
  const { tracing, isLogged, metrics } = options.telemetry;
  const { rateLimiter } = graph;
  const telemetry = createRequestTelemetry({ log: graph.log, tracing, isLogged, observer: metrics.requests });
  const readiness = createReadiness();
  const admission = createAdmission({
    trustProxy,
    telemetry,
    scheduler: graph.execution.scheduler,
    undelayedPaths: new Set([...HEALTH_PATHS, METRICS_PATH]),
    onUntrustedProxy: () =>
      graph.log.warn('a request has X-Forwarded-For from a proxy that TRUST_PROXY does not trust'),
  });
  const app = createApp(options, admission);
  const { steps, execute } = await createOperationExecutor(options);

  const isDraining = () => readiness.status === 'draining';
  const hookOptions = { ...options, admission, telemetry, rateLimiter, isDraining };
  const { loadShedding, memory } = await registerHooks(app, hookOptions);
  const services = { trustProxy, telemetry, memory, rateLimiter, cache, bodies };
  const fastPath = createFastPath({
    ...services,
    hasCdnPurge,
    isDraining,
    isOverloaded: loadShedding.isOverloaded,
  });
  admission.useCachedResponses(fastPath.respond);
  app.addHook('preClose', async () => fastPath.stop());
  const subscriptions = createSubscriptions(app, steps, options, loadShedding.shouldReject);
  serveWebSockets(app, GRAPHQL_ENDPOINT.path, {
    graph,
    service: subscriptions,
    addressOf: (request) => clientAddress(request, trustProxy),
    unreadBytesOf: memory.unreadBytesOf,
  });
  const origin = createOrigin(options.publicUrl, app);
  // Before the endpoints, which inherit its hook.
  if (tokenIssuer) serveProtectedResource(app, { issuer: tokenIssuer, origin, sites });
  await app.register((scope) =>
    graphqlRoute(scope, {
      browserPath: hasExplorer(files) ? EXPLORER_PATH : sites.docs ? DOCS_PATH : undefined,
      graph,
      execute,
      cache,
      hits,
      hasCdnPurge,
      bodies,
      streams: createEventStreams(graph, subscriptions, memory.unreadBytesOf),
      runInTurn: admission.runInTurn,
      fastPath,
    }),
  );
  options.serveSites(app, { execute, origin });
  const respondInProcess = createInProcessResponses({ telemetry, memory, hits, graph, cache });
  const pageServices = { bodies, fastPath, respondInProcess, origin };
  await registerRoutes(app, options, pageServices, readiness);
  return { app, readiness, origin, requestsInProgress: () => admission.requests.total };
}

/** Without these compilers of schemas, Fastify loads its own ones, which take long to load. No route has a schema. */
const REJECT_SCHEMAS = { buildValidator: () => rejectSchema, buildSerializer: () => rejectSchema };

function rejectSchema(): never {
  throw new Error('expected a route without a schema, got one with a schema; validate in its handler');
}

function createApp(
  { graph, sites, trustProxy, telemetry }: ServerOptions,
  { listen, watch }: Admission,
): FastifyInstance {
  const { malformedRequest } = telemetry.metrics.admission;
  return Fastify({
    serverFactory(handler) {
      const server = createNodeServer(listen(handler));
      watch(server);
      return server;
    },
    bodyLimit: MAX_BODY_BYTES,
    schemaController: { compilersFactory: REJECT_SCHEMAS },
    forceCloseConnections: 'idle',
    // Requests on open connections still get their response while the gateway closes.
    return503OnClosing: false,
    // Routes that need parameters of the URL read them, each in its own way.
    routerOptions: { querystringParser: () => ({}) },
    trustProxy,
    loggerInstance: graph.log as FastifyBaseLogger,
    // The logger reads the request id from AsyncLocalStorage.
    childLoggerFactory: (logger) => logger,
    // Admission writes the log line of a request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => exchangeOf(request)?.record.context.id ?? '',
    clientErrorHandler: handleParseErrors(malformedRequest),
    frameworkErrors: rejectMalformedUrl(sites.docs),
  });
}

function createSubscriptions(
  app: FastifyInstance,
  steps: OperationSteps,
  { subscriptions, telemetry }: ServerOptions,
  isOverloaded: () => boolean,
): SubscriptionService {
  const { metrics, tracing } = telemetry;
  return createSubscriptionService(app, {
    ...subscriptions,
    steps,
    isOverloaded,
    observer: metrics.subscriptions,
    observeEvent: createSubscriptionTelemetry({ tracing, observer: metrics.requests }),
  });
}

/** Registers all routes but `/graphql`. */
async function registerRoutes(
  app: FastifyInstance,
  {
    graph,
    contractVersions,
    sites,
    files,
    assets,
    pages,
    previews,
    webhooks,
    telemetry,
    loadShedding,
    responseCache,
  }: ServerOptions,
  pageServices: Pick<PageOptions, 'bodies' | 'fastPath' | 'respondInProcess' | 'origin'>,
  readiness: Readiness,
): Promise<void> {
  if (sites.docs) serveSdl(app, { graph, contractVersions, bodies: pageServices.bodies });
  if (telemetry.hasOperatorPort) hideMetrics(app);
  else serveMetrics(app, telemetry.metrics, telemetry.metricsToken);
  await app.register((scope) => webhookRoutes(scope, { ...webhooks, rateLimiter: graph.rateLimiter }));
  serveHealth(app, readiness);
  // A closure, not plugin options: Fastify would apply their `prefix` a second time.
  for (const folder of files) await app.register((scope) => serveFiles(scope, folder));
  serveStaticAssets(app, assets);
  if (pages) {
    const { origin } = pageServices;
    const previewOptions = { ...previews, rateLimiter: graph.rateLimiter, origin, site: pages };
    await app.register((scope) => previewRoutes(scope, previewOptions));
    servePages(app, {
      ...pages,
      ...responseCache,
      ...pageServices,
      previews: previews.previews,
      rateLimiter: graph.rateLimiter,
      scheduler: graph.execution.scheduler,
      onShed: loadShedding.onShed,
    });
  } else serveRoot(app, { explorerPath: hasExplorer(files) ? EXPLORER_PATH : undefined, sites });
}

const hasExplorer = (files: readonly StaticFiles[]): boolean =>
  files.some(({ prefix }) => prefix === EXPLORER_PATH);

/** Returns a function that returns the public origin, which is known once the server listens. */
function createOrigin(publicUrl: string, app: FastifyInstance): () => string {
  let origin: string | undefined;
  return () => {
    origin ??= new URL(publicUrl.replace(/:0$/, `:${(app.server.address() as AddressInfo).port}`)).origin;
    return origin;
  };
}
