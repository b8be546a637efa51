import { facetsOf, type Model, REFERENCE_KEY } from '../../core/model/model.ts';
import type { RecordRow } from '../../core/model/searchRecord.ts';
import { removeMatchMarks } from './highlights.ts';
import { DOCUMENT_FACETS_ATTRIBUTE } from './settings.ts';
import type { IndexRecord } from './writer.ts';

/** The limit of Algolia's smallest plan, in bytes of JSON. */
export const MAX_RECORD_BYTES = 10_000;

/** A record within the size limit, if possible. */
export interface FittedRecord {
  readonly record: IndexRecord;
  /** The attributes whose text was shortened. */
  readonly shortened: readonly string[];
  readonly isWithinLimit: boolean;
}

/** A caption; times in seconds. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The captions of a media asset in one language. */
export interface CaptionTrack {
  /** The id of the text track; the text of a track never changes. */
  readonly track: string;
  /** A BCP 47 code. */
  readonly language: string;
  readonly cues: readonly Cue[];
}

/**
 * Returns the record of a document: its searchable attributes without empty ones. `_createdAt` is in seconds, because Algolia ranks
 * by numbers.
 */
export function documentRecord(row: RecordRow): IndexRecord {
  const attributes = Object.entries(row).filter(([name]) => !name.startsWith('@'));
  return {
    ...(withoutEmpty(Object.fromEntries(attributes)) as IndexRecord),
    _createdAt: Math.floor(Date.parse(row._createdAt) / 1000),
  };
}

/**
 * Shortens the longest texts of a record at word ends until it is within the limit. Searches then miss the removed words but still
 * find the document.
 * @param maxBytes of the record's JSON
 */
export function fitRecord(record: IndexRecord, maxBytes: number): FittedRecord {
  const fitted: Record<string, unknown> & { objectID: string } = { ...record };
  const shortened = new Set<string>();
  for (;;) {
    const excess = bytesOf(fitted) - maxBytes;
    if (excess <= 0) return { record: fitted, shortened: [...shortened], isWithinLimit: true };
    const [name, text] = longestText(fitted);
    if (text === '') return { record: fitted, shortened: [...shortened], isWithinLimit: false };
    fitted[name] = shorten(text, excess);
    shortened.add(name);
  }
}

/** Returns the facet values of a document with the attribute names of its record; moments are filtered by them. */
export function facetValuesOf(model: Model, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const facets = model.locales.all.flatMap((locale) => facetsOf(model, locale));
  const values = facets.flatMap(({ field, kind, attribute }) => {
    const name = kind === 'reference' ? field : attribute;
    if (field === undefined || name === undefined || isEmpty(row[name])) return [];
    const keys = [row[name]].flat().flatMap((reference) => {
      const key = (reference as Readonly<Record<string, unknown>> | null)?.[REFERENCE_KEY];
      return typeof key === 'string' ? { [REFERENCE_KEY]: key } : [];
    });
    return [[name, kind === 'reference' ? keys : row[name]] as const];
  });
  return withoutEmpty(Object.fromEntries(values)) as Record<string, unknown>;
}

/**
 * Returns one record per cue; its id consists of document, language and start time in milliseconds. Only the first track of a
 * language counts, so that no moment occurs twice. `moment` is equal for the same time in all languages.
 * @param facetValues of the document
 */
export function momentRecords(
  row: RecordRow,
  asset: string,
  tracks: readonly CaptionTrack[],
  facetValues: Readonly<Record<string, unknown>> = {},
): IndexRecord[] {
  const records = new Map<string, IndexRecord>();
  const languages = new Map(tracks.toReversed().map((track) => [track.language, track]));
  const documentFacets = isEmpty(facetValues) ? {} : { [DOCUMENT_FACETS_ATTRIBUTE]: facetValues };
  for (const { track, language, cues } of languages.values()) {
    for (const { start, end, text } of cues) {
      const words = removeMatchMarks(text).replace(/\s+/g, ' ').trim();
      const { _type, objectID: document } = row;
      const milliseconds = Math.round(start * 1000);
      const objectID = `${document}:${language}:${milliseconds}`;
      if (words === '' || records.has(objectID)) continue;
      const moment = `${asset}:${milliseconds}`;
      records.set(objectID, {
        objectID,
        document,
        _type,
        asset,
        track,
        moment,
        language,
        start,
        end,
        text: words,
        ...documentFacets,
      });
    }
  }
  return [...records.values()];
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Returns name and value of the longest text, without ids and attributes with `_`; empty if there is none. */
function longestText(record: Readonly<Record<string, unknown>>): readonly [string, string] {
  return Object.entries(record)
    .filter(([name, value]) => typeof value === 'string' && name !== 'objectID' && !name.startsWith('_'))
    .reduce<readonly [string, string]>(
      (longest, [name, value]) => (bytesOf(value) > bytesOf(longest[1]) ? [name, value as string] : longest),
      ['', ''],
    );
}

/** Removes at least `excess` bytes from the end of a text, up to the end of a word. */
function shorten(text: string, excess: number): string {
  const bytes = Buffer.from(text);
  // A cut within a character leaves replacement characters.
  const start = bytes
    .subarray(0, Math.max(0, bytes.length - excess))
    .toString()
    .replace(/\uFFFD+$/, '');
  const wordEnd = start.search(/\s+\S*$/);
  return wordEnd > 0 ? start.slice(0, wordEnd) : '';
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return removeMatchMarks(value);
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((element) => !isEmpty(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const cleaned = withoutEmpty(inner);
      return isEmpty(cleaned) ? [] : [[key, cleaned]];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
