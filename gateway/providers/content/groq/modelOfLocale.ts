import type { Locale } from '../../../core/locales.ts';
import { mapFields } from '../../../core/model/mapFields.ts';
import type { Model, ModelField } from '../../../core/model/model.ts';
import { ENTRY_TYPE, plainSigns } from '../../../core/model/plainValues.ts';
import { attribute, attributeOf, callGroq, pathsBefore } from './groq.ts';
import { translatedGroq } from './translations.ts';

/** The attributes of a `StoredTranslation`. Sanity's attributes cannot begin with `@`. */
export const TRANSLATION_PLACE = '@place';
export const TRANSLATION_VALUE = 'value';
export const TRANSLATION_OUTER = '@noObject';

/** What a query has for a localized field. */
export interface StoredTranslation {
  /** The path of the value, from the attribute of the field: `.de`, or empty for a value without languages. */
  readonly [TRANSLATION_PLACE]: string;
  readonly [TRANSLATION_VALUE]: unknown;
  /** A value that is no object, and that the path of the value leads through; the place is its own. */
  readonly [TRANSLATION_OUTER]?: unknown;
}

const models = new WeakMap<Model, Map<string, Model>>();

/**
 * Returns a model whose localized fields have their values in a language, or else in one of its fallbacks. It is the model itself
 * if no field is localized.
 */
export function modelOfLocale(model: Model, { codes }: Pick<Locale, 'codes'>): Model {
  if (!hasLocalizedField(model)) return model;
  const byCodes = models.get(model) ?? new Map<string, Model>();
  models.set(model, byCodes);
  const key = codes.join();
  const known = byCodes.get(key) ?? localizeModel(model, codes);
  byCodes.set(key, known);
  return known;
}

const hasLocalizedField = ({ types }: Model): boolean =>
  [...types.values()].some(({ fields }) => [...fields.values()].some(({ localized }) => localized));

const localizeModel = (model: Model, codes: readonly string[]): Model =>
  mapFields(model, (field) => (field.localized ? localizeField(model, field, codes) : field));

const localizeField = (model: Model, field: ModelField, codes: readonly string[]): ModelField => ({
  ...field,
  source: { kind: 'groq', expr: `${translationGroq(model, field, codes)}.${TRANSLATION_VALUE}` },
});

/**
 * Returns GROQ for the first translation of a field in these languages, as a `StoredTranslation`. It is stored as an array of
 * entries, which have the language as `language` or as `_key`, or as an object with an attribute for each language. A value without
 * languages is the value of every language.
 * @param field with its stored path
 */
export function translationGroq(model: Model, field: ModelField, codes: readonly string[]): string {
  const { name, source, localized } = field;
  const stored = source.kind === 'groq' ? source.expr : attribute(name);
  const path = localized?.path ?? '';
  const candidates = codes.flatMap((code) => {
    const text = JSON.stringify(code);
    const member = attributeOf(attribute(code));
    return [
      // Editors can add two entries of a language.
      `...coalesce(s[${text} in [language, _key]]${candidateGroq('value', entryPlace(code), path)}, [])`,
      candidateGroq(`s${member}`, JSON.stringify(member), path),
    ];
  });
  const plain = `select(${isPlainGroq(model, field, path)} => ${candidateGroq('s', '""', path)})`;
  const value = path === '' ? TRANSLATION_VALUE : `coalesce(${TRANSLATION_VALUE}, @["${TRANSLATION_OUTER}"])`;
  const isTranslated = translatedGroq(model, field, value);
  return `${callGroq(`{"s": ${stored}}`, `{"_": [${[...candidates, plain].join(', ')}][${isTranslated}][0]}`)}._`;
}

/** Returns GROQ for the place of the value of an entry of an internationalized array. */
const entryPlace = (code: string): string => {
  const at = (name: string) => JSON.stringify(`[${name}==${JSON.stringify(code)}].value`);
  return `select(_key == ${JSON.stringify(code)} => ${at('_key')}, ${at('language')})`;
};

/**
 * Returns GROQ for a `StoredTranslation`.
 * @param value GROQ for the value of a language
 * @param place GROQ for the path of the value, from the attribute of the field
 * @param path the path of the field's value in the value of a language
 */
function candidateGroq(value: string, place: string, path: string): string {
  if (path === '') return `{"${TRANSLATION_PLACE}": ${place}, "${TRANSLATION_VALUE}": ${value}}`;
  const outer = outerSuffixes(path).map((inner) => ({
    value: `${value}${inner}`,
    place: `${place} + "${inner}"`,
  }));
  const firstOf = (part: (step: (typeof outer)[number]) => string, otherwise: string) =>
    `select(${[...outer.map((step) => `${isNoObject(step.value)} => ${part(step)}`), otherwise].join(', ')})`;
  const places = firstOf((step) => step.place, `${place} + ".${path}"`);
  const values = firstOf((step) => step.value, 'null');
  return `{"${TRANSLATION_PLACE}": ${places}, "${TRANSLATION_VALUE}": ${value}.${path}, "${TRANSLATION_OUTER}": ${values}}`;
}

/** Returns the suffixes of the values that a path leads through, as `pathsBefore`. */
const outerSuffixes = (path: string): readonly string[] =>
  pathsBefore(path).map((outer) => (outer === '' ? '' : `.${outer}`));

/** `string` of an object is null. */
const isNoObject = (value: string): string => `defined(string(${value})) || defined(${value}[])`;

/** Returns the condition that the stored value `s` is one without languages: a scalar, a list or an object. */
function isPlainGroq(model: Model, field: ModelField, path: string): string {
  const known = model.locales.all.map(({ code }) => code);
  const isEntry = `defined(value) || _key in ${JSON.stringify(known)} || string::startsWith(_type, "${ENTRY_TYPE}")`;
  const isScalarOrList = (value: string) => `defined(string(${value})) || count(${value}[${isEntry}]) == 0`;
  const byLanguage = known.map((code) => `s${attributeOf(attribute(code))}`).join(', ');
  const parts = [...outerSuffixes(path), ...(path === '' ? [] : [`.${path}`])].slice(1);
  const value = `s${parts.at(-1) ?? ''}`;
  const isInObject = [
    ...parts.map((part) => isScalarOrList(`s${part}`)),
    ...plainSigns(model, field).map((sign) => sign.groq(value)),
  ];
  return `${isScalarOrList('s')} || (!defined(coalesce(${byLanguage})) && (${isInObject.join(' || ')}))`;
}
