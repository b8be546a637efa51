/** Search engines and link previews show about this many characters of a description. */
const MAX_CHARACTERS = 200;
/** A cut at the end of a sentence must keep this share of the limit. */
const MIN_SENTENCE_SHARE = 0.5;

/** Shortens a text: to whole sentences if they fill half of the limit, otherwise to whole words and an ellipsis. */
export const summary = (text: string, maxChars = MAX_CHARACTERS): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= maxChars) return plain;
  const start = plain.slice(0, maxChars);
  const sentences = /^.*[.!?][”’)]?(?=\s)/.exec(start)?.[0];
  if (sentences && sentences.length >= maxChars * MIN_SENTENCE_SHARE) return sentences;
  return `${plain.slice(0, maxChars - 1).replace(/[\s,;:–—]*\S*$/, '')}…`;
};
