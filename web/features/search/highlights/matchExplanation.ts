import type { Segment } from '../../../components/text/segment.ts';

/** A field of something found, cut at the matches. */
export interface Highlight {
  field: string;
  segments: readonly Segment[];
}

/** Why something was found, in the order in which a reader would ask. */
export interface Reasons {
  title: readonly Segment[] | null;
  /** The sentence that stands under the title anyway. */
  line: readonly Segment[] | null;
  /** A passage of a longer text, where neither title nor sentence says why. */
  text: readonly Segment[] | null;
  /** Names that matched, with what they are to what was found. */
  labels: readonly { word: string; segments: readonly Segment[] }[];
}

const TITLES = ['title', 'name'];
const LINES = ['tagline', 'excerpt', 'knownFor', 'description'];
/** What a matching name is to a film or an article. */
const LABELS: Readonly<Record<string, string>> = { topics: 'On', credits: 'Credits:', authors: 'After' };

/** Why something was found: the places of the matches, and of the long texts only what the short ones leave unsaid. */
export const reasonsOf = (highlights: readonly Highlight[]): Reasons => {
  const matched = highlights.filter(({ segments }) => segments.some((segment) => segment.matched));
  const first = (fits: (field: string) => boolean) =>
    matched.find(({ field }) => fits(field))?.segments ?? null;
  const title = first((field) => TITLES.includes(field));
  const line = first((field) => LINES.includes(field));
  const text = first((field) => ![...TITLES, ...LINES].includes(field) && !(field in LABELS));
  const labels = Object.entries(LABELS).flatMap(([field, word]) => {
    const segments = first((one) => one === field);
    return segments ? [{ word, segments }] : [];
  });
  return { title, line, text: title || line || !text ? null : parted(text), labels };
};

/** A passage over several paragraphs on one line; a heading has no stop of its own, and gets a point after it. */
const parted = (segments: readonly Segment[]): Segment[] => {
  let before = '';
  return segments.map(({ text, matched }) => {
    const whole = (before + text).replace(/([^\s.!?…:;,])[^\S\n]*\n\s*/g, '$1 · ').slice(before.length);
    before = text.at(-1) ?? before;
    return { text: whole, matched };
  });
};
