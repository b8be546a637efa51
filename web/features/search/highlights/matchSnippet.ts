import { startOf } from '../../../lib/text/startOf.ts';
import { explainMatch, type Highlight } from './explainMatch.ts';

type Segments = Highlight['segments'];

const MAX_CHARS_BEFORE = 24;
const MAX_CHARS_AFTER = 28;

/** Returns the matching name of a result, or the text around the first match; null without a match. */
export const matchSnippet = (highlights: readonly Highlight[]): Segments | null => {
  const { title, subtitle, passage, labels } = explainMatch(highlights);
  const [name] = labels;
  if (name) return [{ text: `${name.label} `, matched: false }, ...name.segments];
  const field = title ?? subtitle ?? passage;
  return field && excerptAroundMatch(field);
};

const excerptAroundMatch = (segments: Segments): Segments => {
  const index = segments.findIndex(({ matched }) => matched);
  const joinText = (part: Segments) => part.map(({ text }) => text.replace(/\s+/g, ' ')).join('');
  const [before, after] = [joinText(segments.slice(0, index)), joinText(segments.slice(index + 1))];
  const match = segments[index];
  if (!match) return segments;
  return [
    {
      text:
        before.length > MAX_CHARS_BEFORE
          ? `…${before.slice(startOf(before, before.length - MAX_CHARS_BEFORE).length).replace(/^\S*\s/, '')}`
          : before,
      matched: false,
    },
    match,
    {
      text:
        after.length > MAX_CHARS_AFTER
          ? `${startOf(after, MAX_CHARS_AFTER).replace(/[^\p{L}\p{N}]*\s\S*$/u, '')}…`
          : after,
      matched: false,
    },
  ];
};
