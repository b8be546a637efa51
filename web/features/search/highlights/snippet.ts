import { type Highlight, reasonsOf } from './matchExplanation.ts';

type Segments = Highlight['segments'];

/** How many letters of a passage stand before and after the match. */
const BEFORE = 24;
const AFTER = 28;

/** Why something was found, in a line: the name that matched, or the words around the first match; null for no reason. */
export const reasonInShort = (highlights: readonly Highlight[]): Segments | null => {
  const { title, line, text, labels } = reasonsOf(highlights);
  const [label] = labels;
  if (label) return [{ text: `${label.word} `, matched: false }, ...label.segments];
  const passage = title ?? line ?? text;
  return passage && around(passage);
};

const around = (segments: Segments): Segments => {
  const at = segments.findIndex(({ matched }) => matched);
  const joined = (part: Segments) => part.map(({ text }) => text.replace(/\s+/g, ' ')).join('');
  const [before, after] = [joined(segments.slice(0, at)), joined(segments.slice(at + 1))];
  const match = segments[at];
  if (!match) return segments;
  return [
    {
      text: before.length > BEFORE ? `…${before.slice(-BEFORE).replace(/^\S*\s/, '')}` : before,
      matched: false,
    },
    match,
    {
      text: after.length > AFTER ? `${after.slice(0, AFTER).replace(/[^\p{L}\p{N}]*\s\S*$/u, '')}…` : after,
      matched: false,
    },
  ];
};
