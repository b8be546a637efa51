import { evaluateSync, parse, toJS } from 'groq-js';
import { isSingleton } from '../../../../gateway/core/model/lookups.ts';
import {
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../../gateway/core/model/model.ts';
import { typeNamesAt } from '../../../../gateway/core/model/richTextKinds.ts';
import { toGlobalId } from '../../../../gateway/core/relay.ts';
import { boundRichText } from '../../../../gateway/providers/content/bounds/boundedRichText.ts';
import { valueInLanguage } from '../../../reference/values.ts';
import type { Json } from '../../../support/documentShape.ts';
import { clashesOf, FILE, GEO_POINT, IMAGE, isObject, type Part, VIDEO } from './pageParts.ts';

/** The levels of objects in an operation; the gateway limits the depth of fields. */
const MAX_LEVELS = 5;
/** The levels whose rich text is read as blocks: a text within a text would exceed the cost of an operation. */
const TEXT_LEVELS = 1;

/** The levels in which an object is read within an object of its own type. */
const RECURSIVE_LEVELS = 2;

/** A rich text without its blocks. */
const JSON_TEXT: Part = {
  text: '{ json }',
  read: (value) => (Array.isArray(value) ? { json: portableText(value) } : null),
};

/** Returns a rich text as the gateway serves it: without values that are not Portable Text. */
const portableText = (value: readonly unknown[]) =>
  boundRichText(
    structuredClone(value),
    { hasTypes: true, excess: () => undefined, issue: () => undefined },
    undefined,
  );

/**
 * Returns a selection of every field of a document type, with all inline objects, and the ids of documents.
 * @param documents all documents of the dataset
 */
export function pageWide(model: Model, documents: readonly Json[], type: ModelType): Part {
  const byId = new Map(documents.map((document) => [document._id, document]));
  const dereference = ({ _ref }: { _ref: string }) => byId.get(_ref) as never;

  /** Returns the stored value of a field. It evaluates the expressions of `@groq` on the object alone. */
  const stored = (field: ModelField, object: Json): unknown =>
    field.localized ? valueInLanguage(field, storedAttribute(field, object)) : storedAttribute(field, object);
  const storedAttribute = ({ name, source }: ModelField, object: Json): unknown => {
    if (source.kind === 'asset') return object[source.attribute];
    if (source.kind !== 'groq') return object[name];
    return toJS(evaluateSync(parse(source.expr), { root: object, dataset: [...documents], dereference }));
  };

  const documentOf = (reference: unknown): Json | undefined =>
    byId.get(((reference ?? {}) as Json)._ref as string) as Json | undefined;

  /** Returns whether a value refers to a document by a path of fields, and every list on it in one of its items. */
  const refersTo = (
    value: unknown,
    type: ModelType | undefined,
    [name, ...path]: readonly string[],
    id: unknown,
  ): boolean => {
    if (Array.isArray(value))
      return value.some((item) => refersTo(item, type, name === undefined ? [] : [name, ...path], id));
    if (!isObject(value)) return false;
    if (name === undefined) return value._ref === id;
    const field = type?.fields.get(name);
    if (!field) return false;
    return refersTo(storedAttribute(field, value), model.types.get(field.typeName), path, id);
  };

  const objectPart = (own: ModelType, level: number, prefixed: ReadonlySet<string> = new Set()): Part => {
    const fields = [...own.fields.values()].flatMap((field) => {
      const part = fieldPart(own, field, level);
      const key = prefixed.has(field.name) ? `${own.name}_${field.name}` : field.name;
      return part ? [{ field, part, key }] : [];
    });
    const texts = fields.map(
      ({ field, part, key }) => `${key === field.name ? '' : `${key}: `}${field.name} ${part.text}`,
    );
    return {
      text: `{ __typename ${texts.join('\n')} }`,
      read: (object) => ({
        __typename: own.name,
        ...Object.fromEntries(fields.map(({ part, key }) => [key, part.read(object)])),
      }),
    };
  };

  /** Returns the part of a field, which reads the object with the field. */
  const fieldPart = (own: ModelType, field: ModelField, level: number): Part | undefined => {
    if (field.source.kind === 'identity')
      return { text: '', read: (object) => toGlobalId(own.name, String((object as Json)._id)) };
    if (field.source.kind === 'inverse') {
      const { path } = field.source;
      const source = model.types.get(field.target ?? '');
      const referring = (id: unknown) =>
        documents.filter(
          (other) => other._type === source?.document?.type && refersTo(other, source, path.split('.'), id),
        );
      return {
        text: '{ totalCount }',
        read: (object) => ({ totalCount: referring((object as Json)._id).length }),
      };
    }
    if (field.shape === 'connection') {
      const { text, read } = documentPart(field);
      return {
        text: `{ nodes ${text} }`,
        read(object) {
          const references = stored(field, object as Json);
          const nodes = Array.isArray(references) ? references.map(read).filter((node) => node !== null) : [];
          return { nodes };
        },
      };
    }
    const isRepeated = field.typeName === own.name && level > RECURSIVE_LEVELS;
    const item = isRepeated ? undefined : itemPart(field, level);
    if (!item) return undefined;
    return {
      text: item.text,
      read(object) {
        const value = stored(field, object as Json);
        if (!field.isList) return item.read(value);
        return Array.isArray(value) ? value.map(item.read).filter((read) => read !== null) : [];
      },
    };
  };

  const itemPart = (field: ModelField, level: number): Part | undefined => {
    const { shape, typeName } = field;
    if (shape === 'scalar') return { text: '', read: (value) => value ?? null };
    if (shape === 'enum') {
      const texts = [...(model.enums.get(typeName) ?? [])];
      return { text: '', read: (value) => texts.find(([, text]) => text === value)?.[0] ?? null };
    }
    if (shape === 'image') return IMAGE;
    if (shape === 'file') return FILE;
    if (shape === 'geoPoint') return GEO_POINT;
    if (shape === 'video') return VIDEO;
    if (shape === 'document' || typeName === 'Node') return documentPart(field);
    if (shape === 'richText') return level > TEXT_LEVELS ? JSON_TEXT : richTextPart(level);
    if (level >= MAX_LEVELS) return undefined;
    const type = model.types.get(typeName);
    if (type) {
      const part = objectPart(type, level + 1);
      return { text: part.text, read: (value) => (isObject(value) ? part.read(value) : null) };
    }
    return unionPart(field, level);
  };

  const documentPart = (field: ModelField): Part => ({
    text: '{ __typename ... on Node { id } }',
    read(value) {
      const document = documentOf(value);
      const target = possibleDocuments(model, field.target ?? '').find(
        ({ document: own }) => own?.type === document?._type,
      );
      return document && target
        ? { __typename: target.name, id: toGlobalId(target.name, String(document._id)) }
        : null;
    },
  });

  const unionPart = (field: ModelField, level: number): Part => {
    const members = model.unions.get(field.typeName) ?? [];
    const objects = members.flatMap((name) => {
      const type = model.types.get(name);
      return type && !type.document ? [type] : [];
    });
    const prefixed = clashesOf(objects);
    const parts = objects.map((type) => ({ type, part: objectPart(type, level + 1, prefixed) }));
    const core = [
      ...(members.includes('Image') ? [['image', 'Image', IMAGE] as const] : []),
      ...(members.includes('File') ? [['file', 'File', FILE] as const] : []),
      ...(members.includes('GeoPoint') ? [['geopoint', 'GeoPoint', GEO_POINT] as const] : []),
      ...(members.includes('Video') ? [['mux.video', 'Video', VIDEO] as const] : []),
    ];
    const references = documentPart(field);
    const hasDocuments = possibleDocuments(model, field.typeName).length > 0;
    return {
      text: `{ __typename ${hasDocuments ? '... on Node { id }' : ''}
        ${core.map(([, name, part]) => `... on ${name} ${part.text}`).join('\n')}
        ${parts.map(({ type, part }) => `... on ${type.name} ${part.text}`).join('\n')} }`,
      read(value) {
        if (!isObject(value)) return null;
        if (value._ref !== undefined) return references.read(value);
        const own = core.find(([type]) => type === value._type);
        const read = own?.[2].read(value);
        if (own) return read ? { __typename: own[1], ...read } : null;
        return parts.find(({ type }) => type.typeAttribute === value._type)?.part.read(value) ?? null;
      },
    };
  };

  const richTextPart = (level: number): Part => {
    const names = typeNamesAt(model, 'BLOCK');
    const kinds = [...names.values()].flatMap((name) => model.types.get(name) ?? []);
    const prefixed = clashesOf(kinds);
    const parts = kinds.map((type) => ({ type, part: objectPart(type, level + 2, prefixed) }));
    return {
      text: `{ json blocks { __typename ... on RichTextNode { key }
        ${parts.map(({ type, part }) => `... on ${type.name} ${part.text}`).join('\n')} } }`,
      read: (value) =>
        Array.isArray(value)
          ? {
              json: portableText(value),
              blocks: value.filter(isObject).map((block) => ({
                __typename: names.get(String(block._type)) ?? 'UnknownRichTextNode',
                key: block._key,
                ...(parts.find(({ type }) => type.richText?.type === block._type)?.part.read(block) as
                  | Json
                  | undefined),
              })),
            }
          : null,
    };
  };
  return objectPart(type, 1);
}

/** Returns the field of `Query` with a document. */
export function rootField(type: ModelType, { _id }: Json): string {
  const lookup = lowerFirst(type.name);
  return isSingleton(type) ? lookup : `${lookup}(by: { id: "${toGlobalId(type.name, String(_id))}" })`;
}
