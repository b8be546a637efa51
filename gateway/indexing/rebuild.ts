import { isSearchable, type Model } from '../model/model.ts';
import type { RecordRow } from '../model/searchables.ts';
import { isMissingIndex, type SearchClient } from '../search/client.ts';
import {
  type CaptionTrack,
  documentRecord,
  fitRecord,
  RECORD_LIMIT,
  SuggestionTally,
} from '../search/records.ts';
import { documentSettings, momentSettings, suggestionSettings } from '../search/settings.ts';
import type { IndexDraft, IndexRecord, IndexWriter } from '../search/writer.ts';
import { momentsOf } from './moments.ts';

/** What the index is built from, and where to. */
export interface IndexSources {
  readonly model: Model;
  /**
   * A page of the published searchable documents in the order of their ids, those after `last`; an empty page ends it.
   * `total` is how many there are in all.
   */
  readDocuments(last: string): Promise<{ rows: readonly RecordRow[]; total: number }>;
  /** The captions of a media asset; none while it is not ready. */
  readCues(assetId: string): Promise<readonly CaptionTrack[]>;
  readonly search: IndexWriter;
  /** Receives a plain line such as `documents 120/400`. */
  progress(line: string): void;
  /** In which questions are asked, by ISO 639-1; none unless given. */
  readonly languages?: readonly string[];
  /** Bytes of JSON that the account's plan allows a record. */
  readonly recordLimit?: number;
}

/** What was built. */
export interface IndexReport {
  readonly documents: number;
  readonly moments: number;
  readonly suggestions: number;
  /** Records that had to lose text, as `<id>: <attributes>`. */
  readonly shortened: readonly string[];
  /** Ids of documents that exceed the limit whatever is cut, and so cannot be found. */
  readonly oversized: readonly string[];
}

/** Documents whose caption files are read at the same time. */
const CUES_AT_ONCE = 4;

/**
 * Builds the three indexes anew from the content, beside those that are in use, and then puts each in the place of the
 * old one. A failure on the way leaves the indexes as they were.
 * @throws UpstreamError of whichever provider failed.
 */
export async function rebuildIndex(sources: IndexSources): Promise<IndexReport> {
  const { model, search, languages } = sources;
  const drafts: IndexDraft[] = [];
  const draft = async (index: string, settings: Parameters<IndexWriter['draft']>[1]) => {
    const made = await search.draft(index, settings);
    drafts.push(made);
    return made;
  };
  try {
    const documents = await draft(search.indexes.documents, documentSettings(model, languages));
    const moments = await draft(search.indexes.moments, momentSettings(model, languages));
    const suggestions = await draft(search.indexes.suggestions, suggestionSettings);
    const report = await fill(sources, { documents, moments, suggestions });
    for (const made of drafts) await made.publish();
    return report;
  } catch (error) {
    // What is left of a draft is rubbish, not harm; the first failure is the one worth telling.
    await Promise.allSettled(drafts.map((made) => made.discard()));
    throw error;
  }
}

/**
 * Whether there is nothing to find: the documents' index was never built, or has no record.
 * @throws UpstreamError when the search service cannot be asked.
 */
export async function indexIsEmpty(search: SearchClient, signal: AbortSignal): Promise<boolean> {
  try {
    const request = { indexName: search.indexes.documents, query: '', hitsPerPage: 0, analytics: false };
    const [answer] = await search.search([request], signal);
    return (answer?.nbHits ?? 0) === 0;
  } catch (error) {
    if (isMissingIndex(error)) return true;
    throw error;
  }
}

/** The types whose documents have records. */
export const indexedTypes = (model: Model) => model.documents.filter(isSearchable);

interface Drafts {
  readonly documents: IndexDraft;
  readonly moments: IndexDraft;
  readonly suggestions: IndexDraft;
}

async function fill(sources: IndexSources, drafts: Drafts): Promise<IndexReport> {
  const { model, progress, recordLimit = RECORD_LIMIT } = sources;
  const tally = new SuggestionTally();
  const shortened: string[] = [];
  const oversized: string[] = [];
  let read = 0;
  let moments = 0;
  for await (const { rows, total } of pages(sources)) {
    const fitted = rows.map((row) => fitRecord(documentRecord(row), recordLimit));
    await drafts.documents.add(fitted.filter(({ fits }) => fits).map(({ record }) => record));
    for (const { record, fits, shortened: attributes } of fitted) {
      if (!fits) oversized.push(record.objectID);
      else if (attributes.length > 0) shortened.push(`${record.objectID}: ${attributes.join(', ')}`);
    }
    for (const row of rows) tally.add(model, row);
    moments += await addMoments(sources, rows, drafts.moments);
    read += rows.length;
    progress(`documents ${read}/${total}`);
  }
  const suggestions = tally.records();
  await drafts.suggestions.add(suggestions);
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

async function* pages({ readDocuments }: IndexSources) {
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
  { model, readCues }: IndexSources,
  rows: readonly RecordRow[],
  draft: IndexDraft,
): Promise<number> {
  const moments: IndexRecord[] = [];
  for (let i = 0; i < rows.length; i += CUES_AT_ONCE) {
    const part = rows.slice(i, i + CUES_AT_ONCE);
    moments.push(...(await Promise.all(part.map((row) => momentsOf(model, { readCues }, row)))).flat());
  }
  await draft.add(moments);
  return moments.length;
}
