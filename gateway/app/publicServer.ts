import type { Config } from '../config/config.ts';
import { parseTrustProxy } from '../core/clientAddress.ts';
import type { Model } from '../core/model/model.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import { createContractVersions } from '../graphql/schema/versions/contractVersions.ts';
import type { SubscriptionBroker } from '../graphql/subscriptions/broker.ts';
import { findExplorer, type WebApp } from '../http/pages/builtWeb.ts';
import { loadPages } from '../http/pages/loadPages.ts';
import { createServer } from '../http/server.ts';
import { readSyncTags } from '../providers/content/changes/syncTags.ts';
import type { Previews } from '../services/auth/previews.ts';
import type { TaggedCache } from '../services/cache/taggedCache.ts';
import type { Storage } from '../services/storage/storage.ts';
import { maxEncodedBytes } from './cache.ts';
import type { ChangeFeed } from './changeFeed.ts';
import type { Providers } from './providers.ts';
import { createSites } from './sites.ts';
import type { Telemetry } from './telemetry.ts';

interface PublicServerOptions {
  readonly graph: GraphServices;
  readonly model: Model;
  readonly webApp: WebApp | undefined;
  readonly previews: Previews;
  readonly cache: TaggedCache;
  readonly storage: Storage;
  readonly telemetry: Telemetry;
  readonly providers: Providers;
  readonly broker: SubscriptionBroker;
  readonly changeFeed: Pick<ChangeFeed, 'checkInbox' | 'invalidateSyncTags'>;
}

/** Creates the HTTP server of the public port: the API, webhooks, health checks, and the pages of the app or of the reader. */
export async function createPublicServer(
  config: Config,
  options: PublicServerOptions,
): ReturnType<typeof createServer> {
  const { graph, model, webApp, previews, cache, storage, broker, changeFeed } = options;
  const { log, metrics, tracing } = options.telemetry;
  const { content, media } = options.providers;
  const { sites } = config;
  const explorer = sites.explorer ? findExplorer() : undefined;
  // Loaded only where it is served: it reads its files.
  const reader =
    webApp || !sites.reader
      ? undefined
      : (await import('./reader.ts')).createReaderPages(config, model, graph);
  const contractVersions = createContractVersions(config.schemaDir);
  return createServer({
    graph,
    contractVersions,
    sites,
    serveSites: createSites(config, { graph, model, contractVersions }),
    publicUrl: config.publicUrl,
    tokenIssuer: config.access.oidc?.issuer,
    trustProxy: parseTrustProxy(config.trustProxy),
    loadShedding: {
      maxDelayMs: config.loadSheddingDelayMs,
      onShed: metrics.admission.requestShed,
      onThreadPoolDelay: metrics.admission.threadPoolDelayed,
    },
    files: [
      ...(explorer ? [explorer] : []),
      ...(reader?.files ?? []),
      ...(webApp ? [{ folder: webApp.clientFolder, prefix: '/' }] : []),
    ],
    pages: webApp ? { ...(await loadPages(webApp.serverFolder, log)), policy: webApp.policy } : reader?.pages,
    previews: {
      previews,
      enablePath: config.previewPath,
      checkPreviewUrl: content.client.checkPreviewUrl,
    },
    assets: reader?.assets ?? [],
    webhooks: {
      verifiers: {
        ...(content.webhook && { content: content.webhook }),
        ...(content.syncTagWebhook && { 'sync-tags': content.syncTagWebhook }),
        ...(media.webhook && { media: media.webhook }),
      },
      inbox: storage.inbox,
      checkInbox: changeFeed.checkInbox,
      invalidateSyncTags: (body) => changeFeed.invalidateSyncTags(readSyncTags(body)),
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
    telemetry: {
      metrics,
      tracing,
      isLogged: config.logsRequests,
      metricsToken: config.metricsToken,
      hasOperatorPort: config.operatorPort !== undefined,
    },
    subscriptions: { broker, limits: config.subscriptions },
  });
}
