import type { Locale } from '../../../core/locales.ts';
import type { Model, ModelField } from '../../../core/model/model.ts';
import { TRANSLATION_VALUE } from '../values/translations.ts';
import { translationGroq } from './translationGroq.ts';

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
  source: { kind: 'groq', expr: `${translationGroq(model, field, codes)}.${TRANSLATION_VALUE}` },
});
