import { isMissingIndex, type SearchClient } from '../../providers/search/client.ts';
import type { DeadItem } from '../../services/storage/queue/queue.ts';
import type { Checkpoint, Storage } from '../../services/storage/storage.ts';
import { type IndexJob, parseJob } from './jobs.ts';
import type { ReconciliationResult } from './reconcile.ts';

/** The state of the search index. */
export interface IndexStatus {
  readonly waiting: number;
  /** Age of the oldest waiting job in seconds; null when none waits. */
  readonly lag: number | null;
  readonly deadLettered: number;
  failures(limit: number): Promise<readonly IndexFailure[]>;
  records(): Promise<readonly { index: string; records: number }[]>;
  drift(): Promise<readonly (ReconciliationResult & { readonly index: string })[]>;
}

/** A dead-lettered index job. */
export interface IndexFailure {
  readonly kind: Uppercase<IndexJob['kind']>;
  /** The id of the document or the asset, or the name of the reconciled index; null for suggestions. */
  readonly subject: string | null;
  readonly error: string;
  readonly attempts: number;
  /** ISO 8601. */
  readonly enqueuedAt: string;
}

const RECONCILED_INDEXES = ['documents', 'moments'] as const;

/** The stored result of the last reconciliation of an index of a model. */
export const reconciliationCheckpoint = (
  storage: Pick<Storage, 'checkpoint'>,
  fingerprint: string,
  index: (typeof RECONCILED_INDEXES)[number],
): Checkpoint => storage.checkpoint(`drift ${fingerprint} ${index}`);

/**
 * Reads the state of the index jobs.
 * @throws Error when the queue cannot be read
 */
export async function readIndexStatus(
  storage: Pick<Storage, 'indexJobs' | 'checkpoint'>,
  fingerprint: string,
  search: SearchClient,
  signal: AbortSignal,
): Promise<IndexStatus> {
  const jobs = storage.indexJobs(fingerprint);
  const { waiting, dead, oldestOverdueAt } = await jobs.state();
  return {
    waiting,
    lag: oldestOverdueAt === null ? null : Math.max(0, Date.now() - oldestOverdueAt) / 1000,
    deadLettered: dead,
    async failures(limit) {
      const items = await jobs.deadLetters(limit);
      return items.map(failureOf);
    },
    records: () =>
      Promise.all(Object.values(search.indexes).map((index) => countRecords(search, index, signal))),
    async drift() {
      const found = await Promise.all(
        RECONCILED_INDEXES.map((index) => reconciliationCheckpoint(storage, fingerprint, index).read()),
      );
      return found.flatMap((text, i) =>
        text === null
          ? []
          : [
              {
                index: search.indexes[RECONCILED_INDEXES[i] as 'documents'],
                ...(JSON.parse(text) as ReconciliationResult),
              },
            ],
      );
    },
  };
}

function failureOf(item: DeadItem): IndexFailure {
  const { kind, id } = parseJob(item);
  return {
    kind: kind.toUpperCase() as Uppercase<typeof kind>,
    subject: id || null,
    error: item.error,
    attempts: item.attempts,
    enqueuedAt: new Date(item.addedAt).toISOString(),
  };
}

async function countRecords(search: SearchClient, indexName: string, signal: AbortSignal) {
  try {
    const [result] = await search.search(
      [{ indexName, query: '', hitsPerPage: 0, analytics: false }],
      signal,
    );
    return { index: indexName, records: result?.nbHits ?? 0 };
  } catch (error) {
    if (isMissingIndex(error)) return { index: indexName, records: 0 };
    throw error;
  }
}
