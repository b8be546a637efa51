import type { Locale } from '../../../core/locales.ts';
import type { Model, ModelField } from '../../../core/model/model.ts';
import { ENTRY_TYPE, plainSigns } from '../../../core/model/plainValues.ts';
import { attribute, attributeOf } from './groq.ts';
import { translatedGroq } from './translations.ts';

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

function localizeModel(model: Model, codes: readonly string[]): Model {
  const types = new Map(
    [...model.types].map(([name, type]) => {
      const fields = [...type.fields].map(
        ([key, field]) => [key, field.localized ? localizeField(model, field, codes) : field] as const,
      );
      return [name, { ...type, fields: new Map(fields) }] as const;
    }),
  );
  const documents = model.documents.flatMap(({ name }) => types.get(name) ?? []);
  return { ...model, types, documents };
}

const localizeField = (model: Model, field: ModelField, codes: readonly string[]): ModelField => ({
  ...field,
  source: { kind: 'groq', expr: localizedGroq(model, field, codes) },
});

/**
 * Returns GROQ for the first translation of a field in these languages, see `translatedGroq`. It is stored as an array of entries,
 * which have the language as `language` or as `_key`, or as an object with an attribute for each language. A value without
 * languages is the value of every language.
 */
function localizedGroq(model: Model, field: ModelField, codes: readonly string[]): string {
  const { name, source, localized } = field;
  const stored = source.kind === 'groq' ? source.expr : attribute(name);
  const inner = localized?.path ? `.${localized.path}` : '';
  const values = codes.flatMap((code) => {
    const text = JSON.stringify(code);
    return [
      // Editors can add two entries of a language.
      `...coalesce(${stored}[${text} in [language, _key]].value${inner}, [])`,
      `${stored}${attributeOf(attribute(code))}${inner}`,
    ];
  });
  const plain = plainGroq(model, field, stored, `${stored}${inner}`);
  return `[${[...values, plain].join(', ')}][${translatedGroq(model, field)}][0]`;
}

/**
 * Returns GROQ for a value without languages; null for other values.
 * @param value the part of the stored value at the field's path
 */
function plainGroq(model: Model, field: ModelField, stored: string, value: string): string {
  const known = model.locales.all.map(({ code }) => code);
  const isEntry = `defined(value) || _key in ${JSON.stringify(known)} || string::startsWith(_type, "${ENTRY_TYPE}")`;
  const byLanguage = known.map((code) => `${stored}${attributeOf(attribute(code))}`).join(', ');
  const isObject = plainSigns(model, field).map((sign) => sign.groq(value));
  const conditions = [
    `defined(string(${value}))`,
    `count(${value}[${isEntry}]) == 0`,
    `(!defined(coalesce(${byLanguage})) && (${isObject.join(' || ')}))`,
  ];
  return `select(${conditions.join(' || ')} => ${value})`;
}
