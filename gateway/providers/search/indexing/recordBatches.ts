import { chunks } from '../../../core/chunks.ts';
import { briefCauseOf, UpstreamError } from '../../../core/errors.ts';
import { type AlgoliaError, readFailure } from '../client.ts';
import type { IndexRecord, SkippedRecord } from '../records/recordSize.ts';

/** A change of one record. */
export type RecordAction =
  | { readonly action: 'updateObject'; readonly body: IndexRecord }
  | { readonly action: 'deleteObject'; readonly body: { readonly objectID: string } };

/** The outcome of a write. */
export interface WriteResult {
  readonly taskIDs: readonly number[];
  /** The records that the search service does not accept. */
  readonly skipped: readonly SkippedRecord[];
}

/** Algolia recommends batches of 1,000 records. */
const MAX_ACTIONS_PER_BATCH = 1000;
/** Requests that fail one after another before an outage is assumed: enough to find one record among 1,000. */
const MAX_FAILURES_IN_ROW = 12;
/** Refused records without an accepted one before the account, and not the records, is assumed to be at fault. */
const MAX_REFUSED_WITHOUT_ACCEPTED = 1000;

/** Statuses of a request whose records are invalid or too large. */
const REFUSAL_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/**
 * Writes records in batches. Algolia refuses a whole batch for one record: the record that the error names is left out, or
 * halves of the batch are sent until the record is found, and the other records are written. At most two requests a record are sent.
 * @param send sends one batch and returns the id of its task
 * @throws UpstreamError if the fault is not one of single records: an outage, a wrong key, or no record is accepted
 */
export async function writeRecords(
  actions: readonly RecordAction[],
  send: (batch: readonly RecordAction[]) => Promise<number>,
): Promise<WriteResult> {
  const pending = chunks(actions, MAX_ACTIONS_PER_BATCH).toReversed();
  const taskIDs: number[] = [];
  const refused: (SkippedRecord & { readonly error: UpstreamError })[] = [];
  let failuresInRow = 0;
  for (let batch = pending.pop(); batch !== undefined; batch = pending.pop()) {
    try {
      taskIDs.push(await send(batch));
      failuresInRow = 0;
    } catch (error) {
      failuresInRow += 1;
      if (!mayBeOfOneRecord(error, failuresInRow)) throw error;
      const at = batch.length === 1 ? 0 : indexOfNamedRecord(error, batch);
      if (at === undefined) pending.push(...halves(batch).toReversed());
      else {
        refused.push({
          objectID: (batch[at] as RecordAction).body.objectID,
          reason: briefCauseOf(error),
          error,
        });
        if (batch.length > 1) pending.push(batch.toSpliced(at, 1));
      }
      if (taskIDs.length === 0 && refused.length >= MAX_REFUSED_WITHOUT_ACCEPTED) throw error;
    }
  }
  // A failure of the service is the fault of a record only if the service accepts other records.
  const failed = refused.find(({ error }) => taskIDs.length === 0 && !isRefusal(error));
  if (failed) throw failed.error;
  return { taskIDs, skipped: refused.map(({ objectID, reason }) => ({ objectID, reason })) };
}

const isRefusal = (error: UpstreamError): boolean =>
  REFUSAL_STATUSES.has(readFailure(error.originalError).status);

/** True if one record of the batch may have caused the error: it is refused, or the service fails on it. */
function mayBeOfOneRecord(error: unknown, failuresInRow: number): error is UpstreamError {
  if (!(error instanceof UpstreamError)) return false;
  const isOutage = error.extensions.code === 'UPSTREAM_UNAVAILABLE';
  return isRefusal(error) || (isOutage && failuresInRow <= MAX_FAILURES_IN_ROW);
}

/** Returns the position of the record that Algolia's error names: `{message, position, objectID}`. */
function indexOfNamedRecord(error: UpstreamError, batch: readonly RecordAction[]): number | undefined {
  const { stackTrace } = (error.originalError ?? {}) as AlgoliaError;
  const details = readJson(stackTrace?.at(-1)?.response?.content);
  if (details?.objectID === undefined) return undefined;
  const at = batch.findIndex(({ body }) => body.objectID === details.objectID);
  return at < 0 ? undefined : at;
}

function readJson(text: string | undefined): { readonly objectID?: unknown } | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const halves = <T>(list: readonly T[]): readonly (readonly T[])[] => {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
};
