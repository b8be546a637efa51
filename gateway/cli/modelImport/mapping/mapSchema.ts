import type { DefinitionNode } from 'graphql';
import type { TypeNode } from 'groq-js';
import pluralize from 'pluralize';
import { lowerFirst } from '../../../core/model/model.ts';
import { reasonToLeaveOut, unusedTypes } from '../extract/leftOutTypes.ts';
import { mergedAttributes, mergeShapes } from '../extract/mergeShapes.ts';
import { checkObjectTypes, type StudioSchema } from '../extract/readExtract.ts';
import { shapeReader } from '../extract/readShape.ts';
import { coreKindOf, richTextDirective, richTextKindsOf, type StudioKind } from '../extract/richTextKinds.ts';
import type { Shape } from '../extract/shape.ts';
import {
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  newField,
  noteGuess,
  noteLeftOut,
} from '../model/importedModel.ts';
import { createTypeNames, type TypeNames } from '../model/typeNames.ts';
import { pascalCase } from '../model/words.ts';
import { createDeclareType, type DeclareType } from './declareType.ts';
import { type AddFields, createAddFields } from './readFields.ts';
import { createShapeTypes, type ShapeTypes } from './shapeTypes.ts';

/** The fields of objects that are an image, a file or a geopoint themselves. */
const WHOLE_OBJECT = {
  image: {
    name: 'image',
    typeName: 'Image',
    kind: 'image',
    description: 'The image, with its text alternative and caption.',
  },
  file: { name: 'file', typeName: 'File', kind: 'file', description: 'The file.' },
  geopoint: { name: 'place', typeName: 'GeoPoint', kind: 'geoPoint', description: 'The place.' },
} as const;
/** The expression of an object as it is. */
const WHOLE = '@groq(expr: "@")';

const wholeObjectField = (kind: keyof typeof WHOLE_OBJECT): ImportedField =>
  newField({ ...WHOLE_OBJECT[kind], directives: [WHOLE] });

/** The only field of an object without attributes: GraphQL has no types without fields. */
const TYPE_FIELD = newField({
  name: 'type',
  typeName: 'String',
  kind: 'scalar',
  attribute: '_type',
  path: ['_type'],
  directives: ['@groq(expr: "_type")'],
  description: 'The `_type` of the object, which has no attributes.',
});

/** The only field of a document without attributes. */
const ID_FIELD = newField({
  name: 'id',
  typeName: 'ID!',
  kind: 'scalar',
  description: 'The globally unique, opaque id.',
});

/**
 * Maps the types of a studio to types of a model, without inverses and search.
 * @param core the definitions of core SDL
 */
export function mapSchema(schema: StudioSchema, core: readonly DefinitionNode[]): ImportedModel {
  const model: ImportedModel = {
    types: new Map(),
    languages: new Set(),
    sensitive: new Set(),
    notes: [],
  };
  const read = shapeReader(schema);
  const names = createTypeNames(core);
  const declare = createDeclareType(model, names);
  const documentNames = declareDocuments(schema, model, declare, names);
  const shapeTypes = createShapeTypes(declare, documentNames);
  const addFields = createAddFields(model, read, shapeTypes);
  const { kinds, untyped } = richTextKindsOf(schema, read);
  for (const kind of untyped)
    model.notes.push({
      kind: 'left out',
      path: 'rich text',
      text: `values without _type (${kind}); clients find them in the JSON of the text`,
    });
  for (const kind of kinds) declareKind(kind, { model, read, declare, addFields, shapeTypes });
  for (const [type, name] of documentNames) {
    const declared = model.types.get(name);
    if (declared) addFields(declared, schema.documents.get(type)?.attributes ?? {});
  }
  readPendingTypes(model, shapeTypes, addFields);
  removeEmptyTypes(model);
  for (const name of unusedTypes(schema))
    model.notes.push({ kind: 'left out', path: name, text: 'no document has a value of this type' });
  return model;
}

/** Declares the document types. Returns their names by `_type`. */
function declareDocuments(
  schema: StudioSchema,
  model: ImportedModel,
  declare: DeclareType,
  names: TypeNames,
): ReadonlyMap<string, string> {
  const documentNames = new Map<string, string>();
  for (const type of schema.documents.keys()) {
    const reason = reasonToLeaveOut(type);
    if (reason !== undefined) {
      model.notes.push({ kind: 'left out', path: type, text: reason });
      continue;
    }
    const { declared } = declare({ kind: 'document', key: type, candidates: [pascalCase(type)], type });
    documentNames.set(type, declared.name);
    if (declared.name === pascalCase(type)) continue;
    const text = `the type ${declared.name}, because the name ${pascalCase(type)} is taken, by the gateway or by another type`;
    declared.comments.push(noteGuess(model, type, text));
  }
  for (const name of documentNames.values()) {
    const declared = model.types.get(name);
    const plural = names.claimPlural(name);
    if (declared && plural !== pluralize(lowerFirst(name))) declared.plural = plural;
  }
  return documentNames;
}

interface KindOptions {
  readonly model: ImportedModel;
  readonly read: (node: TypeNode) => Shape;
  readonly declare: DeclareType;
  readonly addFields: AddFields;
  readonly shapeTypes: ShapeTypes;
}

/** Declares the type of the objects of a `_type` in rich text, unless core has it. */
function declareKind(kind: StudioKind, { model, read, declare, addFields, shapeTypes }: KindOptions): void {
  const { type, positions, shapes } = kind;
  const [shape] = shapes as readonly [Shape];
  const attributes = mergedAttributes(shapes);
  const extra = Object.keys(attributes);
  if (type === 'image' && extra.length === 0) return;
  if (type === 'link' && shape.kind === 'object' && extra.every((name) => name === 'href')) return;
  if (shape.kind === 'video' || shape.kind === 'slug') {
    const text = `objects of rich text that are a ${shape.kind} themselves; they are UnknownRichTextNode`;
    model.notes.push({ kind: 'left out', path: type, text });
    return;
  }
  const core = coreKindOf(kind, attributes, read);
  const { declared } = declare({
    kind: 'richText',
    key: type,
    candidates: [pascalCase(type), `${pascalCase(type)}InText`],
    replaces: core?.name,
    type,
  });
  const allPositions = new Set([...(core?.positions ?? []), ...positions]);
  declared.directives.push(richTextDirective(declared.name, type, allPositions));
  if (shape.kind === 'image' || shape.kind === 'file' || shape.kind === 'geopoint')
    declared.fields.push(wholeObjectField(shape.kind));
  const document = shape.kind === 'reference' && documentField(shapes, declared, shapeTypes);
  if (document) declared.fields.push(document);
  addFields(declared, attributes);
  if (declared.fields.length === 0) declared.fields.push(TYPE_FIELD);
}

/** Returns the field of an object in rich text that is a reference itself; undefined if the model has no type of its documents. */
function documentField(
  shapes: readonly Shape[],
  owner: ImportedType,
  shapeTypes: ShapeTypes,
): ImportedField | undefined {
  const value = shapeTypes.typeOf(mergeShapes(shapes, undefined), { owner, name: 'document', isList: false });
  if ('leftOut' in value) return undefined;
  return newField({
    name: 'document',
    typeName: value.typeName,
    kind: value.kind,
    directives: [WHOLE],
    description: 'The document; null if it is not published.',
  });
}

/** Reads the fields of object types, which can need more object types. */
function readPendingTypes(model: ImportedModel, shapeTypes: ShapeTypes, addFields: AddFields): void {
  for (let pending = shapeTypes.next(); pending; pending = shapeTypes.next()) {
    const { type, attributes, kind } = pending;
    checkObjectTypes(model.types.size, type.name);
    if (kind !== 'object') type.fields.push(wholeObjectField(kind));
    addFields(type, attributes);
    if (type.fields.length === 0 && type.type !== undefined) type.fields.push(TYPE_FIELD);
  }
}

/** Removes types without fields or members, and the fields and members with these types. Documents always have their id. */
function removeEmptyTypes(model: ImportedModel): void {
  for (let removed = removeOnce(model); removed; removed = removeOnce(model));
  for (const type of model.types.values())
    if (type.kind === 'document' && type.fields.length === 0) type.fields.push(ID_FIELD);
}

const isEmpty = ({ kind, fields, members }: ImportedType): boolean =>
  kind === 'union' || kind === 'enum' ? members.length === 0 : kind !== 'document' && fields.length === 0;

/** Returns whether a type was removed. */
function removeOnce(model: ImportedModel): boolean {
  const { types } = model;
  const empty = new Set([...types.values()].filter(isEmpty).map(({ name }) => name));
  for (const name of empty) types.delete(name);
  for (const type of types.values()) {
    type.members = type.kind === 'union' ? type.members.filter((member) => !empty.has(member)) : type.members;
    const lost = type.fields.filter(({ typeName }) => empty.has(typeName));
    if (lost.length === 0) continue;
    type.fields = type.fields.filter(({ typeName }) => !empty.has(typeName));
    for (const { attribute = '' } of lost)
      noteLeftOut(model, type, attribute, 'its object has no attributes');
  }
  return empty.size > 0;
}
