/** The first letter of a text, and whether it is of a script that is written from right to left. */
const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Returns the direction of a text, by its first letter; the direction of the page for a text without letters. */
export function textDirection(text: string): 'ltr' | 'rtl' | 'auto' {
  const [letter] = FIRST_LETTER.exec(text) ?? [];
  if (letter === undefined) return 'auto';
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/**
 * Returns the direction of a language; `auto` for a text that is no tag. TypeScript does not declare the method yet.
 * @param tag a BCP 47 tag, as far as the source of a value knows
 */
export function directionOf(tag: string): string {
  try {
    const locale = new Intl.Locale(tag) as Partial<{ getTextInfo(): { direction: string } }>;
    return locale.getTextInfo?.().direction ?? 'ltr';
  } catch {
    return 'auto';
  }
}
