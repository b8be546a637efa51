/** The marks of Latin and Greek letters, and the points of Hebrew and Arabic. Marks of other scripts make another letter. */
const OPTIONAL_MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}|(?=\p{M})[\p{Script=Hebrew}\u064b-\u0652\u0670]/gu;

/** Returns a text for comparisons without case and without optional marks. */
export const foldedText = (text: string): string =>
  text.normalize('NFKD').replace(OPTIONAL_MARKS, '').normalize('NFC').toLowerCase();
