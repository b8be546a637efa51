import type { Attributes, Shape } from '../extract/shape.ts';

const COMMENT = 'one value per language. The gateway does not choose a language; clients select the value.';
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns a comment on a value with one text per language; undefined for other values. */
export function languageComment(shape: Shape): string | undefined {
  if (shape.kind === 'list' && shape.of.kind === 'object' && isTranslatedValue(shape.of.type))
    return `Guess: a list with ${COMMENT}`;
  if (shape.kind === 'object' && hasFieldPerLanguage(shape.type ?? shape.declaredAs, shape.attributes))
    return `Guess: an object with ${COMMENT}`;
  return undefined;
}

/** Returns whether a `_type` is that of the values of the plugin internationalized-array. */
export const isTranslatedValue = (type: string | undefined): boolean =>
  type !== undefined && /^internationalizedArray.*Value$/.test(type);

function hasFieldPerLanguage(name: string | undefined, attributes: Attributes): boolean {
  const languages = Object.keys(attributes);
  if (languages.length < 2 || !languages.every(isLanguage)) return false;
  const values = new Set(Object.values(attributes).map(({ value }) => JSON.stringify(value)));
  return values.size === 1 || /^locale/i.test(name ?? '');
}

function isLanguage(code: string): boolean {
  if (!/^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/.test(code)) return false;
  return languageNames.of(code.replace('_', '-')) !== undefined;
}
