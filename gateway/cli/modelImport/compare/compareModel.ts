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
  const comparison = new Comparison({ schema, model, computed, languages });
  comparison.compareDocuments();
  comparison.compareUnions();
  comparison.compareRichText();
  return comparison.differences;
}

interface Compared {
  readonly schema: StudioSchema;
  readonly model: Model;
  readonly computed: ReadonlySet<string>;
  readonly languages: readonly string[] | undefined;
}

/** Compares the parts of a studio and of a model, and collects the differences. */
class Comparison {
  readonly differences: Difference[] = [];
  readonly #schema: StudioSchema;
  readonly #model: Model;
  readonly #computed: ReadonlySet<string>;
  readonly #languages: readonly string[] | undefined;
  readonly #read: (node: TypeNode) => Shape;
  readonly #statesRequired: boolean;
  /** The types that were compared, each with the attributes. Types can contain one another. */
  readonly #compared = new Set<string>();
  /** The values of the attributes of a union, by its name. */
  readonly #membersInStudio = new Map<string, readonly Shape[]>();

  constructor({ schema, model, computed, languages }: Compared) {
    this.#schema = schema;
    this.#model = model;
    this.#computed = computed;
    this.#languages = languages;
    this.#read = shapeReader(schema);
    this.#statesRequired = hasRequiredAttribute(schema);
  }

  compareDocuments(): void {
    const { documents } = this.#schema;
    for (const [type, { attributes }] of documents) {
      if (reasonToLeaveOut(type) !== undefined) continue;
      const inner = this.#model.types.get(this.#model.typeOfDocument.get(type) ?? '');
      if (inner) this.#compareFields(inner, attributes, type);
      else this.#missingInModel(type, 'the model has no document type for it', { type });
    }
    for (const { name, document } of this.#model.documents)
      if (document && !documents.has(document.type))
        this.#missingInStudio(name, `the studio has no document type ${document.type}`);
  }

  /** Compares the members of unions with the values that `compareDocuments` has found. */
  compareUnions(): void {
    for (const [union, shapes] of this.#membersInStudio)
      for (const member of unusedMembers(this.#model, union, shapes))
        this.#missingInStudio(union, `no attribute of the studio has the member ${member}`);
  }

  /** Compares the objects in rich text: all texts of a model share their types. */
  compareRichText(): void {
    const { kinds } = richTextKindsOf(this.#schema, this.#read);
    const types = [...this.#model.types.values()].flatMap((type) =>
      type.richText ? [{ type, richText: type.richText }] : [],
    );
    for (const { type, positions, shapes } of kinds) {
      const own = types.find(({ richText }) => richText.type === type);
      if (!own) {
        this.#missingInModel(type, `no type describes the objects ${type} in rich text`, { type });
        continue;
      }
      for (const position of positions)
        if (!own.richText.positions.includes(position))
          this.#changed(type, `${own.type.name} is not declared at the position ${position}`);
      const shape = mergeShapes(shapes, undefined);
      this.#compareFields(own.type, mergedAttributes(shapes), type, shape.kind !== 'object');
    }
    for (const { type, richText } of types)
      if (!isCoreType(type) && !kinds.some((kind) => kind.type === richText.type))
        this.#missingInStudio(type.name, `no rich text of the studio has objects ${richText.type}`);
  }

  #missingInModel(path: string, text: string, missing: MissingPart): void {
    this.differences.push({ missingIn: 'model', missing, path, text });
  }

  #missingInStudio(path: string, text: string): void {
    this.differences.push({ missingIn: 'studio', path, text });
  }

  /** Records a part that both sides have, and that differs. */
  #changed(path: string, text: string): void {
    this.differences.push({ missingIn: 'model', path, text });
  }

  #lacksAttribute(type: ModelType, attributes: readonly string[], path: string): void {
    this.#missingInModel([path, ...attributes].join('.'), `${type.name} has no field for it`, {
      owner: type.name,
      attributes,
    });
  }

  /** Returns whether an import has the documents of a `_type`. */
  #isServed(type: string): boolean {
    return this.#schema.documents.has(type) && reasonToLeaveOut(type) === undefined;
  }

  #isLeftOut(shape: Shape): boolean {
    return isLeftOut(shape, (type) => this.#isServed(type));
  }

  #compareFields(type: ModelType, attributes: Attributes, path: string, isAsset = false): void {
    const key = `${type.name} ${JSON.stringify(attributes)}`;
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    for (const [attribute, { value, optional }] of Object.entries(attributes)) {
      const shape = this.#read(value);
      if (attribute.startsWith('_') || this.#isLeftOut(shape)) continue;
      const fields = [...type.fields.values()].filter((field) => readsAttribute(field, attribute));
      if (fields.length === 0) this.#lacksAttribute(type, [attribute], path);
      this.#compareParts(type, [attribute], shape, path);
      for (const field of fields) {
        const attributePath = `${path}.${attribute}`;
        this.#compareValue(type, field, shape, attributePath);
        if (this.#statesRequired && optional && field.isRequired && !hasMany(field))
          this.#changed(attributePath, `${type.name}.${field.name} is non-null, the attribute is optional`);
      }
    }
    for (const field of type.fields.values()) {
      const attribute = ownAttribute(field);
      const isKnown =
        attribute === undefined ||
        attribute.startsWith('_') ||
        Object.hasOwn(attributes, attribute) ||
        (isAsset && ASSET_ATTRIBUTES.has(attribute)) ||
        this.#computed.has(`${type.name}.${field.name}`);
      if (!isKnown)
        this.#missingInStudio(
          `${type.name}.${field.name}`,
          `the studio has no attribute ${path}.${attribute}`,
        );
    }
  }

  /** Compares the attributes of an object with the fields of the type that has it, if the type reads only parts of the object. */
  #compareParts(type: ModelType, attributes: readonly string[], shape: Shape, path: string): void {
    if (!('attributes' in shape) || localizedShape(shape, this.#read) || !readsWithin(type, attributes))
      return;
    for (const [attribute, { value }] of Object.entries(shape.attributes)) {
      const inner = [...attributes, attribute];
      const part = this.#read(value);
      const isOfAsset = isAssetShape(shape) && ASSET_ATTRIBUTES.has(attribute);
      if (attribute.startsWith('_') || isOfAsset || this.#isLeftOut(part)) continue;
      if (readsWithin(type, inner)) this.#compareParts(type, inner, part, path);
      else if (!readsPartOf(type, inner)) this.#lacksAttribute(type, inner, path);
    }
  }

  #compareValue(type: ModelType, field: ModelField, stored: Shape, path: string): void {
    const coordinate = `${type.name}.${field.name}`;
    const inner = innerPath(field);
    if (inner === undefined || this.#computed.has(coordinate)) return;
    if (inner !== '') {
      if (!hasAttribute(stored, inner))
        this.#changed(path, `${coordinate} reads its ${inner}, which the attribute does not have`);
      return;
    }
    const values = localizedShape(stored, this.#read);
    if (values && !field.localized && !READS_OBJECTS.test(field.shape) && field.typeName !== 'JSON') {
      const text = `${coordinate} has one value, the attribute one for each language; add @localized`;
      this.#changed(path, text);
      return;
    }
    const localized = field.localized && values;
    for (const language of localized?.languages ?? [])
      if (this.#languages && !this.#languages.includes(language))
        this.#changed(path, `the language ${language} is not one of LOCALES`);
    const shape = localized?.value ?? stored;
    const isList = hasMany(field);
    const isOfAnyKind = shape.kind === 'json' || field.shape === 'richText' || field.typeName === 'JSON';
    if (isList !== (shape.kind === 'list') && !isOfAnyKind) {
      const text = isList ? 'is a list, the attribute is not' : 'is no list, the attribute is one';
      this.#changed(path, `${coordinate} ${text}`);
    }
    const item = shape.kind === 'list' ? shape.of : shape;
    const members = item.kind === 'union' ? item.members : [item];
    if (field.shape === 'union' && field.target !== undefined)
      this.#membersInStudio.set(field.target, [
        ...(this.#membersInStudio.get(field.target) ?? []),
        ...members,
      ]);
    for (const member of mergedObjects(field, members)) this.#compareMember(coordinate, field, member, path);
  }

  /** Compares one of the values that an attribute can have. */
  #compareMember(coordinate: string, field: ModelField, shape: Shape, path: string): void {
    const kind = kindDifference(field, shape);
    if (kind !== undefined) {
      this.#changed(path, `${coordinate} ${kind}`);
      return;
    }
    this.#compareChoices(field, shape, path);
    if (shape.kind === 'reference' && field.target !== undefined) {
      this.#compareTargets(coordinate, field.target, shape.to, path);
      return;
    }
    const attributes = attributesOf(shape);
    if (!attributes) return;
    if (field.shape === 'image' || field.shape === 'file')
      for (const name of Object.keys(attributes))
        this.#changed(`${path}.${name}`, `${coordinate} has the type ${field.typeName}, without it`);
    const object = field.shape === 'object' ? this.#model.types.get(field.typeName) : undefined;
    if (object) this.#compareFields(object, attributes, path, isAssetShape(shape));
    if (field.shape === 'union') this.#compareUnionMember(field.typeName, shape, attributes, path);
  }

  #compareChoices(field: ModelField, shape: Shape, path: string): void {
    const { typeName } = field;
    const choices = choiceDifferences(this.#model, field, shape);
    for (const choice of choices?.inStudio ?? [])
      this.#missingInModel(path, `${typeName} has no value for the choice ${JSON.stringify(choice)}`, {
        owner: typeName,
        member: choice,
      });
    for (const text of choices?.inModel ?? [])
      this.#missingInStudio(typeName, `the studio has no choice ${JSON.stringify(text)} at ${path}`);
  }

  /** @param to the `_type`s of the documents to which a reference can refer */
  #compareTargets(coordinate: string, target: string, to: readonly string[], path: string): void {
    const inModel = new Set(possibleDocuments(this.#model, target).map(({ document }) => document?.type));
    for (const member of to) {
      if (inModel.has(member) || !this.#isServed(member)) continue;
      const text = `${coordinate} does not refer to ${member}`;
      if (this.#model.unions.has(target)) this.#missingInModel(path, text, { owner: target, member });
      else this.#changed(path, text);
    }
  }

  #compareUnionMember(union: string, shape: Shape, attributes: Attributes, path: string): void {
    const members = this.#model.unions.get(union);
    if (!members || !('type' in shape) || shape.type === undefined) return;
    const inner = members
      .flatMap((name) => this.#model.types.get(name) ?? [])
      .find(({ document, typeAttribute }) => !document && typeAttribute === shape.type);
    const isCore =
      (shape.kind === 'image' && members.includes('Image')) ||
      (shape.kind === 'file' && members.includes('File'));
    if (inner) this.#compareFields(inner, attributes, `${path}.${shape.type}`, isAssetShape(shape));
    else if (!isCore)
      this.#missingInModel(path, `${union} has no type for ${shape.type}`, {
        owner: union,
        member: shape.type,
      });
  }
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
