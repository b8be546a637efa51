const WORDS_PER_MINUTE = 220;

/** Runs of scripts that put no space between words. */
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Returns the minutes to read a text, rounded up; 0 for an empty text. Words are separated by spaces; in scripts without spaces, the
 * dictionaries of Unicode separate them.
 */
export function readingMinutes(text: string): number {
  const rest = text.replaceAll(WITHOUT_SPACES, ' ');
  const spaced = rest.split(/\s+/).filter((word) => LETTER.test(word)).length;
  // Most texts have no such scripts, and segmentation takes ten times as long as the search for spaces.
  const unspaced = rest === text ? 0 : countSegments(text);
  const minutes = Math.ceil((spaced + unspaced) / WORDS_PER_MINUTE);
  return text.trim() === '' ? 0 : Math.max(1, minutes);
}

function countSegments(text: string): number {
  let words = 0;
  for (const [run] of text.matchAll(WITHOUT_SPACES))
    for (const { isWordLike } of segmenter.segment(run)) if (isWordLike) words += 1;
  return words;
}
