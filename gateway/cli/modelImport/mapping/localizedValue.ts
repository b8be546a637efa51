import type { TypeNode } from 'groq-js';
import type { Attributes, Shape } from '../extract/shape.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A value of the studio that differs by language. */
export interface LocalizedShape {
  /** The value of one language. */
  readonly value: Shape;
  /** The languages that the extract names. */
  readonly languages: readonly string[];
}

/**
 * Returns the value of one language for an array of the plugin internationalized-array, or an object with an attribute for each
 * language; undefined for other values.
 */
export function localizedShape(shape: Shape, read: (node: TypeNode) => Shape): LocalizedShape | undefined {
  if (shape.kind === 'list' && shape.of.kind === 'object' && isTranslatedValue(shape.of.type)) {
    const value = shape.of.attributes.value?.value;
    return value && { value: read(value), languages: [] };
  }
  if (shape.kind !== 'object' || !hasFieldPerLanguage(shape.type ?? shape.declaredAs, shape.attributes))
    return undefined;
  const [first] = Object.values(shape.attributes);
  return first && { value: read(first.value), languages: Object.keys(shape.attributes) };
}

/** Returns whether values have the `_type` of the plugin internationalized-array. */
export const isTranslatedValue = (type: unknown): boolean =>
  typeof type === 'string' && /^internationalizedArray.*Value$/.test(type);

/** Names of types with an attribute for each language. */
const LOCALIZED_TYPE = /^(locale|locali[sz]ed|i18n|translated|multilingual)/i;
const LANGUAGE_CODE = /^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/;

/** Some studios have their own codes, such as `cz` for Czech: the name of the type then tells that they are languages. */
function hasFieldPerLanguage(name: string | undefined, attributes: Attributes): boolean {
  const codes = Object.keys(attributes);
  const isNamedSo = LOCALIZED_TYPE.test(name ?? '');
  if (codes.length < 2 || !codes.every((code) => LANGUAGE_CODE.test(code))) return false;
  if (!(isNamedSo ? codes.some(isLanguage) : codes.every(isLanguage))) return false;
  const values = new Set(Object.values(attributes).map(({ value }) => JSON.stringify(value)));
  return values.size === 1 || isNamedSo;
}

const isLanguage = (code: string): boolean => languageNames.of(code.replace('_', '-')) !== undefined;
