import type { Locale } from '../../../core/locales.ts';
import type { Model, ModelField } from '../../../core/model/model.ts';
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
 * Returns GROQ for the first translation of a field in these languages, see `translatedGroq`. It is stored as an array of entries, which have the language as
 * `language` or as `_key`, or as an object with an attribute for each language. A scalar that is not translated is the value of
 * every language.
 */
function localizedGroq(model: Model, field: ModelField, codes: readonly string[]): string {
  const { name, source, localized, shape } = field;
  const stored = source.kind === 'groq' ? source.expr : attribute(name);
  const inner = localized?.path ? `.${localized.path}` : '';
  const values = codes.flatMap((code) => {
    const text = JSON.stringify(code);
    return [
      `${stored}[language == ${text} || _key == ${text}][0].value${inner}`,
      `${stored}${attributeOf(attribute(code))}${inner}`,
    ];
  });
  const isScalar = shape === 'scalar' || shape === 'enum';
  const plain = isScalar ? [`select(defined(string(${stored}${inner})) => ${stored}${inner})`] : [];
  return `[${[...values, ...plain].join(', ')}][${translatedGroq(model, field)}][0]`;
}
