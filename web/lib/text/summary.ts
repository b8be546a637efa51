import { startOf } from './startOf.ts';

/** Search engines and link previews show about this many characters of a description. */
const MAX_CHARACTERS = 200;
/** A cut after a sentence must keep this share of the limit, so that it says something. */
const MIN_SENTENCE_SHARE = 0.25;
/** A cut after a word must keep this share of the limit. A text without spaces has no words. */
const MIN_WORD_SHARE = 0.5;
/**
 * Sentences. A full stop after a single letter belongs to an initial, as in “Edward N. Lorenz”, and after a title to a
 * name; before a small letter it belongs to an abbreviation. Chinese and Japanese have no space after a full stop.
 */
const SENTENCES =
  /^.*(?:(?<!(?<!\p{L})(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|cf|vs))[.!?]["”’)]*(?=\s+[^\s\p{Ll}])|[。！？][」』”）]?)/u;

/** The sources of a text on pages in preview (`encodeTexts`), whose decoder is too large for pages of readers. */
const INVISIBLE = /[\u200B-\u200D\uFEFF]{4,}/g;

/** Shortens a text: to whole sentences, or to whole words and an ellipsis if the first sentence is too long or says too little. */
export const summary = (text: string, maxChars = MAX_CHARACTERS): string => {
  const plain = text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= maxChars) return plain;
  // The first characters after the limit show whether a sentence ends at it.
  const sentences = SENTENCES.exec(plain.slice(0, maxChars + 2))?.[0];
  if (sentences && sentences.length >= maxChars * MIN_SENTENCE_SHARE) return sentences;
  const start = startOf(plain, maxChars - 1);
  const words = start.replace(/[\s,;:–—]*\S*$/, '');
  return `${words.length >= maxChars * MIN_WORD_SHARE ? words : start}…`;
};
