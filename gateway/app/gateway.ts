import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { servedSites } from '../config/sites.ts';
import { isLocalized } from '../core/model/model.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { createSubscriptionBroker } from '../graphql/subscriptions/broker.ts';
import { closeGracefully } from '../http/gracefulShutdown.ts';
import { createOperatorServer } from '../http/operatorServer.ts';
import { previewLinkUrl } from '../services/auth/previews.ts';
import type { TaggedCache } from '../services/cache/taggedCache.ts';
import { VERSION } from '../services/telemetry/version.ts';
import type { ResilienceLimits } from '../services/upstream/resiliencePolicy.ts';
import { createUsageRecorder } from '../services/usage/usageRecorder.ts';
import type { Changes } from '../sync/changes.ts';
import { type ModelIndexes, modelIndexes } from '../sync/index/modelIndexes.ts';
import { readIndexStatus } from '../sync/index/status.ts';
import { createAuth } from './auth.ts';
import { createCache } from './cache.ts';
import { type ChangeTiming, createChangeFeed } from './changeFeed.ts';
import { createGraphServices } from './graphServices.ts';
import { listen } from './listen.ts';
import { createProviders } from './providers.ts';
import { createPublicServer } from './publicServer.ts';
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
  /** The search indexes of its model. */
  readonly indexes: ModelIndexes;
  /** Changes at the providers, published after this gateway's caches are invalidated. */
  readonly changes: Pick<Changes, 'listen'>;
  /**
   * Stops accepting requests, finishes requests in progress, and ends background work.
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
  /** The number of this process, if it is one of several workers that share the port. */
  readonly worker?: number | undefined;
  /** Overrides of the intervals in which changes are found and checked. */
  readonly timing?: ChangeTiming;
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
    const { log, requestsInProgress, start, ...gateway } = await compose(config, options, resources);
    return {
      ...gateway,
      ...(await start()),
      close: (reason = 'caller') =>
        logShutdown(log, { reason, requests: requestsInProgress() }, () => resources.disposeAsync()),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/**
 * Composes a gateway as `createGateway` does, without listening, and closes it.
 * @throws the error that prevents a start with this configuration
 */
export async function tryComposition(config: Config): Promise<void> {
  await using resources = new AsyncDisposableStack();
  await compose(config, {}, resources);
}

interface Composition extends Pick<Gateway, 'cache' | 'indexes' | 'changes'> {
  readonly log: Logger;
  requestsInProgress(): number;
  /** Listens, and starts the background work. */
  start(): Promise<Pick<Gateway, 'url' | 'operatorUrl' | 'mediaLibraryLoaded'>>;
}

/** Creates each part from the parts before it. `resources` closes them in reverse order. */
async function compose(
  config: Config,
  { now, hasProcessMetrics = false, resilience = {}, logDestination, worker, timing = {} }: GatewayOptions,
  resources: AsyncDisposableStack,
): Promise<Composition> {
  const typeDefs = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  const { model } = typeDefs;
  const indexes = modelIndexes(config, model);

  const telemetry = await createTelemetry(config, logDestination, worker);
  resources.defer(telemetry.tracing.close);
  const { log, metrics, tracing } = telemetry;
  const isWorker = worker !== undefined;
  // The primary process logs them once.
  if (!isWorker) logUnknownVariables(config, log);
  if (hasProcessMetrics) metrics.collectProcessMetrics();
  const storage = resources.use(
    openStorage(config, (error) => log.warn({ err: error }, 'the shared state is unavailable'), now),
  );
  log.info({ providers: config.providers }, 'the providers of the schema');
  log.info({ sites: servedSites(config.sites) }, 'the sites that are served besides the API');
  metrics.observeState({
    queues: { inbox: storage.inbox, index: storage.indexJobs(indexes.fingerprint) },
    redis: storage.shared,
    build: { version: VERSION, node: process.version, tracing: tracing.isEnabled ? 'on' : 'off' },
  });
  const usage = createUsageRecorder({
    store: storage.usage,
    onError: (error) => log.warn({ err: error }, 'the usage of the schema could not be stored'),
  });
  resources.defer(usage.close);
  const rateLimits = createRateLimits({ config, storage, metrics, log });
  const { rateLimiter, callLimiter } = rateLimits;
  resources.defer(rateLimits.close);
  const cache = createCache({ config, storage, metrics, tracing, log, now });
  resources.defer(cache.close);
  const { apiKeys, previews, authenticator } = createAuth({
    config: config.access,
    ...storage,
    locales: isLocalized(model) ? model.locales : undefined,
    rateLimiter,
    origin: () => publicServer.origin(),
    readSharedSecret: () => providers.content.client.readSharedSecret(),
    log,
    onAuditLost: metrics.auditEntryLost,
  });

  const providers = createProviders(config, {
    model,
    indexes: indexes.names,
    cache,
    storage,
    telemetry,
    callLimiter,
    limits: resilience,
    now,
  });
  const { media, search } = providers;
  resources.defer(media.close);
  resources.defer(() => providers.content.draftChanges.close());
  const changeFeed = createChangeFeed({
    config,
    model,
    indexes,
    providers,
    cache,
    storage,
    telemetry,
    timing,
  });
  resources.defer(changeFeed.close);

  const { changes } = changeFeed;
  const broker = createSubscriptionBroker({
    model,
    changes,
    drafts: providers.content.draftChanges,
    readAsset: media.assetCache.loadUnverified,
  });
  const schema = createGatewaySchema(typeDefs, {
    content: config.content,
    providers: config.providers,
    log,
    broker,
    apiKeys,
    previews,
    previewUrlOf: ({ token }) => previewLinkUrl(publicServer.origin(), config.previewPath, token),
    readStatus: (signal) => readIndexStatus(storage, indexes.fingerprint, search.client, signal),
    async readUsage(since) {
      await usage.flush();
      return storage.usage.read(since);
    },
    // The SDL describes the schema that is built here.
    ...(config.isSubgraph && { subgraphSchemas: (scopes) => graph.visibleSchemas(scopes) }),
  });
  const webApp = chooseWebApp(config, schema, log);
  const graph: GraphServices = createGraphServices(config, schema, {
    authenticate: authenticator.authenticate,
    rateLimiter,
    usage,
    storage,
    telemetry,
    providers,
    webApp,
  });
  const publicServer = await createPublicServer(config, {
    graph,
    model,
    webApp,
    previews,
    cache,
    storage,
    telemetry,
    providers,
    broker,
    changeFeed,
  });
  const { app: server, readiness, requestsInProgress } = publicServer;
  // The primary process serves the operator's port of workers.
  const operatorServer =
    config.operatorPort === undefined || isWorker
      ? undefined
      : createOperatorServer({ metrics, metricsToken: config.metricsToken, readiness });
  // Closes after the public server, so that metrics and health checks show how it drains.
  resources.defer(() => operatorServer?.close());
  resources.defer(() => closeGracefully(server, { readiness, graceMs: config.drainGraceSeconds * 1000 }));

  return {
    cache,
    indexes,
    changes,
    log,
    requestsInProgress,
    async start() {
      const urls = await listen(config, { server, operatorServer, isWorker });
      const mediaLibraryLoaded = media.start();
      changeFeed.start();
      usage.start();
      readiness.markReady();
      return { ...urls, mediaLibraryLoaded };
    },
  };
}
