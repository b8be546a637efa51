import type { Locales } from '../../../core/locales.ts';
import type { Model, ModelType } from '../../../core/model/model.ts';
import { languageField } from '../../../core/model/translations.ts';
import type { ReadableField } from './readableFields.ts';

/** A language of the pages. */
export interface PageLocale {
  readonly tag: string;
  /** The parameter `locale` of its pages; undefined for the default. */
  readonly locale: string | undefined;
}

/** Where the documents of a type name their language. */
export interface DocumentLanguage {
  readonly field: ReadableField;
  /** The languages of the pages, by the values of the field. */
  readonly locales: ReadonlyMap<string, PageLocale>;
  /** The field with the versions of a document in other languages. */
  readonly translations: ReadableField | undefined;
}

/** Returns the languages of the pages, the default first. */
export const pageLocales = ({ all }: Locales): readonly PageLocale[] =>
  all.map(({ tag }, index) => ({ tag, locale: index === 0 ? undefined : tag }));

/** Returns where the documents of a type name their language; undefined for documents of all languages. */
export function documentLanguage(
  type: ModelType,
  fields: readonly ReadableField[],
  { enums, locales }: Model,
): DocumentLanguage | undefined {
  const field = fields.find(({ name }) => name === languageField(type)?.name);
  if (!field) return undefined;
  const names = new Map(
    [...(enums.get(field.model.typeName) ?? [])].map(([name, stored]) => [stored, name] as const),
  );
  const pages = pageLocales(locales);
  return {
    field,
    locales: new Map(
      locales.all.flatMap(({ code }, index) => {
        const page = pages[index];
        return page ? [[names.get(code) ?? code, page] as const] : [];
      }),
    ),
    translations: fields.find(
      ({ name, model }) =>
        name === 'translations' && model.isList && model.shape === 'document' && model.typeName === type.name,
    ),
  };
}
