import { isSearchable, type Model } from '../../core/model/model.ts';
import type { RecordRow } from '../../core/model/searchRecord.ts';
import { recordsFingerprint } from '../../providers/content/indexing.ts';
import { isMissingIndex, type SearchClient } from '../../providers/search/client.ts';
import {
  type CaptionTrack,
  documentRecord,
  fitRecord,
  MAX_RECORD_BYTES,
} from '../../providers/search/records.ts';
import { documentSettings, momentSettings, suggestionSettings } from '../../providers/search/settings.ts';
import { SuggestionTally } from '../../providers/search/suggestions.ts';
import type { IndexRecord, IndexWriter, TemporaryIndex } from '../../providers/search/writer.ts';
import { momentsOf } from './moments.ts';

/** The sources and the destination of a rebuild. */
export interface RebuildSources {
  readonly model: Model;
  /**
   * Reads the page of published searchable documents after the id `last`, in the order of ids; an empty page is the end.
   * `total` counts all of them.
   */
  readDocuments(last: string): Promise<{ rows: readonly RecordRow[]; total: number }>;
  /** Reads the captions of a media asset; none while it is not ready. */
  readCues(assetId: string): Promise<readonly CaptionTrack[]>;
  readonly search: IndexWriter;
  /** Receives a plain line such as `documents 120/400`. */
  progress(line: string): void;
  /** Query languages (ISO 639-1). */
  readonly languages?: readonly string[];
  /** Maximum bytes of JSON of a record, by the account's plan. */
  readonly recordLimit?: number;
}

/** The result of a rebuild. */
export interface IndexReport {
  readonly documents: number;
  readonly moments: number;
  readonly suggestions: number;
  /** Records whose text was shortened, as `<id>: <attributes>`. */
  readonly shortened: readonly string[];
  /** Ids of documents that exceed the limit even when shortened, and so cannot be found. */
  readonly oversized: readonly string[];
}

const MAX_CONCURRENT_CAPTIONS = 4;

/**
 * Builds the three indexes as temporary ones, then replaces those in use. A failure leaves the indexes unchanged.
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
  const { model, progress, recordLimit = MAX_RECORD_BYTES } = sources;
  const tally = new SuggestionTally();
  const shortened: string[] = [];
  const oversized: string[] = [];
  let read = 0;
  let moments = 0;
  for await (const { rows, total } of readPages(sources)) {
    const fitted = rows.map((row) => fitRecord(documentRecord(row), recordLimit));
    await indexes.documents.add(
      fitted.filter(({ isWithinLimit }) => isWithinLimit).map(({ record }) => record),
    );
    for (const { record, isWithinLimit, shortened: attributes } of fitted) {
      if (!isWithinLimit) oversized.push(record.objectID);
      else if (attributes.length > 0) shortened.push(`${record.objectID}: ${attributes.join(', ')}`);
    }
    for (const row of rows) tally.add(model, row);
    moments += await addMoments(sources, rows, indexes.moments);
    read += rows.length;
    progress(`documents ${read}/${total}`);
  }
  const suggestions = tally.records();
  await indexes.suggestions.add(suggestions);
  progress(`moments ${moments}`);
  progress(`suggestions ${suggestions.length}`);
  return {
    documents: read - oversized.length,
    moments,
    suggestions: suggestions.length,
    shortened,
    oversized,
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
  { model, readCues }: RebuildSources,
  rows: readonly RecordRow[],
  index: TemporaryIndex,
): Promise<number> {
  const moments: IndexRecord[] = [];
  for (let i = 0; i < rows.length; i += MAX_CONCURRENT_CAPTIONS) {
    const part = rows.slice(i, i + MAX_CONCURRENT_CAPTIONS);
    moments.push(...(await Promise.all(part.map((row) => momentsOf(model, { readCues }, row)))).flat());
  }
  await index.add(moments);
  return moments.length;
}
