import type { Config } from '../config/config.ts';
import type { ContentIssue } from '../core/contentIssue.ts';
import type { Provider } from '../core/errors.ts';
import type { Model } from '../core/model/model.ts';
import type { ContentExcess } from '../providers/content/bounds/boundedContent.ts';
import { type ContentProvider, createContentProvider } from '../providers/content/provider.ts';
import { ABSENT_MEDIA } from '../providers/media/absentClient.ts';
import { createMediaProvider, type MediaProvider } from '../providers/media/provider.ts';
import type { IndexNames } from '../providers/search/client.ts';
import { createSearchProvider, type SearchProvider } from '../providers/search/provider.ts';
import type { TaggedCache } from '../services/cache/taggedCache.ts';
import type { Storage } from '../services/storage/storage.ts';
import { createProviderHealth } from '../services/telemetry/providerMetrics.ts';
import { countUpstreamCalls } from '../services/telemetry/requestContext.ts';
import type { CallLimiter } from '../services/upstream/callLimit.ts';
import { createResiliencePolicy, type ResilienceLimits } from '../services/upstream/resiliencePolicy.ts';
import type { ObserveCalls } from '../services/upstream/upstreamCall.ts';
import { createDocumentLog } from './documentLog.ts';
import type { Telemetry } from './telemetry.ts';

export interface Providers {
  readonly content: ContentProvider;
  readonly media: MediaProvider;
  readonly search: SearchProvider;
}

interface ProvidersOptions {
  readonly model: Model;
  readonly indexes: IndexNames;
  readonly cache: TaggedCache;
  readonly storage: Storage;
  readonly telemetry: Telemetry;
  readonly callLimiter: CallLimiter;
  /** Overrides of the default resilience limits. */
  readonly limits: Partial<ResilienceLimits>;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** Creates the three providers for the accounts of a configuration. */
export function createProviders(config: Config, options: ProvidersOptions): Providers {
  const { model, indexes, cache, storage, telemetry, callLimiter, limits, now } = options;
  const health = createProviderHealth(telemetry.metrics, telemetry.log);
  const observe: ObserveCalls = (call) => {
    health.recordCall(call);
    telemetry.tracing.recordCall(call);
    countUpstreamCalls(call.provider, 1);
  };
  const policy = (provider: Provider) =>
    createResiliencePolicy(provider, {
      limits,
      observe: health.resilience,
      callLimiter,
      ...(now && { now }),
    });
  const logIssue = createDocumentLog<ContentIssue>(
    telemetry.log,
    'a document does not fit the model: `model check` lists all such documents',
    ({ document, attribute }) => `${document} ${attribute}`,
  );
  const ttlSeconds = config.cache.ttlSeconds;
  return {
    content: createContentProvider({
      config: config.content,
      model,
      cache,
      ttlSeconds,
      observe,
      policy: policy('content'),
      onExcess: createDocumentLog<ContentExcess>(
        telemetry.log,
        'a document exceeds a limit: correct it in the Studio',
        ({ document = '' }) => document,
      ),
      onDraftError: (error) => telemetry.log.warn({ err: error }, 'changes of drafts cannot be read'),
      onContentIssue(issue) {
        telemetry.metrics.contentIssue(issue);
        logIssue(issue);
      },
    }),
    media: createMediaProvider({
      config: config.media,
      ...(!config.providers.includes('media') && { client: ABSENT_MEDIA }),
      observe,
      policy: policy('media'),
      reserveSlot: (intervalMs) => storage.reserveSlot('media', intervalMs),
    }),
    search: createSearchProvider({
      config: config.search,
      indexes,
      cache,
      ttlSeconds,
      observe,
      policy: policy('search'),
    }),
  };
}
