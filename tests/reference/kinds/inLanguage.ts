import type { Model, ModelField, ModelType } from '../../../gateway/core/model/model.ts';
import { isObject } from '../../../gateway/core/validators.ts';
import type { Doc } from '../dataset.ts';

/** Returns whether a text has a visible character. */
const isVisible = (text: string): boolean => /[^\s\p{Cf}]/u.test(text);

/** Returns whether a stored value translates a field, by the rules of `docs/values.md`. */
function isTranslation(model: Model, field: ModelField, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isItem(model, field, item));
  if (field.shape === 'richText' && isObject(value)) return true;
  return isItem(model, field, value);
}

function isItem(model: Model, { shape, typeName }: ModelField, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return isVisible(value);
  if (!isObject(value)) return true;
  if (shape === 'richText') {
    if (value._type !== 'block') return true;
    const children = Array.isArray(value.children) ? value.children : [];
    return children.some(
      ({ _type, text }) =>
        _type !== 'span' || (text != null && (typeof text !== 'string' || isVisible(text))),
    );
  }
  if (shape !== 'object') return true;
  const fields = [...(model.types.get(typeName)?.fields.keys() ?? [])];
  return fields.some((name) => {
    const inner = value[name];
    return inner != null && (typeof inner !== 'string' || isVisible(inner));
  });
}

/** Returns the value of a localized field: of the first language that has a translation. */
function valueIn(model: Model, field: ModelField, stored: unknown, codes: readonly string[]): unknown {
  const translations = codes.flatMap((code): readonly unknown[] => {
    if (!Array.isArray(stored)) return isObject(stored) ? [stored[code]] : [];
    return stored
      .filter((entry) => entry?.language === code || entry?._key === code)
      .map((entry) => entry.value);
  });
  const plain = isPlain(model, field, stored) ? [stored] : [];
  return [...translations, ...plain]
    .map((value) => atPath(field, value))
    .find((value) => isTranslation(model, field, value instanceof NoObject ? value.value : value));
}

/** A value of another kind than every field has: a translation in which the path of the field leads through no object. */
class NoObject {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Returns the value at the path of a field, which has one attribute, in a translation. */
function atPath({ localized }: ModelField, value: unknown): unknown {
  const name = localized?.path;
  if (!name || value === null || value === undefined) return value;
  return isObject(value) ? value[name] : new NoObject(value);
}

/** Returns whether a stored value is one without languages. */
function isPlain(model: Model, field: ModelField, stored: unknown): boolean {
  const { shape } = field;
  const codes: readonly unknown[] = model.locales.all.map(({ code }) => code);
  if (Array.isArray(stored))
    return !stored.some((entry) => isObject(entry) && (entry.value != null || codes.includes(entry._key)));
  if (!isObject(stored)) return true;
  if (codes.some((code) => stored[code as string] != null)) return false;
  if (field.localized?.path) return isPlain(model, { ...field, localized: undefined }, atPath(field, stored));
  return shape === 'object' || stored._ref != null || (shape === 'richText' && stored._type === 'block');
}

/** Returns documents with the values of their localized fields in a language. @param codes of the language and its fallbacks */
export const documentsInLanguage = (
  model: Model,
  documents: readonly Doc[],
  codes: readonly string[],
): readonly Doc[] =>
  documents.map((doc) => {
    const type = model.documents.find(({ document }) => document?.type === doc._type);
    const localized = [...(type?.fields.values() ?? [])].filter((field) => field.localized);
    const values = localized.map(({ name }) => name);
    return {
      ...doc,
      ...Object.fromEntries(
        localized.map((field, i) => [values[i], valueIn(model, field, doc[field.name], codes)]),
      ),
    };
  });

/** Returns a model without localized fields. */
export function withoutLanguages(model: Model): Model {
  const types = new Map(
    [...model.types].map(([name, type]): [string, ModelType] => [
      name,
      {
        ...type,
        fields: new Map(
          [...type.fields].map(([key, field]) => [key, { ...field, localized: undefined }] as const),
        ),
      },
    ]),
  );
  return { ...model, types, documents: model.documents.flatMap(({ name }) => types.get(name) ?? []) };
}
