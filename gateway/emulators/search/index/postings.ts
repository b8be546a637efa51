import { tokenize } from '../text/tokenizer.ts';
import { isCoveredBy, type SearchRecord, textLeaves } from './attributes.ts';
import type { SearchableAttribute } from './settingSyntax.ts';
import type { SearchOptions } from './settings.ts';

/** A record of an index. */
export interface IndexedRecord {
  readonly data: SearchRecord;
  /** Place in the order of insertion, from 0. A replaced record keeps its place. */
  readonly order: number;
  readonly terms: readonly string[];
}

/** A place where a term occurs in a record. */
export interface Occurrence {
  /** Path of the attribute. */
  readonly attribute: string;
  /** Position in the record: the words of one text are consecutive, and texts are far apart. */
  readonly position: number;
  /** The attribute criterion: rank times 1000, plus the position in the attribute where it counts; lower is better. */
  readonly attributeScore: number;
  /** True if the term is the whole text. */
  readonly isWhole: boolean;
}

/** The records that contain a term or a phrase, with its occurrences in each. */
export type Posting = ReadonlyMap<IndexedRecord, readonly Occurrence[]>;

/** Weight of one attribute rank, in positions. */
export const RANK_WEIGHT = 1000;
/** Gap between the positions of two texts, so that they have no phrase and no words near each other. */
const TEXT_POSITION_GAP = 10;

/** Returns the terms in the searchable attributes of a record with their occurrences. */
export function occurrencesIn(
  record: SearchRecord,
  searchable: readonly SearchableAttribute[],
  options: SearchOptions,
): Map<string, Occurrence[]> {
  const terms = new Map<string, Occurrence[]>();
  const attributeLengths = new Map<string, number>();
  let recordLength = 0;
  for (const { path, text } of textLeaves(record, '')) {
    const attribute = searchableAttribute(path, searchable);
    if (!attribute) continue;
    const tokens = tokenize(text, options);
    const attributeLength = attributeLengths.get(path) ?? 0;
    let length = 0;
    const add = (term: string, at: number, isWhole: boolean) => {
      const inAttribute = attribute.isOrdered ? Math.min(attributeLength + at, RANK_WEIGHT - 1) : 0;
      const attributeScore = attribute.rank * RANK_WEIGHT + inAttribute;
      const occurrence = { attribute: path, position: recordLength + at, attributeScore, isWhole };
      const known = terms.get(term);
      if (known) known.push(occurrence);
      else terms.set(term, [occurrence]);
    };
    for (const { text: word, parts = [] } of tokens) {
      add(word, length, tokens.length === 1);
      for (const [i, part] of parts.entries()) add(part.text, length + i, false);
      // A word of several parts is adjacent to the word before and to the word after.
      if (parts.length > 1) add(word, length + parts.length - 1, false);
      length += Math.max(1, parts.length);
    }
    attributeLengths.set(path, attributeLength + length + TEXT_POSITION_GAP);
    recordLength += length + TEXT_POSITION_GAP;
  }
  return terms;
}

/** Returns the entry of `searchableAttributes` for a path; undefined if the path is not searchable. */
function searchableAttribute(
  path: string,
  searchable: readonly SearchableAttribute[],
): Omit<SearchableAttribute, 'path'> | undefined {
  // Without a list every attribute is searchable and the attribute criterion is neutral.
  if (searchable.length === 0) return path === 'objectID' ? undefined : { rank: 0, isOrdered: false };
  return (
    searchable.find((attribute) => attribute.path === path) ??
    searchable.find((attribute) => isCoveredBy(path, [attribute.path]))
  );
}

/**
 * Returns the posting of a phrase: words that are adjacent in this order, at the occurrences of the first
 * word.
 * @returns undefined when no record has the phrase
 */
export function phrasePosting(
  postings: ReadonlyMap<string, Posting>,
  words: readonly string[],
): Posting | undefined {
  const ofWords = words.flatMap((word) => postings.get(word) ?? []);
  const [first, ...otherPostings] = ofWords;
  if (!first || ofWords.length < words.length) return undefined;
  if (otherPostings.length === 0) return first;
  const found = new Map<IndexedRecord, readonly Occurrence[]>();
  for (const [record, occurrences] of first) {
    const next = otherPostings.map(
      (posting) => new Set(posting.get(record)?.map(({ position }) => position)),
    );
    const starts = occurrences.filter(({ position }) =>
      next.every((positions, i) => positions.has(position + 1 + i)),
    );
    if (starts.length > 0) found.set(record, starts);
  }
  return found.size > 0 ? found : undefined;
}
