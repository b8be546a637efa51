import { isSearchable, type Model } from '../../core/model/model.ts';
import type { RecordRow } from '../../core/model/searchRecord.ts';
import { recordsFingerprint } from '../../providers/content/indexing.ts';
import { type IndexNames, isMissingIndex, type SearchClient } from '../../providers/search/client.ts';
import { documentRecords } from '../../providers/search/indexing/records.ts';
import type { IndexWriter, TemporaryIndex } from '../../providers/search/indexing/writer.ts';
import { documentOfRecord } from '../../providers/search/records/documentId.ts';
import type { IndexRecord, SkippedRecord } from '../../providers/search/records/recordSize.ts';
import { documentSettings, momentSettings, suggestionSettings } from '../../providers/search/settings.ts';
import { SuggestionTally } from '../../providers/search/suggestions.ts';
import { readDocumentMoments } from './indexedRecords.ts';
import {
  type CaptionSource,
  type DocumentMoments,
  describeUnread,
  isUnread,
  momentsOf,
  type UnreadCaptions,
} from './moments.ts';

/** The sources and the destination of a rebuild. */
export interface RebuildSources extends CaptionSource {
  readonly model: Model;
  /**
   * Reads the page of published searchable documents after the id `last`, in the order of ids; an empty page is the end.
   * `total` counts all of them.
   */
  readDocuments(last: string): Promise<{ rows: readonly RecordRow[]; total: number }>;
  readonly search: IndexWriter;
  /** Receives a plain line such as `documents 120/400`. */
  progress(line: string): void;
  /** Query languages (ISO 639-1). */
  readonly languages?: readonly string[];
}

/** The result of a rebuild. */
export interface IndexReport {
  readonly documents: number;
  readonly moments: number;
  readonly suggestions: number;
  /** Documents whose text is not whole in the index, as `<id>: <attributes>`. */
  readonly shortened: readonly string[];
  /** What cannot be found, by index: records above a limit, records that are not accepted, captions that cannot be read. */
  readonly skipped: Readonly<Record<keyof IndexNames, readonly SkippedRecord[]>>;
}

const MAX_CONCURRENT_CAPTIONS = 4;

/**
 * Builds the three indexes as temporary ones, then replaces those in use. What cannot be indexed is left out and reported. A
 * failure of the content or search service leaves the indexes unchanged.
 * @throws UpstreamError of the provider that failed
 */
export async function rebuildIndex(sources: RebuildSources): Promise<IndexReport> {
  const { model, search, languages } = sources;
  const temporaryIndexes: TemporaryIndex[] = [];
  const createIndex = async (index: string, settings: Parameters<IndexWriter['createTemporaryIndex']>[1]) => {
    const created = await search.createTemporaryIndex(index, settings);
    temporaryIndexes.push(created);
    return created;
  };
  try {
    const settings = indexSettings(model, languages);
    const documents = await createIndex(search.indexes.documents, settings.documents);
    const moments = await createIndex(search.indexes.moments, settings.moments);
    const suggestions = await createIndex(search.indexes.suggestions, settings.suggestions);
    const report = await fillIndexes(sources, { documents, moments, suggestions });
    for (const index of temporaryIndexes) await index.publish();
    return report;
  } catch (error) {
    // A leftover temporary index does no harm; the first failure is thrown.
    await Promise.allSettled(temporaryIndexes.map((index) => index.discard()));
    throw error;
  }
}

/**
 * Returns true when the documents index was never built or has no record.
 * @throws UpstreamError when the search service fails
 */
export async function indexIsEmpty(search: SearchClient, signal: AbortSignal): Promise<boolean> {
  try {
    const request = { indexName: search.indexes.documents, query: '', hitsPerPage: 0, analytics: false };
    const [response] = await search.search([request], signal);
    return (response?.nbHits ?? 0) === 0;
  } catch (error) {
    if (isMissingIndex(error)) return true;
    throw error;
  }
}

/**
 * Returns the settings of the three indexes. `userData` of the document index identifies what the records of a model contain, so
 * that an index of another model is recognized even if its settings are equal.
 */
export const indexSettings = (model: Model, languages?: readonly string[]) => ({
  documents: {
    ...documentSettings(model, languages),
    userData: { records: recordsFingerprint(model, indexedTypes(model)) },
  },
  moments: momentSettings(model, languages),
  suggestions: suggestionSettings,
});

/** Returns the types whose documents have records. */
export const indexedTypes = (model: Model) => model.documents.filter(isSearchable);

/** The indexes that replace those in use. */
interface TemporaryIndexes {
  readonly documents: TemporaryIndex;
  readonly moments: TemporaryIndex;
  readonly suggestions: TemporaryIndex;
}

async function fillIndexes(sources: RebuildSources, indexes: TemporaryIndexes): Promise<IndexReport> {
  const { model, progress } = sources;
  const tally = new SuggestionTally();
  const shortened: string[] = [];
  const skipped = { documents: [] as SkippedRecord[], moments: [] as SkippedRecord[] };
  let read = 0;
  let moments = 0;
  for await (const { rows, total } of readPages(sources)) {
    const documents = await addDocuments(rows, indexes.documents);
    skipped.documents.push(...documents.skipped);
    shortened.push(...documents.shortened);
    for (const row of rows) tally.add(model, row);
    const added = await addMoments(sources, rows, indexes.moments);
    moments += added.count;
    skipped.moments.push(...added.skipped);
    read += rows.length;
    progress(`documents ${read}/${total}`);
  }
  const suggestions = tally.records();
  const refused = await indexes.suggestions.add(suggestions);
  progress(`moments ${moments}`);
  progress(`suggestions ${suggestions.length - refused.length}`);
  return {
    documents: read - countDocuments(skipped.documents),
    moments,
    suggestions: suggestions.length - refused.length,
    shortened,
    skipped: { ...skipped, suggestions: refused },
  };
}

const countDocuments = (skipped: readonly SkippedRecord[]): number =>
  new Set(skipped.map(({ objectID }) => documentOfRecord(objectID))).size;

async function addDocuments(rows: readonly RecordRow[], index: TemporaryIndex) {
  const fitted = rows.map((row) => ({ id: row.objectID, ...documentRecords(row) }));
  const refused = await index.add(fitted.flatMap(({ records }) => records));
  return {
    shortened: fitted.flatMap(({ id, shortened }) =>
      shortened.length > 0 ? `${id}: ${shortened.join(', ')}` : [],
    ),
    skipped: [...fitted.flatMap(({ skipped }) => skipped ?? []), ...refused],
  };
}

async function* readPages({ readDocuments }: RebuildSources) {
  let last = '';
  for (;;) {
    const page = await readDocuments(last);
    const end = page.rows.at(-1)?.objectID;
    if (end === undefined) return;
    if (end <= last) throw new Error(`expected documents after ${last}, got a page that ends with ${end}`);
    yield page;
    last = end;
  }
}

async function addMoments(
  { model, search, ...captions }: RebuildSources,
  rows: readonly RecordRow[],
  index: TemporaryIndex,
): Promise<{ count: number; skipped: readonly SkippedRecord[] }> {
  const read: DocumentMoments[] = [];
  for (let i = 0; i < rows.length; i += MAX_CONCURRENT_CAPTIONS) {
    const part = rows.slice(i, i + MAX_CONCURRENT_CAPTIONS);
    read.push(...(await Promise.all(part.map((row) => momentsOf(model, captions, row)))));
  }
  const unread = read.flatMap((moments) => moments.unread);
  const records = [...read.flatMap((moments) => moments.records), ...(await knownMoments(search, unread))];
  const refused = await index.add(records);
  return {
    count: records.length - refused.length,
    skipped: [...read.flatMap(({ skipped }) => skipped), ...unread.map(describeUnread), ...refused],
  };
}

/** Returns the moments in the current index whose captions cannot be read. */
async function knownMoments(
  search: IndexWriter,
  unread: readonly UnreadCaptions[],
): Promise<readonly IndexRecord[]> {
  const known: IndexRecord[] = [];
  for (const [document, captions] of Map.groupBy(unread, (one) => one.document)) {
    const indexed = await readDocumentMoments(search, document);
    known.push(...indexed.filter((record) => isUnread(record, captions)));
  }
  return known;
}
