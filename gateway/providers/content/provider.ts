import type { ContentConfig } from '../../config/config.ts';
import type { Model } from '../../core/model/model.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import type { ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import type { WebhookVerifier } from '../../services/upstream/webhook.ts';
import { createCachedContentClient } from './cachedClient.ts';
import { type ContentClient, createContentClient } from './client.ts';
import { liveEvents } from './liveEvents.ts';
import { type ContentLoader, type ContentLoaderOptions, createContentLoader } from './loader.ts';
import { type ContentSync, type ContentSyncOptions, createContentSync } from './sync.ts';
import { IMAGE_ASSET, VIDEO_ASSET } from './tags.ts';
import { createContentWebhook } from './webhook.ts';

/** The content service of one process. */
export interface ContentProvider {
  /** Queries the content service, without the cache. */
  readonly client: ContentClient;
  /** Verifies webhook deliveries; undefined without a webhook secret. */
  readonly webhook: WebhookVerifier | undefined;
  /** Creates the loader of one operation; its queries go through the cache. */
  loader(operation: Omit<ContentLoaderOptions, 'client' | 'model'>): ContentLoader;
  /** Creates what turns the service's events into changes. */
  sync(options: Omit<ContentSyncOptions, 'client' | 'live' | 'types' | 'dataset'>): ContentSync;
}

export interface ContentProviderOptions {
  readonly config: ContentConfig;
  readonly model: Model;
  readonly cache: TaggedCache;
  /** Seconds for which a result is fresh; 0 turns the cache off. */
  readonly ttl: number;
  readonly observe?: ObserveCalls | undefined;
  readonly policy?: ResiliencePolicy | undefined;
}

/** Creates the content provider of a process. */
export function createContentProvider(options: ContentProviderOptions): ContentProvider {
  const { config, model, cache, ttl, observe, policy } = options;
  const { projectId, dataset, apiVersion, webhookSecret } = config;
  const client = createContentClient(config, observe, policy);
  const cachedClient = createCachedContentClient(client, cache, {
    ttl,
    account: [projectId, dataset, apiVersion],
  });
  return {
    client,
    webhook: webhookSecret === undefined ? undefined : createContentWebhook(webhookSecret),
    loader: (operation) => createContentLoader({ client: cachedClient, model, ...operation }),
    sync: (options) =>
      createContentSync({
        client,
        live: liveEvents(config),
        types: [...model.typeOfDocument.keys(), IMAGE_ASSET, VIDEO_ASSET],
        dataset,
        ...options,
      }),
  };
}
