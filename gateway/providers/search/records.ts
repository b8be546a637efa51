import { facetsOf, type Model, REFERENCE_KEY } from '../../core/model/model.ts';
import { type RecordRow, recordParts } from '../../core/model/searchRecord.ts';
import { withoutMarks } from './highlights.ts';
import { OF_DOCUMENT } from './settings.ts';
import type { IndexRecord } from './writer.ts';

/** Bytes of JSON that the provider's smallest plan allows a record. */
export const RECORD_LIMIT = 10_000;

/** A record made to fit, and what was cut for it. */
export interface FittedRecord {
  readonly record: IndexRecord;
  /** Attributes whose text was shortened; empty when it fitted as it was. */
  readonly shortened: readonly string[];
  /** Whether it fits now. */
  readonly fits: boolean;
}

/** Words shown from one second to another. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The cues of a media asset in one language. */
export interface CaptionTrack {
  /** The id of the text track, which never changes its words. */
  readonly track: string;
  /** A BCP 47 code. */
  readonly language: string;
  readonly cues: readonly Cue[];
}

/**
 * The record of a document: what its type says is searchable, without what is empty. `_createdAt` is in seconds, so that
 * it can be ranked by.
 */
export function documentRecord(row: RecordRow): IndexRecord {
  const attributes = Object.entries(row).filter(([name]) => !name.startsWith('@'));
  return {
    ...(withoutEmpty(Object.fromEntries(attributes)) as IndexRecord),
    _createdAt: Math.floor(Date.parse(row._createdAt) / 1000),
  };
}

/**
 * Shortens the longest texts of a record, at ends of words, until it is within the provider's limit. What is found by
 * its later words is lost, which is less than a document that is not found at all.
 * @param limit bytes of the record's JSON.
 */
export function fitRecord(record: IndexRecord, limit: number): FittedRecord {
  const fitted: Record<string, unknown> & { objectID: string } = { ...record };
  const shortened = new Set<string>();
  for (;;) {
    const excess = bytesOf(fitted) - limit;
    if (excess <= 0) return { record: fitted, shortened: [...shortened], fits: true };
    const [name, text] = longestText(fitted);
    if (text === '') return { record: fitted, shortened: [...shortened], fits: false };
    fitted[name] = shorten(text, excess);
    shortened.add(name);
  }
}

/** The values of a document's facets, in the places where its record has them: all that its moments are narrowed by. */
export function facetValuesOf(model: Model, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values = facetsOf(model).flatMap(({ field, kind }) => {
    if (field === undefined || isEmpty(row[field])) return [];
    const given = [row[field]].flat();
    const keys = given.flatMap((reference) => {
      const key = (reference as Readonly<Record<string, unknown>> | null)?.[REFERENCE_KEY];
      return typeof key === 'string' ? { [REFERENCE_KEY]: key } : [];
    });
    return [[field, kind === 'reference' ? keys : row[field]] as const];
  });
  return withoutEmpty(Object.fromEntries(values)) as Record<string, unknown>;
}

/**
 * A record for each cue, named by its document, its language and its beginning in milliseconds. Of several tracks in one
 * language the first counts, so that a moment is not found twice; `moment` is the same for its words in all languages.
 * @param of the facet values of the document
 */
export function momentRecords(
  row: RecordRow,
  asset: string,
  tracks: readonly CaptionTrack[],
  of: Readonly<Record<string, unknown>> = {},
): IndexRecord[] {
  const records = new Map<string, IndexRecord>();
  const languages = new Map(tracks.toReversed().map((track) => [track.language, track]));
  const narrowing = isEmpty(of) ? {} : { [OF_DOCUMENT]: of };
  for (const { track, language, cues } of languages.values()) {
    for (const { start, end, text } of cues) {
      const words = withoutMarks(text).replace(/\s+/g, ' ').trim();
      const { _type, objectID: document } = row;
      const milliseconds = Math.round(start * 1000);
      const objectID = `${document}:${language}:${milliseconds}`;
      if (words === '' || records.has(objectID)) continue;
      const moment = `${asset}:${milliseconds}`;
      const said = { start, end, text: words };
      records.set(objectID, {
        objectID,
        document,
        _type,
        asset,
        track,
        moment,
        language,
        ...said,
        ...narrowing,
      });
    }
  }
  return [...records.values()];
}

/** Counts what documents are called, to suggest it: a title weighs as much as it is borne and referred to. */
export class SuggestionTally {
  readonly #counts = new Map<string, { query: string; popularity: number }>();

  /** Counts a document's own title and the titles of what its record refers to. */
  add(model: Model, row: RecordRow): void {
    for (const title of titlesOf(model, row)) this.#count(title);
  }

  /** A record for each completion, in the shape of the provider's own. */
  records(): IndexRecord[] {
    return [...this.#counts].map(([key, { query, popularity }]) => ({
      objectID: key,
      query,
      popularity,
      nb_words: query.split(' ').length,
    }));
  }

  #count(title: string): void {
    const query = withoutMarks(title).replace(/\s+/g, ' ').trim();
    if (query === '') return;
    const key = query.toLowerCase();
    const known = this.#counts.get(key);
    this.#counts.set(key, { query: known?.query ?? query, popularity: (known?.popularity ?? 0) + 1 });
  }
}

/** The titles a document bears and refers to, as often as it does. */
function titlesOf(model: Model, row: RecordRow): readonly string[] {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  const referred = (type ? recordParts(model, type) : []).flatMap(({ field, value }) =>
    value.kind === 'reference' || value.kind === 'object' ? titlesIn(row[field.name]) : [],
  );
  const label = row['@label'];
  return label ? [label, ...referred] : referred;
}

/** The titles of references, however deep in inline objects; a reference alone has an `id` beside its title. */
function titlesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(titlesIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, title } = value as { id?: unknown; title?: unknown };
  if (typeof id === 'string') return typeof title === 'string' ? [title] : [];
  return Object.values(value).flatMap(titlesIn);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The longest text of a record that is not one of its names; empty when there is none. */
function longestText(record: Readonly<Record<string, unknown>>): readonly [string, string] {
  return Object.entries(record)
    .filter(([name, value]) => typeof value === 'string' && name !== 'objectID' && !name.startsWith('_'))
    .reduce<readonly [string, string]>(
      (longest, [name, value]) => (bytesOf(value) > bytesOf(longest[1]) ? [name, value as string] : longest),
      ['', ''],
    );
}

/** The text without at least so many bytes of its end, cut where a word ends. */
function shorten(text: string, excess: number): string {
  const bytes = Buffer.from(text);
  // A cut in the middle of a character leaves replacement characters, which belong to no word.
  const kept = bytes
    .subarray(0, Math.max(0, bytes.length - excess))
    .toString()
    .replace(/\uFFFD+$/, '');
  const wordEnd = kept.search(/\s+\S*$/);
  return wordEnd > 0 ? kept.slice(0, wordEnd) : '';
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return withoutMarks(value);
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((element) => !isEmpty(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const kept = withoutEmpty(inner);
      return isEmpty(kept) ? [] : [[key, kept]];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
