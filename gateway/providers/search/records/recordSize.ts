import { hash } from 'node:crypto';
import { REFERENCE_KEY } from '../../../core/model/model.ts';
import { boundaryBefore } from '../../../core/text/textBoundaries.ts';
import { partId, RECORD_COUNT_ATTRIBUTE } from './documentId.ts';
import { attributeOf, type RecordText, textsIn, withoutTexts, withText } from './recordTexts.ts';

/** A record of any index. */
export type IndexRecord = Readonly<Record<string, unknown>> & { readonly objectID: string };

/** The limit of Algolia's smallest plan, in bytes of JSON. */
export const MAX_RECORD_BYTES = 10_000;
/** Algolia's limit of an `objectID`. */
const MAX_ID_BYTES = 512;
/** The records of a document at most; the end of a longer text cannot be found. */
const MAX_PARTS = 100;
/** Bytes of text that a part has at least. Otherwise a document with long lists would have a part for each sentence. */
const MIN_PART_TEXT_BYTES = 1_000;
/** Shorter texts, such as keys of documents, stay in every part. */
const MIN_TAKEN_BYTES = 200;
/** Characters that a part repeats of the part before it, so that words next to each other are in one record. */
const OVERLAP_CHARACTERS = 100;

/** A record that cannot be written, with its reason. */
export interface SkippedRecord {
  readonly objectID: string;
  readonly reason: string;
}

/** The records of one source within the limits of the search service. */
export interface FittedRecords {
  readonly records: readonly IndexRecord[];
  /** The attributes whose text is not whole in the records. */
  readonly shortened: readonly string[];
  /** Set if there are no records, because no shortening would suffice. */
  readonly skipped?: SkippedRecord;
}

/**
 * Splits a record that is too large into several: each has the short attributes, and the next part of the longest texts.
 */
export function splitRecord(record: IndexRecord): FittedRecords {
  const { objectID } = record;
  if (!isWithinIdLimit(objectID)) return { ...NONE, skipped: longId(objectID) };
  if (jsonBytes(record) <= MAX_RECORD_BYTES) return { records: [record], shortened: [] };
  const { base, texts } = withoutLongestTexts(record);
  const longest = { ...base, objectID: partId(objectID, MAX_PARTS), [RECORD_COUNT_ATTRIBUTE]: MAX_PARTS };
  const room = MAX_RECORD_BYTES - jsonBytes(longest);
  if (room < 0) return { ...NONE, skipped: tooLarge(objectID) };
  if (room < MIN_PART_TEXT_BYTES) return { records: [base], shortened: texts.map(attributeOf) };
  const { parts, left } = splitTexts(texts, room);
  return {
    records: parts.map((part, i) => ({
      ...(part.reduce<unknown>(withText, base) as IndexRecord),
      objectID: partId(objectID, i + 1),
      ...(parts.length > 1 && { [RECORD_COUNT_ATTRIBUTE]: parts.length }),
    })),
    shortened: [...new Set(left.map(attributeOf))],
  };
}

const NONE = { records: [], shortened: [] } as const;

/**
 * Shortens one text of a record until the record is within the limits.
 * @param attribute the name of the text
 */
export function fitRecord(record: IndexRecord, attribute: string): FittedRecords {
  const { objectID } = record;
  if (!isWithinIdLimit(objectID)) return { ...NONE, skipped: longId(objectID) };
  if (jsonBytes(record) <= MAX_RECORD_BYTES) return { records: [record], shortened: [] };
  const text = String(record[attribute] ?? '');
  const room = MAX_RECORD_BYTES - jsonBytes({ ...record, [attribute]: '' });
  const end = endWithin(text, room);
  if (room <= 0 || end === 0) return { ...NONE, skipped: tooLarge(objectID) };
  const fitted = { ...record, [attribute]: text.slice(0, end).trimEnd() };
  return { records: [fitted], shortened: [attribute] };
}

export const isWithinIdLimit = (objectID: string): boolean => Buffer.byteLength(objectID) <= MAX_ID_BYTES;

/** Returns an id within the limit: a long one becomes its hash. */
export const shortId = (id: string): string => (isWithinIdLimit(id) ? id : hash('sha256', id, 'base64url'));

const longId = (objectID: string): SkippedRecord => ({
  objectID,
  reason: `expected an id of at most ${MAX_ID_BYTES} bytes, got ${Buffer.byteLength(objectID)}; shorten the id`,
});

const tooLarge = (objectID: string): SkippedRecord => ({
  objectID,
  reason: `exceeds ${MAX_RECORD_BYTES} bytes even without its longest texts; shorten its lists and short texts`,
});

/** Takes the longest texts out of a record until half of the limit is free. Ids and attributes with `_` stay. */
function withoutLongestTexts(record: IndexRecord): { base: IndexRecord; texts: RecordText[] } {
  const texts = Object.entries(record)
    .filter(([name]) => name !== 'objectID' && !name.startsWith('_'))
    .flatMap(([name, value]) => textsIn(value, [name]))
    // A part of a key would be another facet value.
    .filter(({ path }) => path.at(-1) !== REFERENCE_KEY)
    .map((own) => ({ own, bytes: jsonBytes(own.text) }))
    .sort((a, b) => b.bytes - a.bytes);
  let excess = jsonBytes(record) - MAX_RECORD_BYTES / 2;
  const taken: RecordText[] = [];
  for (const { own, bytes } of texts) {
    if (excess <= 0 || bytes < MIN_TAKEN_BYTES) break;
    taken.push(own);
    excess -= bytes;
  }
  return { base: withoutTexts(record, taken) as IndexRecord, texts: taken };
}

/** Splits texts at the ends of words into parts of at most `room` bytes of JSON. `left` has the texts that do not end. */
function splitTexts(
  texts: readonly RecordText[],
  room: number,
): { parts: RecordText[][]; left: readonly RecordText[] } {
  const parts: RecordText[][] = [[]];
  let free = room;
  for (const [i, { path, text }] of texts.entries()) {
    const nameBytes = jsonBytes(withText({}, { path, text: '' }));
    for (let from = 0; from < text.length; ) {
      if (free - nameBytes < MIN_PART_TEXT_BYTES / 2) {
        if (parts.length === MAX_PARTS) return { parts, left: texts.slice(i) };
        parts.push([]);
        free = room;
      }
      const end = from + endWithin(text.slice(from, from + free), free - nameBytes);
      const part = text.slice(from, end).trim();
      if (part !== '') parts.at(-1)?.push({ path, text: part });
      const isEnd = end === text.length;
      free = isEnd ? free - nameBytes - jsonBytes(part) : 0;
      const overlap = isEnd ? end : boundaryBefore(text, end - OVERLAP_CHARACTERS);
      from = overlap > from ? overlap : end;
    }
  }
  return { parts, left: [] };
}

/** Code points that JSON escapes with two bytes. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c]);

/** Returns the size of a value as JSON in UTF-8, by which Algolia limits records. */
const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Returns the end of the longest beginning of a text whose JSON has at most `maxBytes` without quotes. It is the end of a word
 * in any script, or of a character in a word of hundreds of letters.
 */
function endWithin(text: string, maxBytes: number): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    bytes += bytesOfCodePoint(code);
    if (bytes > maxBytes) return boundaryBefore(text, at) || at;
    at += code > 0xffff ? 2 : 1;
  }
  return text.length;
}

function bytesOfCodePoint(code: number): number {
  if (SHORT_ESCAPES.has(code)) return 2;
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
