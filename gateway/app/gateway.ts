import type { GraphQLSchema } from 'graphql';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { servesReader } from '../config/servesReader.ts';
import { parseTrustProxy } from '../core/clientAddress.ts';
import { createOperationContext } from '../core/context.ts';
import { PROVIDERS } from '../core/errors.ts';
import { isLocalized } from '../core/model/model.ts';
import { createOperationLimits } from '../graphql/operations/cost/operationLimits.ts';
import { scheduleComputedFields } from '../graphql/operations/execution/computedFields.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import { createDocumentStore } from '../graphql/operations/persisted/documentStore.ts';
import { readManifests } from '../graphql/operations/persisted/manifest.ts';
import { createPreparedStore } from '../graphql/operations/prepared/preparedStore.ts';
import { createOperationCoordinates } from '../graphql/operations/usage/coordinates.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { createVisibleSchemas } from '../graphql/schema/scopes/visibleSchema.ts';
import { createContractVersions } from '../graphql/schema/versions/contractVersions.ts';
import { createSubscriptionBroker } from '../graphql/subscriptions/broker.ts';
import { closeGracefully } from '../http/gracefulShutdown.ts';
import { readMcpOperations } from '../http/mcp/operations.ts';
import { createOperatorServer } from '../http/operatorServer.ts';
import { loadPages } from '../http/pages/pages.ts';
import { findExplorer } from '../http/routes/builtWeb.ts';
import { createServer } from '../http/server.ts';
import type { TaggedCache } from '../services/cache/taggedCache.ts';
import type { Channel } from '../services/cluster/channel.ts';
import { createExecutionLimiter } from '../services/scheduling/executionLimiter.ts';
import { createFairScheduler } from '../services/scheduling/fairScheduler.ts';
import { traceFields } from '../services/telemetry/tracedFields.ts';
import { VERSION } from '../services/telemetry/version.ts';
import type { ResilienceLimits } from '../services/upstream/resiliencePolicy.ts';
import { createUsageRecorder } from '../services/usage/usageRecorder.ts';
import type { Changes } from '../sync/changes.ts';
import { readIndexStatus } from '../sync/index/status.ts';
import { createAuth } from './auth.ts';
import { createCache, maxEncodedBytes } from './cache.ts';
import { createChangeFeed } from './changeFeed.ts';
import { joinCluster } from './cluster.ts';
import { listen } from './listen.ts';
import { createProviders } from './providers.ts';
import { createRateLimits } from './rateLimit.ts';
import { createGatewaySchema } from './schema.ts';
import { logShutdown } from './shutdownLog.ts';
import { openStorage } from './storage.ts';
import { createTelemetry } from './telemetry.ts';
import { logUnknownVariables } from './unknownVariablesLog.ts';
import { chooseWebApp } from './webApp.ts';

/** A running gateway. */
export interface Gateway {
  /** Its origin, e.g. `http://127.0.0.1:4000`. */
  readonly url: string;
  /** The origin of `/metrics`; the same without a port of its own. */
  readonly operatorUrl: string;
  /** Resolves when the media library has been read once. */
  readonly mediaLibraryLoaded: Promise<void>;
  readonly cache: TaggedCache;
  /** Changes at the providers, published after this gateway's caches are invalidated. */
  readonly changes: Pick<Changes, 'listen'>;
  /**
   * Stops accepting requests, finishes those in progress, and ends background work.
   * @param reason for the log, such as a signal
   */
  close(reason?: string): Promise<void>;
}

interface GatewayOptions {
  /** The clock of the cache, the resilience policy and the rate limits in memory, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Adds process metrics to `/metrics`: for a process that runs one gateway only. */
  readonly hasProcessMetrics?: boolean;
  /** Overrides of the default resilience limits. */
  readonly resilience?: Partial<ResilienceLimits>;
  /** Executes known documents without Apollo Server. Default: true; tests compare both. */
  readonly preparesOperations?: boolean;
  /** The channel to the primary process, if this process is one of its workers. */
  readonly primaryChannel?: Channel;
  /** Receives the log; default: standard output. */
  readonly logDestination?: DestinationStream;
}

/**
 * Composes a gateway from its configuration, listens, and starts its background work. When a step fails, everything
 * opened before it is closed.
 * @throws ModelError when the model cannot be served
 */
export async function createGateway(config: Config, options: GatewayOptions = {}): Promise<Gateway> {
  const resources = new AsyncDisposableStack();
  try {
    const { log, requestsInProgress, ...gateway } = await compose(config, options, resources);
    return {
      ...gateway,
      close: (reason = 'caller') =>
        logShutdown(log, { reason, requests: requestsInProgress() }, () => resources.disposeAsync()),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** Creates each part from the parts before it. `resources` closes them in reverse order. */
async function compose(
  config: Config,
  {
    now,
    hasProcessMetrics = false,
    resilience = {},
    logDestination,
    primaryChannel,
    preparesOperations = true,
  }: GatewayOptions,
  resources: AsyncDisposableStack,
): Promise<Omit<Gateway, 'close'> & { readonly log: Logger; requestsInProgress(): number }> {
  const typeDefs = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  const { model } = typeDefs;

  const telemetry = await createTelemetry(config, logDestination);
  resources.defer(telemetry.tracing.close);
  const { log, metrics, tracing } = telemetry;
  if (!primaryChannel) logUnknownVariables(config, log);
  if (hasProcessMetrics) metrics.collectProcessMetrics();
  const storage = openStorage(config, (error) => log.warn({ err: error }, 'the shared state is unavailable'));
  resources.defer(storage.close);
  log.info({ providers: config.providers }, 'the providers of the schema');
  metrics.observeState({
    queues: storage,
    redis: storage.redis,
    build: { version: VERSION, node: process.version, tracing: tracing.isEnabled ? 'on' : 'off' },
  });
  const usage = createUsageRecorder({
    store: storage.usage,
    onError: (error) => log.warn({ err: error }, 'the usage of the schema could not be stored'),
  });
  resources.defer(usage.close);
  const rateLimits = createRateLimits({ config, metrics, log, primaryChannel, now });
  const { rateLimiter, callLimiter, slots } = rateLimits;
  resources.defer(rateLimits.close);
  const cache = createCache({ config, metrics, tracing, log, primaryChannel, now });
  resources.defer(cache.close);
  const { apiKeys, authenticator } = createAuth({
    config: config.access,
    ...storage,
    locales: isLocalized(model) ? model.locales : undefined,
    rateLimiter,
    log,
    onAuditLost: metrics.auditEntryLost,
  });

  const providers = createProviders(config, {
    model,
    cache,
    storage,
    telemetry,
    callLimiter,
    limits: resilience,
    now,
  });
  const { content, media, search } = providers;
  resources.defer(media.close);
  const changeFeed = createChangeFeed({
    config,
    model,
    providers,
    cache,
    storage,
    telemetry,
    primaryChannel,
  });
  resources.defer(changeFeed.close);

  const { changes } = changeFeed;
  const workerConnection = primaryChannel && joinCluster(primaryChannel, { changeFeed, metrics });
  const broker = createSubscriptionBroker({ model, changes, readAsset: media.assetCache.loadUnverified });
  const schema: GraphQLSchema = createGatewaySchema(typeDefs, {
    content: config.content,
    providers: config.providers,
    log,
    broker,
    apiKeys,
    readStatus: (signal) => readIndexStatus(storage, search.client, signal),
    async readUsage(since) {
      await usage.flush();
      return storage.usage.read(since);
    },
    // The SDL describes the schema that is built here.
    ...(config.isSubgraph && { subgraphSchemas: (scopes) => visibleSchemas(scopes) }),
  });
  const visibleSchemas = createVisibleSchemas(schema);
  const execution = { scheduler: createFairScheduler(), limiter: createExecutionLimiter() };
  scheduleComputedFields(schema, execution.scheduler);
  if (tracing.isEnabled) traceFields(schema);
  const webApp = chooseWebApp(config, schema, log);
  const explorer = findExplorer();
  const graph: GraphServices = {
    schema,
    visibleSchemas,
    log,
    authenticate: authenticator.authenticate,
    persistedQueries: {
      store: createDocumentStore({
        manifest: readManifests(webApp ? [webApp.documentManifest] : [], config.persistedQueries.manifestDir),
        redis: storage.redis,
        prefix: storage.prefix,
        onError: (error) => log.warn({ err: error }, 'persisted queries cannot be shared'),
      }),
      rateLimiter,
      requiresTrustedDocuments: config.persistedQueries.requiresTrustedDocuments,
      observe: metrics.admission.documentReceived,
    },
    preparedStore: createPreparedStore(schema),
    operationLimits: createOperationLimits(schema, config, rateLimiter),
    rateLimiter,
    execution,
    usage,
    coordinatesOf: createOperationCoordinates(schema),
    operationTimeoutMs: config.operationTimeoutMs,
    createContext(signal, { audience, caller }, recorder) {
      const operation = createOperationContext(signal, audience, caller);
      return {
        ...operation,
        content: content.loader(operation, recorder),
        media: media.loader(operation, recorder),
        search: search.loader(operation, recorder),
      };
    },
  };
  // Loaded only where it is served: it reads its files.
  const reader =
    webApp || !servesReader(config)
      ? undefined
      : (await import('./reader.ts')).createReaderPages(config, model, graph);
  const {
    app: server,
    readiness,
    requestsInProgress,
  } = await createServer({
    graph,
    model,
    contractVersions: createContractVersions(config.schemaDir),
    publicUrl: config.publicUrl,
    trustProxy: parseTrustProxy(config.trustProxy),
    loadShedding: {
      maxEventLoopDelayMs: config.maxEventLoopDelayMs,
      maxThreadPoolDelayMs: config.maxThreadPoolDelayMs,
      onShed: metrics.admission.requestShed,
      onThreadPoolDelay: metrics.admission.threadPoolDelayed,
    },
    files: [
      ...(explorer ? [explorer] : []),
      ...(webApp ? [{ folder: webApp.clientFolder, prefix: '/' }] : []),
    ],
    pages: webApp ? { ...(await loadPages(webApp.serverFolder, log)), policy: webApp.policy } : reader?.pages,
    assets: reader?.assets ?? [],
    webhooks: {
      verifiers: {
        ...(content.webhook && { content: content.webhook }),
        ...(media.webhook && { media: media.webhook }),
      },
      inbox: storage.inbox,
      checkInbox: workerConnection?.checkInbox ?? changeFeed.checkInbox,
      onDelivered: metrics.webhookDelivered,
      onRejected: (source, reason) => log.warn({ source, reason }, 'a webhook delivery was rejected'),
    },
    responseCache: {
      cache,
      defaultMaxAgeSeconds: config.cache.ttlSeconds,
      hasCdnPurge: config.cache.purge !== undefined,
      maxEncodedBytes: maxEncodedBytes(config),
    },
    maxResponseBytes: config.maxResponseBytes,
    statusRules: config.statusRules,
    mcpOperations:
      config.mcp &&
      readMcpOperations(config.mcp.operationsDir, schema, {
        ...config.mcp,
        omitsInvalid: config.providers.length < PROVIDERS.length,
      }),
    preparesOperations,
    telemetry: {
      metrics: workerConnection ? { ...metrics, ...workerConnection.metrics } : metrics,
      tracing,
      isLogged: config.logsRequests,
      metricsToken: config.metricsToken,
      hasOperatorPort: config.operatorPort !== undefined,
    },
    subscriptions: { broker, limits: config.subscriptions, slots },
  });
  const operatorServer =
    config.operatorPort === undefined || workerConnection
      ? undefined
      : createOperatorServer({ metrics, metricsToken: config.metricsToken, readiness });
  // Closes after the public server, so that metrics and health checks show how it drains.
  resources.defer(() => operatorServer?.close());
  resources.defer(() => closeGracefully(server, { readiness, graceMs: config.drainGraceSeconds * 1000 }));

  const urls = await listen(config, { server, operatorServer, isWorker: workerConnection !== undefined });
  const mediaLibraryLoaded = media.start();
  changeFeed.start();
  usage.start();
  if (workerConnection) await workerConnection.reportReady(readiness);
  else {
    changeFeed.consume(false);
    readiness.markReady();
  }
  return { ...urls, mediaLibraryLoaded, cache, changes, log, requestsInProgress };
}
