import type { TypeNode } from 'groq-js';
import {
  hasMany,
  isCoreType,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { reasonToLeaveOut } from '../extract/leftOutTypes.ts';
import { mergedAttributes, mergeShapes } from '../extract/mergeShapes.ts';
import type { StudioSchema } from '../extract/readExtract.ts';
import { shapeReader } from '../extract/readShape.ts';
import { richTextKindsOf } from '../extract/richTextKinds.ts';
import type { Attributes, Shape } from '../extract/shape.ts';
import { localizedShape } from '../mapping/localizedValue.ts';
import { choiceDifferences, kindDifference, unusedMembers } from './compareKinds.ts';
import { ownAttribute, readsAttribute, readsPartOf, readsWithin } from './readPaths.ts';

/** A part of a studio that a model lacks. The names of types and unions are the names in the model. */
export type MissingPart =
  /** A type of documents, or of objects in rich text, by its `_type`. */
  | { readonly type: string }
  /** An attribute, by its path in the objects of a type. */
  | { readonly owner: string; readonly attributes: readonly string[] }
  /** A choice of an enum by its text, or a member of a union by its `_type`. */
  | { readonly owner: string; readonly member: string };

/** A difference between a studio and a model. */
export interface Difference {
  /** The side that lacks the part. */
  readonly missingIn: 'model' | 'studio';
  /** The part that the model lacks; undefined for a part that differs. */
  readonly missing?: MissingPart;
  /** The path in the studio, or the coordinate in the model, e.g. `post.body` or `Post.body`. */
  readonly path: string;
  readonly text: string;
}

/** Attributes of an image or a file that a field of the model can read. */
const ASSET_ATTRIBUTES: ReadonlySet<string> = new Set([
  'asset',
  'hotspot',
  'crop',
  'alt',
  'caption',
  'media',
]);

/**
 * Compares a model with a studio: what the studio has and the model does not read, and the reverse.
 * @param computed computed fields as `Type.field`, which need no attribute
 * @param languages the languages of the content; undefined if no setting names them
 */
export function compareModel(
  schema: StudioSchema,
  model: Model,
  computed: ReadonlySet<string>,
  languages?: readonly string[],
): readonly Difference[] {
  const read = shapeReader(schema);
  const differences: Difference[] = [];
  const missingInModel = (path: string, text: string, missing: MissingPart) =>
    void differences.push({ missingIn: 'model', missing, path, text });
  const changed = (path: string, text: string) => void differences.push({ missingIn: 'model', path, text });
  const missingInStudio = (path: string, text: string) =>
    void differences.push({ missingIn: 'studio', path, text });
  const compared = new Set<string>();
  /** The values of the attributes of a union, by its name. */
  const found = new Map<string, readonly Shape[]>();
  const statesRequired = hasRequiredAttribute(schema);

  const compareFields = (type: ModelType, attributes: Attributes, path: string, isAsset = false): void => {
    const key = `${type.name} ${JSON.stringify(attributes)}`;
    if (compared.has(key)) return;
    compared.add(key);
    for (const [attribute, { value, optional }] of Object.entries(attributes)) {
      if (attribute.startsWith('_')) continue;
      const shape = read(value);
      const fields = [...type.fields.values()].filter((field) => readsAttribute(field, attribute));
      if (isLeftOut(shape, isServed)) continue;
      if (fields.length === 0) lacksAttribute(type, [attribute], path);
      compareParts(type, [attribute], shape, path);
      for (const field of fields) {
        compareValue(type, field, shape, `${path}.${attribute}`);
        if (statesRequired && optional && field.isRequired && !hasMany(field))
          changed(
            `${path}.${attribute}`,
            `${type.name}.${field.name} is non-null, the attribute is optional`,
          );
      }
    }
    for (const field of type.fields.values()) {
      const attribute = ownAttribute(field);
      const isKnown =
        attribute === undefined ||
        attribute.startsWith('_') ||
        Object.hasOwn(attributes, attribute) ||
        (isAsset && ASSET_ATTRIBUTES.has(attribute)) ||
        computed.has(`${type.name}.${field.name}`);
      if (!isKnown)
        missingInStudio(`${type.name}.${field.name}`, `the studio has no attribute ${path}.${attribute}`);
    }
  };

  /** Returns whether an import has the documents of a `_type`. */
  const isServed = (type: string): boolean =>
    schema.documents.has(type) && reasonToLeaveOut(type) === undefined;

  const lacksAttribute = (type: ModelType, attributes: readonly string[], path: string): void =>
    missingInModel([path, ...attributes].join('.'), `${type.name} has no field for it`, {
      owner: type.name,
      attributes,
    });

  /** Compares the attributes of an object with the fields of the type that has it, if the type reads only parts of the object. */
  const compareParts = (type: ModelType, attributes: readonly string[], shape: Shape, path: string): void => {
    if (!('attributes' in shape) || localizedShape(shape, read) || !readsWithin(type, attributes)) return;
    for (const [attribute, { value }] of Object.entries(shape.attributes)) {
      const inner = [...attributes, attribute];
      const part = read(value);
      const isOfAsset = isAssetShape(shape) && ASSET_ATTRIBUTES.has(attribute);
      if (attribute.startsWith('_') || isOfAsset || isLeftOut(part, isServed)) continue;
      if (readsWithin(type, inner)) compareParts(type, inner, part, path);
      else if (!readsPartOf(type, inner)) lacksAttribute(type, inner, path);
    }
  };

  const compareValue = (type: ModelType, field: ModelField, stored: Shape, path: string): void => {
    const inner = innerPath(field);
    if (inner === undefined || computed.has(`${type.name}.${field.name}`)) return;
    if (inner !== '') {
      if (!hasAttribute(stored, inner))
        changed(path, `${type.name}.${field.name} reads its ${inner}, which the attribute does not have`);
      return;
    }
    const values = localizedShape(stored, read);
    if (values && !field.localized && !READS_OBJECTS.test(field.shape) && field.typeName !== 'JSON') {
      changed(
        path,
        `${type.name}.${field.name} has one value, the attribute one for each language; add @localized`,
      );
      return;
    }
    const localized = field.localized && values;
    const shape = localized?.value ?? stored;
    for (const language of localized?.languages ?? [])
      if (languages && !languages.includes(language))
        changed(path, `the language ${language} is not one of LOCALES`);
    const isList = hasMany(field);
    const isOfAnyKind = shape.kind === 'json' || field.shape === 'richText' || field.typeName === 'JSON';
    if (isList !== (shape.kind === 'list') && !isOfAnyKind)
      changed(
        path,
        `${type.name}.${field.name} is ${isList ? 'a list, the attribute is not' : 'no list, the attribute is one'}`,
      );
    const item = shape.kind === 'list' ? shape.of : shape;
    const members = item.kind === 'union' ? item.members : [item];
    if (field.shape === 'union' && field.target !== undefined)
      found.set(field.target, [...(found.get(field.target) ?? []), ...members]);
    for (const member of mergedObjects(field, members)) compareMember(type, field, member, path);
  };

  const compareMember = (type: ModelType, field: ModelField, shape: Shape, path: string): void => {
    const coordinate = `${type.name}.${field.name}`;
    const kind = kindDifference(field, shape);
    if (kind !== undefined) {
      changed(path, `${coordinate} ${kind}`);
      return;
    }
    const choices = choiceDifferences(model, field, shape);
    for (const choice of choices?.inStudio ?? [])
      missingInModel(path, `${field.typeName} has no value for the choice ${JSON.stringify(choice)}`, {
        owner: field.typeName,
        member: choice,
      });
    for (const text of choices?.inModel ?? [])
      missingInStudio(field.typeName, `the studio has no choice ${JSON.stringify(text)} at ${path}`);
    if (shape.kind === 'reference' && field.target !== undefined) {
      const targets: readonly unknown[] = possibleDocuments(model, field.target).map(
        ({ document }) => document?.type,
      );
      for (const to of shape.to)
        if (!targets.includes(to) && isServed(to)) {
          const text = `${coordinate} does not refer to ${to}`;
          if (model.unions.has(field.target)) missingInModel(path, text, { owner: field.target, member: to });
          else changed(path, text);
        }
      return;
    }
    const attributes = attributesOf(shape);
    if (!attributes) return;
    if (field.shape === 'image' || field.shape === 'file')
      for (const name of Object.keys(attributes))
        changed(`${path}.${name}`, `${coordinate} has the type ${field.typeName}, without it`);
    if (field.shape === 'object') {
      const inner = model.types.get(field.typeName);
      if (inner) compareFields(inner, attributes, path, isAssetShape(shape));
      return;
    }
    const members = field.shape === 'union' ? model.unions.get(field.typeName) : undefined;
    if (!members || !('type' in shape) || shape.type === undefined) return;
    const inner = members
      .flatMap((name) => model.types.get(name) ?? [])
      .find(({ document, typeAttribute }) => !document && typeAttribute === shape.type);
    const isCore =
      (shape.kind === 'image' && members.includes('Image')) ||
      (shape.kind === 'file' && members.includes('File'));
    if (inner) compareFields(inner, attributes, `${path}.${shape.type}`, isAssetShape(shape));
    else if (!isCore)
      missingInModel(path, `${field.typeName} has no type for ${shape.type}`, {
        owner: field.typeName,
        member: shape.type,
      });
  };

  for (const [type, { attributes }] of schema.documents) {
    if (reasonToLeaveOut(type) !== undefined) continue;
    const inner = model.types.get(model.typeOfDocument.get(type) ?? '');
    if (inner) compareFields(inner, attributes, type);
    else missingInModel(type, 'the model has no document type for it', { type });
  }
  for (const { name, document } of model.documents)
    if (document && !schema.documents.has(document.type))
      missingInStudio(name, `the studio has no document type ${document.type}`);
  for (const [union, shapes] of found)
    for (const member of unusedMembers(model, union, shapes))
      missingInStudio(union, `no attribute of the studio has the member ${member}`);
  compareRichText(schema, model, { read, compareFields, missingInModel, missingInStudio, changed });
  return differences;
}

interface Comparison {
  readonly read: (node: TypeNode) => Shape;
  readonly compareFields: (type: ModelType, attributes: Attributes, path: string, isAsset?: boolean) => void;
  readonly missingInModel: (path: string, text: string, missing: MissingPart) => void;
  readonly missingInStudio: (path: string, text: string) => void;
  readonly changed: (path: string, text: string) => void;
}

/** Compares the objects in rich text: all texts of a model share their types. */
function compareRichText(schema: StudioSchema, model: Model, comparison: Comparison): void {
  const { read, compareFields, missingInModel, missingInStudio, changed } = comparison;
  const { kinds } = richTextKindsOf(schema, read);
  const types = [...model.types.values()].flatMap((type) =>
    type.richText ? [{ type, richText: type.richText }] : [],
  );
  for (const { type, positions, shapes } of kinds) {
    const own = types.find(({ richText }) => richText.type === type);
    if (!own) {
      missingInModel(type, `no type describes the objects ${type} in rich text`, { type });
      continue;
    }
    for (const position of positions)
      if (!own.richText.positions.includes(position))
        changed(type, `${own.type.name} is not declared at the position ${position}`);
    const shape = mergeShapes(shapes, undefined);
    compareFields(own.type, mergedAttributes(shapes), type, shape.kind !== 'object');
  }
  for (const { type, richText } of types)
    if (!isCoreType(type) && !kinds.some((kind) => kind.type === richText.type))
      missingInStudio(type.name, `no rich text of the studio has objects ${richText.type}`);
}

/** The shapes of fields that read an object with a value for each language, or a list of such values, as it is. */
const READS_OBJECTS = /^(object|union)$/;

/** Returns the members of a union; the objects as one if the field reads objects of every `_type` by one type. */
function mergedObjects(field: ModelField, members: readonly Shape[]): readonly Shape[] {
  const objects = members.filter(({ kind }) => kind === 'object');
  const [first] = objects;
  if (field.shape !== 'object' || first?.kind !== 'object' || objects.length < 2) return members;
  const merged: Shape = { ...first, attributes: mergedAttributes(objects) };
  return [merged, ...members.filter(({ kind }) => kind !== 'object')];
}

/** Returns whether an import leaves a value out: references to documents that no model has, and objects without attributes. */
function isLeftOut(shape: Shape, isServed: (type: string) => boolean): boolean {
  if (shape.kind === 'absent') return true;
  if (shape.kind === 'list') return isLeftOut(shape.of, isServed);
  if (shape.kind === 'object') return shape.type === undefined && Object.keys(shape.attributes).length === 0;
  return shape.kind === 'reference' && shape.to.length > 0 && !shape.to.some(isServed);
}

/** Attributes of values of Sanity's own types, which an extract does not contain. */
const OWN_ATTRIBUTES: Readonly<Partial<Record<Shape['kind'], readonly string[]>>> = {
  slug: ['current'],
  geopoint: ['lat', 'lng', 'alt'],
};

/** Returns the attributes of the values of a shape; undefined for values that are no objects of the studio. */
function attributesOf(shape: Shape): Attributes | undefined {
  if ('attributes' in shape) return shape.attributes;
  const names = OWN_ATTRIBUTES[shape.kind];
  const value = { type: 'unknown' } as const;
  return names && Object.fromEntries(names.map((name) => [name, { type: 'objectAttribute', value }]));
}

const isAssetShape = ({ kind }: Shape): boolean => kind === 'image' || kind === 'file';

/**
 * Returns the path within its attribute that a field reads: empty for the attribute itself, undefined for another expression,
 * which can return anything.
 */
function innerPath(field: ModelField): string | undefined {
  const attribute = ownAttribute(field);
  if (attribute === undefined) return undefined;
  return field.source.kind === 'groq' ? field.source.expr.slice(attribute.length + 1) : '';
}

/** Returns whether the values of an attribute can have an attribute at a path. */
function hasAttribute(shape: Shape, path: string): boolean {
  const [name = ''] = path.split('.');
  if (shape.kind === 'union') return shape.members.some((member) => hasAttribute(member, path));
  if (shape.kind === 'json') return true;
  if (name.startsWith('_')) return shape.kind === 'reference' || attributesOf(shape) !== undefined;
  if (isAssetShape(shape) && ASSET_ATTRIBUTES.has(name)) return true;
  if (shape.kind === 'video') return name === 'asset';
  return Object.hasOwn(attributesOf(shape) ?? {}, name);
}

/** Returns whether an extract states which attributes are required; without `--enforce-required-fields` all are optional. */
const hasRequiredAttribute = ({ documents }: StudioSchema): boolean =>
  [...documents.values()].some(({ attributes }) =>
    Object.entries(attributes).some(([name, { optional }]) => !name.startsWith('_') && optional !== true),
  );
