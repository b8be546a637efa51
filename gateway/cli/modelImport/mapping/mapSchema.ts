import type { DefinitionNode } from 'graphql';
import pluralize from 'pluralize';
import { lowerFirst } from '../../../core/model/model.ts';
import { reasonToLeaveOut } from '../extract/leftOutTypes.ts';
import { mergedAttributes } from '../extract/mergedAttributes.ts';
import { mergeShapes } from '../extract/mergeShapes.ts';
import type { StudioSchema } from '../extract/readExtract.ts';
import { shapeReader } from '../extract/readShape.ts';
import { richTextDirective, richTextKindsOf, type StudioKind } from '../extract/richTextKinds.ts';
import type { Shape } from '../extract/shape.ts';
import { checkObjectTypes } from '../extract/sizeLimit.ts';
import { unusedTypes } from '../extract/unusedTypes.ts';
import type { ImportedField, ImportedModel, ImportedType } from '../model/importedModel.ts';
import { createTypeNames, type TypeNames } from '../model/typeNames.ts';
import { pascalCase } from '../model/words.ts';
import { TYPE_FIELD, wholeObjectField } from './assetFields.ts';
import { createDeclareType, type DeclareType } from './declareType.ts';
import { type AddFields, createAddFields } from './readFields.ts';
import { removeEmptyTypes } from './removeEmptyTypes.ts';
import { createShapeTypes, type ShapeTypes } from './shapeTypes.ts';

/**
 * Maps the types of a studio to types of a model, without inverses and search.
 * @param core the definitions of core SDL
 */
export function mapSchema(schema: StudioSchema, core: readonly DefinitionNode[]): ImportedModel {
  const model: ImportedModel = { types: new Map(), languages: new Set(), notes: [] };
  const read = shapeReader(schema);
  const names = createTypeNames(core);
  const declare = createDeclareType(model, names);
  const documentNames = declareDocuments(schema, model, declare, names);
  const shapeTypes = createShapeTypes(declare, documentNames);
  const addFields = createAddFields(model, read, shapeTypes);
  const { kinds, untyped } = richTextKindsOf(schema, read, (type) => documentNames.has(type));
  for (const kind of untyped)
    model.notes.push({
      kind: 'left out',
      path: 'rich text',
      text: `values without _type (${kind}); clients find them in the JSON of the text`,
    });
  for (const kind of kinds) declareKind(kind, { model, declare, addFields, shapeTypes });
  for (const [type, name] of documentNames) {
    const declared = model.types.get(name);
    if (declared) addFields(declared, schema.documents.get(type)?.attributes ?? {});
  }
  readPendingTypes(model, shapeTypes, addFields);
  removeEmptyTypes(model);
  for (const name of unusedTypes(schema, (type) => documentNames.has(type)))
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
    model.notes.push({ kind: 'guess', path: type, text });
    declared.comments.push(`Guess: ${text}.`);
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
  readonly declare: DeclareType;
  readonly addFields: AddFields;
  readonly shapeTypes: ShapeTypes;
}

/** Declares the type of the objects of a `_type` in rich text, unless core has it. */
function declareKind(kind: StudioKind, { model, declare, addFields, shapeTypes }: KindOptions): void {
  const { type, shapes } = kind;
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
  const { declared } = declare({
    kind: 'richText',
    key: type,
    candidates: [pascalCase(type), `${pascalCase(type)}InText`],
    type,
  });
  declared.directives.push(richTextDirective(declared.name, kind));
  if (shape.kind === 'image' || shape.kind === 'file' || shape.kind === 'geopoint')
    declared.fields.push(wholeObjectField(shape.kind));
  const document = shape.kind === 'reference' && documentField(shapes, declared, shapeTypes);
  if (document) declared.fields.push(document);
  addFields(declared, attributes);
  if (declared.fields.length === 0) declared.fields.push(TYPE_FIELD);
}

/** Returns the field of an object in rich text that is a reference itself; undefined if the model has none of its documents. */
function documentField(
  shapes: readonly Shape[],
  owner: ImportedType,
  shapeTypes: ShapeTypes,
): ImportedField | undefined {
  const value = shapeTypes.typeOf(mergeShapes(shapes, undefined), { owner, name: 'document', isList: false });
  if ('leftOut' in value) return undefined;
  return {
    name: 'document',
    typeName: value.typeName,
    kind: value.kind,
    isList: false,
    isRequired: false,
    attribute: undefined,
    path: [],
    directives: ['@groq(expr: "@")'],
    description: 'The document; null if it is not published.',
    comments: [],
  };
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
