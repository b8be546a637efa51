import type { AddressInfo } from 'node:net';
import type { DestinationStream } from 'pino';
import { createGatewayBudgets } from './budgets/gatewayBudgets.ts';
import type { TaggedCache } from './cache.ts';
import { createGatewayCache } from './caching/gatewayCache.ts';
import type { Changes } from './changes.ts';
import type { Config } from './configuration/config.ts';
import { ConfigError } from './configuration/configReader.ts';
import { loadEnvironment } from './configuration/environment.ts';
import { readConfig } from './configuration/readConfig.ts';
import { createContentLoader } from './content/loader.ts';
import { startOperation } from './context.ts';
import { readManifests } from './documents/manifest.ts';
import { createShelf } from './documents/shelf.ts';
import { openDurable } from './durable.ts';
import { createGatewaySchema } from './gatewaySchema.ts';
import { loadPages } from './http/pages.ts';
import { drain } from './http/readiness.ts';
import { builtApp, builtExplorer } from './http/sites.ts';
import { readIndexStatus } from './indexing/status.ts';
import { createAccess } from './keys/access.ts';
import { createOperationLimits } from './limits/operationLimits.ts';
import { createLiveHub } from './live/hub.ts';
import type { Asset } from './media/asset.ts';
import { createMediaRoom } from './media/room.ts';
import { createMetrics } from './metrics.ts';
import { createNews } from './news.ts';
import { trustOf } from './peers.ts';
import { createProviderClients } from './providerClients.ts';
import { readTypeDefs } from './schema.ts';
import { createSearchLoader } from './search/loader.ts';
import type { ServedGraph } from './servedGraph.ts';
import { createServer } from './server.ts';
import { createLog } from './watching/log.ts';
import { createMask } from './watching/mask.ts';
import { openTracing } from './watching/openTracing.ts';
import { VERSION } from './watching/version.ts';
import { watchFields } from './watching/watchedFields.ts';
import type { LinePolicy } from './wire/line.ts';

/** Milliseconds that answers under way have when the gateway is to end. */
const DRAIN = 8_000;

/** A running gateway. */
export interface Gateway {
  /** Its origin, e.g. `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Resolves when the media library has been read once. */
  readonly warm: Promise<void>;
  readonly cache: TaggedCache;
  /** Every change at a provider, once this gateway answers by it. */
  readonly changes: Pick<Changes, 'listen'>;
  /** Stops taking requests, answers those under way, and ends what runs in the background. */
  close(): Promise<void>;
}

interface GatewayOptions {
  /** The time by which answers are kept and providers are left alone, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Whether `/metrics` tells of the process as well: it has to be this gateway's alone. */
  readonly watchProcess?: boolean;
  /** What holds for each provider's line instead of the policy it starts with. */
  readonly line?: Partial<LinePolicy>;
  /** Takes the lines of the log; they go to the standard output unless it is given. */
  readonly logTo?: DestinationStream;
}

/**
 * Puts the rooms together over one configuration and listens.
 * @throws ModelError when the model cannot be served.
 */
export async function createGateway(
  config: Config,
  { now, watchProcess = false, line: policy = {}, logTo }: GatewayOptions = {},
): Promise<Gateway> {
  const metrics = createMetrics();
  const mask = createMask(config.secrets);
  const log = createLog({ level: config.logLevel, mask, onLine: metrics.logged, to: logTo });
  const defs = await readTypeDefs(config.schemaDir);
  const app = builtApp(config);
  const registered = readManifests(app ? [app.documents] : [], config.documents.folder);
  const live = createLiveHub(defs.model);
  const schema = createGatewaySchema(defs, {
    content: config.content,
    log,
    live,
    ring: () => ring,
    readStatus: (signal) => readIndexStatus(durable, providers.search, signal),
  });
  const tracing = await openTracing(config.tracing, { mask, log });
  if (tracing.isOn) watchFields(schema);
  if (watchProcess) metrics.watchProcess();
  const cache = createGatewayCache({ config, metrics, tracing, log, now });
  const budgets = createGatewayBudgets({ config, metrics, log });
  const providers = createProviderClients(config, { cache, metrics, tracing, log, policy, now });
  const durable = openDurable(config, (error) => log.warn({ err: error }, 'the shared state is away'));
  const { ring, doorkeeper } = createAccess({
    config: config.access,
    ...durable,
    log,
    onAuditLost: metrics.auditLost,
  });
  metrics.watchState({
    queues: durable,
    redis: durable.redis,
    build: { version: VERSION, node: process.version, tracing: tracing.isOn ? 'on' : 'off' },
  });
  // It begins to read at once, so it comes after all that a faulty model can stop.
  const media = createMediaRoom({
    config: config.media,
    observe: providers.observe,
    line: providers.mediaLine,
    takePlace: (interval) => durable.takePlace('media', interval),
    onChanged: (asset) => news.reread(asset),
  });
  const news = createNews({
    config,
    model: defs.model,
    content: providers.content,
    media,
    cache,
    durable,
    metrics,
    log,
  });
  live.follow(news.changes, {
    known: media.mirror.known,
    read: (id) => media.mirror.load([id])[0] as Promise<Asset | null>,
  });
  const explorer = builtExplorer();
  const shelf = createShelf({
    registered,
    redis: durable.redis,
    prefix: durable.prefix,
    onTrouble: (error) => log.warn({ err: error }, 'shared documents are away'),
  });
  const graph: ServedGraph = {
    schema,
    log,
    admit: doorkeeper.admit,
    documents: {
      shelf,
      trustedOnly: config.documents.trustedOnly,
      observe: metrics.observeEdge.document,
    },
    limits: createOperationLimits(schema, config, budgets),
    budgets,
    deadline: config.operationDeadline,
    createContext(signal, { audience, caller }) {
      const operation = startOperation(signal, audience, caller);
      return {
        ...operation,
        content: createContentLoader({ client: providers.kept.content, model: defs.model, ...operation }),
        media: media.loader(operation),
        search: createSearchLoader({ client: providers.kept.search, ...operation }),
      };
    },
  };
  const { app: server, readiness } = await createServer({
    graph,
    trust: trustOf(config.trustProxy),
    shedding: { delay: config.overloadDelay, observe: metrics.observeEdge.shed },
    files: [...(explorer ? [explorer] : []), ...(app ? [{ folder: app.files, prefix: '/' }] : [])],
    ...(app && {
      pages: { pages: await loadPages(app.server, log), policy: app.policy, origin: () => origin },
    }),
    webhooks: {
      rooms: news.webhooks,
      inbox: durable.inbox,
      wake: news.wake,
      onDelivered: metrics.delivered,
      onRefused: (source, reason) => log.warn({ source, reason }, 'a webhook was refused'),
    },
    caching: { cache, defaultMaxAge: config.cache.ttl },
    watch: { metrics, tracing, isLogged: config.logsRequests, metricsToken: config.metricsToken },
    live: { hub: live, places: config.live },
  });
  await server.listen({ host: config.host, port: config.port });
  readiness.arrive();
  const { port } = server.server.address() as AddressInfo;
  // Where the system chose the port, it is known only now.
  const origin = new URL(config.publicUrl.replace(/:0$/, `:${port}`)).origin;
  return {
    url: `http://${config.host}:${port}`,
    warm: media.ready,
    cache,
    changes: news.changes,
    async close() {
      await drain(server, { readiness, grace: config.drainGrace * 1000, patience: DRAIN });
      await news.close();
      media.close();
      await cache.close();
      budgets.close();
      await durable.close();
      // Last, for it tells of all the others.
      await tracing.close();
    },
  };
}

async function run(): Promise<void> {
  const gateway = await createGateway(readConfig(loadEnvironment().env), { watchProcess: true });
  const stop = () => void gateway.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    const isTold = error instanceof ConfigError || (error instanceof Error && error.name === 'ModelError');
    console.error(isTold ? (error as Error).message : error);
    process.exit(1);
  });
}
