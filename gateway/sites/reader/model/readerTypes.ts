import type { GraphQLSchema } from 'graphql';
import { isSingleton, lookupsOf } from '../../../core/model/lookups.ts';
import {
  keyField,
  labelField,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
} from '../../../core/model/model.ts';
import { languageField } from '../../../core/model/translations.ts';
import { isReadableText, namingField, type ReadableField, readableFields } from './readableFields.ts';
import { wordsOf } from './words.ts';

/** A document type with pages. */
export interface ReaderType {
  readonly name: string;
  readonly model: ModelType;
  readonly fields: readonly ReadableField[];
  /** The field of `Query` with one document. */
  readonly lookup: string;
  /** The field of `Query` with a page of documents; undefined for a singleton. */
  readonly list: string | undefined;
  /** The names for readers: of one document, and of several. */
  readonly label: string;
  readonly pluralLabel: string;
  /** The fields of a link or a card, if the type has them. */
  readonly title: ReadableField | undefined;
  readonly slug: ReadableField | undefined;
  readonly language: ReadableField | undefined;
  readonly picture: ReadableField | undefined;
  readonly date: ReadableField | undefined;
}

/** The document types that everybody can read, by name. */
export type ReaderTypes = ReadonlyMap<string, ReaderType>;

/** Returns the document types of a schema with their pages. @param schema what a caller without a key sees */
export function readerTypes(model: Model, schema: GraphQLSchema): ReaderTypes {
  const roots = schema.getQueryType()?.getFields() ?? {};
  return new Map(
    model.documents.flatMap((type) => {
      const lookup = lowerFirst(type.name);
      const list = isSingleton(type) ? undefined : type.document?.plural;
      if (!roots[lookup] || (list !== undefined && !roots[list])) return [];
      return [[type.name, readerType(type, readableFields(type, schema), { lookup, list })] as const];
    }),
  );
}

function readerType(
  model: ModelType,
  fields: readonly ReadableField[],
  { lookup, list }: Pick<ReaderType, 'lookup' | 'list'>,
): ReaderType {
  const single = (shape: ModelField['shape']) =>
    fields.find(({ model: field }) => field.shape === shape && !field.isList);
  const named = (name: string | undefined) => fields.find((field) => field.name === name);
  const label = named(labelField(model)?.name);
  const slug = lookupsOf(model).some(({ name }) => name === 'slug')
    ? named(keyField(model)?.name)
    : undefined;
  const isSlugText = slug && (isReadableText(slug) || slug.model.typeName === 'ID');
  return {
    name: model.name,
    model,
    fields,
    lookup,
    list,
    label: wordsOf(model.name),
    pluralLabel: wordsOf(list ?? model.name),
    title:
      (label && isReadableText(label) ? label : undefined) ??
      namingField(fields) ??
      fields.find(isReadableText),
    slug: isSlugText ? slug : undefined,
    language: named(languageField(model)?.name),
    picture: single('image') ?? single('video'),
    date: dateField(fields),
  };
}

/** Returns the date of a document for readers: `publishedAt`, else its first date. */
function dateField(fields: readonly ReadableField[]): ReadableField | undefined {
  const dates = fields.filter(({ model: { typeName, isList } }) => !isList && /^Date(Time)?$/.test(typeName));
  return dates.find(({ name }) => name === 'publishedAt') ?? dates[0];
}
