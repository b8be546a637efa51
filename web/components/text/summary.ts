/** Characters that search engines and cards show of a description. */
const MOST = 200;
/** The least of a text that a cut at a sentence's end may leave. */
const ENOUGH = 0.5;

/**
 * The beginning of a text for a line that has room for only so much: whole sentences where they fill half of it,
 * otherwise whole words and an ellipsis.
 * @param most in characters
 */
export const summary = (text: string, most = MOST): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= most) return plain;
  const room = plain.slice(0, most);
  const sentences = /^.*[.!?][”’)]?(?=\s)/.exec(`${room}`)?.[0];
  if (sentences && sentences.length >= most * ENOUGH) return sentences;
  return `${plain.slice(0, most - 1).replace(/[\s,;:–—]*\S*$/, '')}…`;
};
