import { foldAccents } from '../../../components/text/foldAccents.ts';
import { joinSegments, type Segment } from '../../../components/text/segment.ts';

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** A name cut where its words begin as one of the typed words does; a match is no longer than what was typed. */
export const markBeginnings = (name: string, typed: string): Segment[] => {
  const wanted = foldAccents(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const letters = [...name];
  const folded = letters.map(foldAccents);
  /** How many letters from a place on make so much folded text, with the accents that follow them. */
  const lettersFor = (length: number, at: number): number => {
    let taken = 0;
    for (let left = length; left > 0; taken += 1) left -= folded[at + taken]?.length ?? left;
    while (folded[at + taken] === '') taken += 1;
    return taken;
  };
  const segments: Segment[] = [];
  for (let at = 0; at < letters.length; ) {
    const begins = at === 0 || !LETTER.test(letters[at - 1] ?? '');
    const rest = folded.slice(at).join('');
    const length = begins
      ? Math.max(0, ...wanted.filter((word) => rest.startsWith(word)).map((word) => word.length))
      : 0;
    const taken = Math.max(1, lettersFor(length, at));
    segments.push({ text: letters.slice(at, at + taken).join(''), matched: length > 0 });
    at += taken;
  }
  return joinSegments(segments);
};
