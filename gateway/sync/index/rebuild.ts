import { chunks } from '../../core/chunks.ts';
import type { Model } from '../../core/model/model.ts';
import type { RecordRow } from '../../core/model/searchRecord.ts';
import type { IndexNames } from '../../providers/search/client.ts';
import { documentRecords } from '../../providers/search/indexing/records.ts';
import type {
  IndexConfiguration,
  IndexWriter,
  TemporaryIndex,
} from '../../providers/search/indexing/writer.ts';
import { documentOfRecord } from '../../providers/search/records/documentId.ts';
import type { IndexRecord, SkippedRecord } from '../../providers/search/records/recordSize.ts';
import { initialSettings } from '../../providers/search/settings.ts';
import { SuggestionTally } from '../../providers/search/suggestions.ts';
import { readDocumentMoments } from './indexedRecords.ts';
import { type IndexMark, type ModelIndexes, readMark } from './modelIndexes.ts';
import {
  type CaptionSource,
  type DocumentMoments,
  describeUnread,
  isUnread,
  momentsOf,
  type UnreadCaptions,
} from './moments.ts';
import { pagesOf } from './pages.ts';

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
  readonly indexes: ModelIndexes;
  /** Complete indexes whose other settings, synonyms and rules are copied. Default: those that are replaced. */
  readonly copiedFrom?: IndexNames | undefined;
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
 * Builds three temporary indexes, then replaces the indexes in use. What cannot be indexed is left out and reported. A
 * failure of the content or search service leaves the indexes unchanged.
 * @throws UpstreamError of the provider that failed
 */
export async function rebuildIndex(sources: RebuildSources): Promise<IndexReport> {
  const { search } = sources;
  const temporaryIndexes: TemporaryIndex[] = [];
  try {
    const configurations = await readConfigurations(sources);
    const createIndex = async (kind: keyof IndexNames) => {
      const created = await search.createTemporaryIndex(search.indexes[kind], configurations[kind]);
      temporaryIndexes.push(created);
      return created;
    };
    const moments = await createIndex('moments');
    const suggestions = await createIndex('suggestions');
    // The last one: its mark says that all are complete.
    const documents = await createIndex('documents');
    const report = await fillIndexes(sources, { documents, moments, suggestions });
    for (const index of temporaryIndexes) await index.publish();
    return report;
  } catch (error) {
    // A leftover temporary index does no harm; the first failure is thrown.
    await Promise.allSettled(temporaryIndexes.map((index) => index.discard()));
    throw error;
  }
}

/** Returns the settings and synonyms of the new indexes, and the indexes whose other settings, synonyms and rules they take over. */
async function readConfigurations({ model, search, indexes, languages, copiedFrom }: RebuildSources) {
  const source = copiedFrom ?? search.indexes;
  const isComplete = readMark(await search.readSettings(source.documents)) !== undefined;
  const initial = initialSettings(model, languages);
  const configurationOf = (kind: keyof IndexNames): IndexConfiguration => ({
    settings: {
      ...(!isComplete && initial[kind]),
      ...indexes.settings[kind],
      ...(kind === 'documents' && { userData: createMark(indexes) }),
    },
    synonyms: kind === 'suggestions' ? [] : indexes.synonyms,
    copiedFrom: isComplete ? source[kind] : undefined,
  });
  return {
    documents: configurationOf('documents'),
    moments: configurationOf('moments'),
    suggestions: configurationOf('suggestions'),
  };
}

/** Returns the mark of a document index that is used now. */
export const createMark = ({ fingerprint, dataset }: ModelIndexes): IndexMark => ({
  model: fingerprint,
  dataset,
  usedAt: new Date().toISOString(),
});

/** The indexes that replace the indexes in use. */
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
  for await (const { rows, total } of pagesOf(sources.readDocuments, ({ rows }) => rows.at(-1)?.objectID)) {
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

async function addMoments(
  { model, search, ...captions }: RebuildSources,
  rows: readonly RecordRow[],
  index: TemporaryIndex,
): Promise<{ count: number; skipped: readonly SkippedRecord[] }> {
  const read: DocumentMoments[] = [];
  for (const part of chunks(rows, MAX_CONCURRENT_CAPTIONS))
    read.push(...(await Promise.all(part.map((row) => momentsOf(model, captions, row)))));
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
