import { startOf } from './startOf.ts';

/** Search engines and link previews show about this many characters of a description. */
const MAX_CHARACTERS = 200;
/** A cut after a sentence or a word must keep this share of the limit. A text without spaces has neither. */
const MIN_SHARE = 0.5;
/** Sentences. Chinese and Japanese have no space after a full stop. */
const SENTENCES = /^.*(?:[.!?][”’)]?(?=\s)|[。！？][」』”）]?)/;

/** Shortens a text: to whole sentences if they fill half of the limit, otherwise to whole words and an ellipsis. */
export const summary = (text: string, maxChars = MAX_CHARACTERS): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= maxChars) return plain;
  const minLength = maxChars * MIN_SHARE;
  const sentences = SENTENCES.exec(plain.slice(0, maxChars))?.[0];
  if (sentences && sentences.length >= minLength) return sentences;
  const start = startOf(plain, maxChars - 1);
  const words = start.replace(/[\s,;:–—]*\S*$/, '');
  return `${words.length >= minLength ? words : start}…`;
};
