import type { ContentConfig } from '../../config/config.ts';
import type { ContentIssue } from '../../core/contentIssue.ts';
import type { Model } from '../../core/model/model.ts';
import { translationTypes } from '../../core/model/translations.ts';
import { FILE_ASSET, IMAGE_ASSET, VIDEO_ASSET } from '../../core/model/unionMembers.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import type { ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import type { UpstreamRecorder } from '../../services/upstream/upstreamRecorder.ts';
import type { WebhookVerifier } from '../../services/upstream/webhook.ts';
import type { ContentExcess } from './bounds/boundedContent.ts';
import { createCachedContentClient } from './cachedClient.ts';
import { createLiveEvents } from './changes/liveEvents.ts';
import { type ContentClient, createContentClient, type UncachedContentClient } from './client.ts';
import { createDraftChanges, type DraftChanges } from './draftChanges.ts';
import { type ContentLoader, type ContentLoaderOptions, createContentLoader } from './loader.ts';
import { type ContentSync, type ContentSyncOptions, createContentSync } from './sync.ts';
import { createContentWebhook, createSignatureVerifier } from './webhook.ts';

/** Access to the content service: one per process. */
export interface ContentProvider {
  /** Queries the content service without the cache. */
  readonly client: UncachedContentClient;
  /** Verifies webhook deliveries; undefined without a webhook secret. */
  readonly webhook: WebhookVerifier | undefined;
  /** Verifies deliveries of sync tags; undefined without a webhook secret. */
  readonly syncTagWebhook: WebhookVerifier | undefined;
  /**
   * Creates the loader of one operation; its queries go through the cache.
   * @param recorder records the queries of the operation, which then bypass the cache
   */
  loader(
    operation: Omit<ContentLoaderOptions, 'client' | 'model' | 'onContentIssue'>,
    recorder?: UpstreamRecorder,
  ): ContentLoader;
  /** The changes of drafts and releases. */
  readonly draftChanges: DraftChanges;
  /** Creates the sync of the service's events. */
  sync(options: Omit<ContentSyncOptions, 'client' | 'liveEvents' | 'documentTypes' | 'dataset'>): ContentSync;
}

export interface ContentProviderOptions {
  readonly config: ContentConfig;
  readonly model: Model;
  readonly cache: TaggedCache;
  /** Time for which a result is fresh; 0 disables the cache. */
  readonly ttlSeconds: number;
  readonly observe?: ObserveCalls | undefined;
  readonly policy?: ResiliencePolicy | undefined;
  /** Receives the documents that exceed a limit, whenever they are read from the service. */
  readonly onExcess?: (excess: ContentExcess) => void;
  /** Called when the changes of drafts cannot be read. */
  readonly onDraftError?: (error: unknown) => void;
  /** Receives values that do not fit the model, whenever an operation reads them. */
  readonly onContentIssue?: (issue: ContentIssue) => void;
}

/** Creates the content provider of a process. */
export function createContentProvider(options: ContentProviderOptions): ContentProvider {
  const { config, model, cache, ttlSeconds, observe, policy, onExcess, onContentIssue } = options;
  const { onDraftError = () => undefined } = options;
  const { projectId, dataset, apiVersion, webhookSecret } = config;
  const client = createContentClient(config, observe, policy, onExcess);
  const cachedClient = createCachedContentClient(client, cache, {
    ttlSeconds,
    account: [projectId, dataset, apiVersion],
    usesCdn: config.usesCdn,
  });
  return {
    client,
    draftChanges: createDraftChanges({ config, client, onError: onDraftError }),
    webhook: webhookSecret === undefined ? undefined : createContentWebhook(webhookSecret),
    syncTagWebhook: webhookSecret === undefined ? undefined : createSignatureVerifier(webhookSecret),
    loader: (operation, recorder) =>
      createContentLoader({
        ...operation,
        client: recorder ? createRecordedClient(client, recorder) : cachedClient,
        model,
        onContentIssue,
      }),
    sync: (options) =>
      createContentSync({
        client,
        liveEvents: (onConnection) => createLiveEvents(config, onConnection),
        documentTypes: [
          ...model.typeOfDocument.keys(),
          IMAGE_ASSET,
          FILE_ASSET,
          VIDEO_ASSET,
          ...translationTypes(model),
        ],
        dataset,
        ...options,
      }),
  };
}

/** Creates a client that records each query, and reads nothing from the cache. */
const createRecordedClient = (client: ContentClient, recorder: UpstreamRecorder): ContentClient => ({
  query: (query, signal, options) =>
    recorder.record({ provider: 'content', description: query.groq, parameters: query.params }, () =>
      client.query(query, signal, options),
    ),
});
