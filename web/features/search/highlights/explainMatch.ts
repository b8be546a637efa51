import type { SearchableField } from '../../../data/schema.generated.ts';
import type { TextSegment } from '../../../lib/text/textSegment.ts';

/** A field of a result, split where it matches the query. */
export interface Highlight {
  field: SearchableField;
  segments: readonly TextSegment[];
}

/** The highlighted fields that show why a result matches. */
export interface MatchExplanation {
  title: readonly TextSegment[] | null;
  /** The sentence that a result shows under its title. */
  subtitle: readonly TextSegment[] | null;
  /** An excerpt of a longer text; null if title or subtitle match. */
  passage: readonly TextSegment[] | null;
  /** Matching names, each with its relation to the result. */
  labels: readonly { label: string; segments: readonly TextSegment[] }[];
}

const TITLE_FIELDS: readonly SearchableField[] = ['TITLE', 'NAME'];
const SUBTITLE_FIELDS: readonly SearchableField[] = ['TAGLINE', 'EXCERPT', 'KNOWN_FOR', 'DESCRIPTION'];
/** The fields that say what a document is about, in contrast to its long texts and related names. */
export const NAME_FIELDS: readonly SearchableField[] = [...TITLE_FIELDS, ...SUBTITLE_FIELDS];
/** The relation of a matching name to a film or an article. */
const FIELD_LABELS: Readonly<Partial<Record<SearchableField, string>>> = {
  TOPICS: 'Topic:',
  AUTHORS: 'By',
  CREDITS: 'Credits:',
  PEOPLE: 'Based on the work of',
};

/** Picks the highlights that explain why a result matches. */
export const explainMatch = (highlights: readonly Highlight[]): MatchExplanation => {
  const matches = highlights.filter(({ segments }) => segments.some((segment) => segment.matched));
  const firstMatch = (isWanted: (field: SearchableField) => boolean) =>
    matches.find(({ field }) => isWanted(field))?.segments ?? null;
  const title = firstMatch((field) => TITLE_FIELDS.includes(field));
  const subtitle = firstMatch((field) => SUBTITLE_FIELDS.includes(field));
  const passage = firstMatch((field) => !NAME_FIELDS.includes(field) && !(field in FIELD_LABELS));
  const labels = (Object.keys(FIELD_LABELS) as SearchableField[]).flatMap((name) => {
    const label = FIELD_LABELS[name] ?? '';
    const segments = firstMatch((field) => field === name);
    return segments ? [{ label, segments }] : [];
  });
  return { title, subtitle, passage: title || subtitle || !passage ? null : joinParagraphs(passage), labels };
};

/** Joins paragraphs into one line, with ` · ` after a heading, which has no punctuation of its own. */
const joinParagraphs = (segments: readonly TextSegment[]): TextSegment[] => {
  let previousChar = '';
  return segments.map(({ text, matched }) => {
    const joined = (previousChar + text)
      .replace(/([^\s.!?…:;,])[^\S\n]*\n\s*/g, '$1 · ')
      .slice(previousChar.length);
    previousChar = text.at(-1) ?? previousChar;
    return { text: joined, matched };
  });
};
