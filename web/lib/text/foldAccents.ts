/**
 * Normalizes text for comparison: lower case, without accents, with ligatures, superscripts and other presentation forms as
 * plain letters and digits. The length may change.
 */
export const foldAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the words of a text, each as `foldAccents` returns it. */
export const foldedWords = (text: string): string[] => foldAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [];
