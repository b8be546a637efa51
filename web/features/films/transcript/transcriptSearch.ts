import { foldAccents } from '../../../components/text/foldAccents.ts';
import type { Segment } from '../../../components/text/segment.ts';

/**
 * A text in pieces, of which some are what was looked for. Case and accents do not count.
 * @param query nothing is found by an empty one
 */
export const segmentsOf = (text: string, query: string): Segment[] => {
  const needle = foldAccents(query.trim());
  if (!needle) return [{ text, matched: false }];
  const letters = [...text];
  // A letter may be compared as none or as several, so each place of the compared text knows its letter.
  const places = letters.flatMap((letter, at) => Array.from(foldAccents(letter), () => at));
  const hay = letters.map(foldAccents).join('');
  const compared = [...hay];
  const segments: Segment[] = [];
  let done = 0;
  const take = (until: number, matched: boolean) => {
    if (until > done) segments.push({ text: letters.slice(done, until).join(''), matched });
    done = Math.max(done, until);
  };
  const wanted = [...needle];
  for (let at = 0; at + wanted.length <= compared.length; ) {
    if (wanted.every((letter, offset) => compared[at + offset] === letter)) {
      take(places[at] ?? done, false);
      take((places[at + wanted.length - 1] ?? done) + 1, true);
      at += wanted.length;
    } else at += 1;
  }
  take(letters.length, false);
  return segments;
};

/** Which of the texts contain what is looked for: their places, in order. */
export const placesOf = (texts: readonly string[], query: string): number[] => {
  const needle = foldAccents(query.trim());
  return needle ? texts.flatMap((text, at) => (foldAccents(text).includes(needle) ? [at] : [])) : [];
};
