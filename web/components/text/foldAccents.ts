/**
 * A text as it is compared with what a reader typed: lower case, without accents, and with ligatures, superscripts and
 * other presentation forms as plain letters and digits. One letter may become none or several.
 */
export const foldAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
