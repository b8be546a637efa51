import type { Change } from '../../core/change.ts';
import type { Instruments } from './instruments.ts';

/** The result of a webhook delivery; `duplicate`: the inbox has it already. */
export type WebhookOutcome = 'accepted' | 'duplicate' | 'rejected';

/** Records webhooks, published changes and index jobs. */
export interface SyncMetrics {
  webhookDelivered(source: string, outcome: WebhookOutcome): void;
  /** Records how changes of content arrive: see `ChangeReports`. */
  changesReportedBy(reportedBy: string): void;
  changePublished(change: Pick<Change, 'source' | 'shouldInvalidateAll'>): void;
  indexJobFinished(kind: string, outcome: 'done' | 'deferred' | 'failed' | 'dead'): void;
  /** Records that the search service did not accept. */
  indexRecordsSkipped(index: string, count: number): void;
}

/** Creates the metrics of the path from a provider's change to the search index. */
export function createSyncMetrics({ counter, gauge }: Instruments): SyncMetrics {
  const webhooks = counter(
    'trivium_webhook_deliveries_total',
    'Webhook deliveries by source and outcome (accepted, duplicate, rejected).',
    ['source', 'outcome'],
  );
  for (const source of ['content', 'media', 'sync-tags']) webhooks.inc({ source, outcome: 'rejected' }, 0);
  const changes = counter(
    'trivium_changes_total',
    'Published changes by source: content, media, or all if events were missed.',
    ['source'],
  );
  const reportedBy = gauge(
    'trivium_changes_reported_by',
    'How changes of content arrive (live_events, webhooks, polling): 1 for the current way. While it is polling, cached content lives for CACHE_TTL seconds.',
    ['by'],
  );
  const jobs = counter(
    'trivium_index_jobs_total',
    'Index jobs by kind and outcome (done, deferred, failed, dead).',
    ['kind', 'outcome'],
  );
  const skipped = counter(
    'trivium_index_records_skipped_total',
    'Records that index jobs could not write, because they exceed a limit or are not accepted.',
    ['index'],
  );
  return {
    webhookDelivered: (source, outcome) => webhooks.inc({ source, outcome }),
    changesReportedBy(current) {
      for (const by of ['live_events', 'webhooks', 'polling']) reportedBy.set({ by }, by === current ? 1 : 0);
    },
    changePublished: ({ source, shouldInvalidateAll }) =>
      changes.inc({ source: shouldInvalidateAll ? 'all' : source }),
    indexJobFinished: (kind, outcome) => jobs.inc({ kind, outcome }),
    indexRecordsSkipped: (index, count) => skipped.inc({ index }, count),
  };
}
