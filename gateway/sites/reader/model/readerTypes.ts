import type { GraphQLSchema } from 'graphql';
import { isSingleton, lookupsOf } from '../../../core/model/lookups.ts';
import { keyField, labelField, lowerFirst, type Model, type ModelType } from '../../../core/model/model.ts';
import { type DocumentLanguage, documentLanguage } from './documentLanguage.ts';
import { type FieldPath, innerFields, type PathOptions } from './fieldPaths.ts';
import { type ReadableField, readableFields } from './readableFields.ts';
import { dateField, fieldsWithRole, imageField, isForReaders, isReadableText, simplified } from './roles.ts';
import { INTRODUCTION, personNames, roleOf, type TypeRole } from './typeRoles.ts';
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
  /** Of a type with a list: the singleton that introduces it. Of that singleton: the list. */
  readonly introduction: string | undefined;
  readonly introduces: string | undefined;
  /** What its documents are for readers. */
  readonly role: TypeRole;
  /** The fields that name a document, the best first. The fields of one entry are parts of one name. */
  readonly titles: readonly (readonly ReadableField[])[];
  readonly slug: ReadableField | undefined;
  /** Of a type with a document for each language. */
  readonly language: DocumentLanguage | undefined;
  /** The fields of a card, if the type has them. */
  readonly standfirst: ReadableField | undefined;
  readonly author: ReadableField | undefined;
  /** The path to the picture; empty without one. */
  readonly picture: readonly ReadableField[];
  readonly date: ReadableField | undefined;
  /** The number by which editors order its documents. */
  readonly order: ReadableField | undefined;
  /** Its video, whose length a card shows. */
  readonly video: ReadableField | undefined;
  /** The fields with topics of its documents. */
  readonly topics: readonly ReadableField[];
  /** The text that is cut where a document has no standfirst. */
  readonly text: ReadableField | undefined;
  /** The answer to a question. */
  readonly answer: ReadableField | undefined;
}

/** The document types that everybody can read, by name. */
export type ReaderTypes = ReadonlyMap<string, ReaderType>;

/** Returns the document types of a schema with their pages. @param schema what a caller without a key sees */
export function readerTypes(model: Model, schema: GraphQLSchema): ReaderTypes {
  const roots = schema.getQueryType()?.getFields() ?? {};
  const types = model.documents.flatMap((type) => {
    const lookup = lowerFirst(type.name);
    const list = isSingleton(type) ? undefined : type.document?.plural;
    if (!roots[lookup] || (list !== undefined && !roots[list])) return [];
    return [readerType(type, readableFields(type, schema), { lookup, list, model, schema })];
  });
  const home = types.find(({ role }) => role === 'home');
  const topicTypes = new Set(types.flatMap(({ name, role }) => (role === 'topic' ? [name] : [])));
  const isTopic = ({ model: { source, target, typeName } }: ReadableField) =>
    source.kind !== 'inverse' && topicTypes.has(target ?? typeName);
  const introductions = introductionsOf(types);
  const introduced = new Map([...introductions].map(([type, single]) => [single, type]));
  const roleIn = (type: TypeFacts): TypeRole => {
    if (introduced.has(type)) return 'introduction';
    return type.role === 'home' && type !== home ? 'page' : type.role;
  };
  return new Map(
    types.map((type) => [
      type.name,
      {
        ...type,
        role: roleIn(type),
        topics: type.fields.filter(isTopic),
        introduction: introductions.get(type)?.name,
        introduces: introduced.get(type)?.list,
      },
    ]),
  );
}

/** The properties of a type that do not depend on other types. */
type TypeFacts = Omit<ReaderType, 'topics' | 'introduction' | 'introduces'>;

/** Returns the singletons that introduce the lists of types, by those types. */
function introductionsOf(types: readonly TypeFacts[]): ReadonlyMap<TypeFacts, TypeFacts> {
  const singles = types.filter(({ list, role }) => list === undefined && role === 'page');
  return new Map(
    types.flatMap((type) => {
      const names = [type.name, type.list ?? ''].map(simplified);
      const single = singles.find(({ name }) =>
        names.includes(simplified(INTRODUCTION.exec(name)?.[1] ?? name)),
      );
      return type.list !== undefined && single ? [[type, single] as const] : [];
    }),
  );
}

function readerType(
  model: ModelType,
  fields: readonly ReadableField[],
  context: Pick<ReaderType, 'lookup' | 'list'> & { readonly model: Model; readonly schema: GraphQLSchema },
): TypeFacts {
  const { lookup, list } = context;
  const named = (name: string | undefined) => fields.find((field) => field.name === name);
  const slug = lookupsOf(model).some(({ name }) => name === 'slug')
    ? named(keyField(model)?.name)
    : undefined;
  const isSlugText = slug && (isReadableText(slug) || slug.model.typeName === 'ID');
  const role = roleOf(model, fields);
  const titles = titlesOf(model, fields, role);
  const naming = titles.flat();
  const otherFields = fields.filter((field) => !naming.includes(field));
  return {
    name: model.name,
    model,
    fields,
    lookup,
    list,
    label: wordsOf(model.name),
    pluralLabel: wordsOf(list ?? model.name),
    role,
    titles,
    slug: isSlugText ? slug : undefined,
    language: documentLanguage(model, fields, context.model),
    standfirst: fieldsWithRole(otherFields, 'standfirst')[0],
    author: fieldsWithRole(otherFields, 'author')[0],
    picture: picturePath(fields, context),
    date: dateField(fields),
    order: fieldsWithRole(fields, 'order')[0],
    video: fields.find(({ model: field }) => field.shape === 'video' && !field.isList),
    text: fields.find(({ model: field }) => field.shape === 'richText' && !field.isList),
    answer: role === 'question' ? fieldsWithRole(otherFields, 'answer')[0] : undefined,
  };
}

/** A document with an empty first title is named by the next title that has a value. */
const MAX_TITLES = 3;

/** Returns the fields that name a document: `@label`, else by convention, else the text that is searched first, else any text. */
function titlesOf(model: ModelType, fields: readonly ReadableField[], role: TypeRole): ReaderType['titles'] {
  const texts = fields.filter(
    (field) =>
      isReadableText(field) && isForReaders(field, undefined) && field.name !== keyField(model)?.name,
  );
  const labels = texts.filter((field) => field.model.isLabel);
  const nameParts = role === 'person' ? personNames(texts) : [];
  const names = role === 'person' ? fieldsWithRole(texts, 'personName') : [];
  if (nameParts.length + names.length > 0)
    return [
      ...[...new Set([...labels, ...names])].map((field) => [field]),
      ...(nameParts.length > 0 ? [nameParts] : []),
    ];
  const searched = texts.filter(({ name }) => name === labelField(model)?.name);
  const named = new Set([...labels, ...fieldsWithRole(texts, 'title'), ...searched]);
  // The words of somebody with a name are the standfirst.
  const isStandfirst = (field: ReadableField) =>
    named.size > 0 && fieldsWithRole([field], 'quote').length > 0;
  const singles = new Set([...named, ...texts.slice(0, 1).filter((field) => !isStandfirst(field))]);
  return [...singles].slice(0, MAX_TITLES).map((field) => [field]);
}

/**
 * Returns the path to the picture of a document: its own field, else a list of images, else an inline object with an image, or a
 * list of such objects, else a video. Empty for documents without pictures.
 */
function picturePath(fields: readonly ReadableField[], options: PathOptions): FieldPath {
  const own = imageField(fields) ?? fields.find((field) => field.model.shape === 'image');
  if (own) return [own];
  for (const field of fields) {
    const image = imageField(innerFields(field, options));
    if (image) return [field, image];
  }
  return fields.filter(({ model: field }) => field.shape === 'video' && !field.isList).slice(0, 1);
}
