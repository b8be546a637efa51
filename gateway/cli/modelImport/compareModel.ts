import type { TypeNode } from 'groq-js';
import { type Model, type ModelField, type ModelType, possibleDocuments } from '../../core/model/model.ts';
import { isPath } from '../../providers/content/groq/groq.ts';
import { reasonToLeaveOut } from './extract/leftOutTypes.ts';
import { mergedAttributes } from './extract/mergedAttributes.ts';
import { mergeShapes } from './extract/mergeShapes.ts';
import type { StudioSchema } from './extract/readExtract.ts';
import { shapeReader } from './extract/readShape.ts';
import { richTextKindsOf } from './extract/richTextKinds.ts';
import type { Attributes, Shape } from './extract/shape.ts';
import { localizedShape } from './mapping/localizedValue.ts';

/** A difference between a studio and a model. */
export interface Difference {
  /** The side that lacks the part. */
  readonly missingIn: 'model' | 'studio';
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
 */
export function compareModel(
  schema: StudioSchema,
  model: Model,
  computed: ReadonlySet<string>,
): readonly Difference[] {
  const read = shapeReader(schema);
  const differences: Difference[] = [];
  const missingInModel = (path: string, text: string) =>
    void differences.push({ missingIn: 'model', path, text });
  const missingInStudio = (path: string, text: string) =>
    void differences.push({ missingIn: 'studio', path, text });
  const compared = new Set<string>();

  const compareFields = (type: ModelType, attributes: Attributes, path: string, isAsset = false): void => {
    const key = `${type.name} ${JSON.stringify(attributes)}`;
    if (compared.has(key)) return;
    compared.add(key);
    for (const [attribute, { value }] of Object.entries(attributes)) {
      if (attribute.startsWith('_')) continue;
      const shape = read(value);
      const fields = [...type.fields.values()].filter((field) => readsAttribute(field, attribute));
      if (isLeftOut(shape)) continue;
      if (fields.length === 0) missingInModel(`${path}.${attribute}`, `${type.name} has no field for it`);
      for (const field of fields) compareValue(type, field, shape, `${path}.${attribute}`);
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

  const compareValue = (type: ModelType, field: ModelField, stored: Shape, path: string): void => {
    // An expression can return anything.
    if (field.source.kind === 'groq' || computed.has(`${type.name}.${field.name}`)) return;
    const shape = (field.localized && localizedShape(stored, read)?.value) ?? stored;
    const isList = field.isList || field.shape === 'connection';
    if (isList !== (shape.kind === 'list') && field.shape !== 'richText' && field.typeName !== 'JSON')
      missingInModel(
        path,
        `${type.name}.${field.name} is ${isList ? 'a list, the attribute is not' : 'no list, the attribute is one'}`,
      );
    const item = shape.kind === 'list' ? shape.of : shape;
    for (const member of item.kind === 'union' ? item.members : [item])
      compareMember(type, field, member, path);
  };

  const compareMember = (type: ModelType, field: ModelField, shape: Shape, path: string): void => {
    const coordinate = `${type.name}.${field.name}`;
    if (shape.kind === 'reference' && field.target !== undefined) {
      const targets: readonly unknown[] = possibleDocuments(model, field.target).map(
        ({ document }) => document?.type,
      );
      for (const to of shape.to)
        if (!targets.includes(to) && reasonToLeaveOut(to) === undefined)
          missingInModel(path, `${coordinate} does not refer to ${to}`);
      return;
    }
    if (!('attributes' in shape)) return;
    if (field.shape === 'image' || field.shape === 'file')
      for (const name of Object.keys(shape.attributes))
        missingInModel(`${path}.${name}`, `${coordinate} has the type ${field.typeName}, without it`);
    if (field.shape === 'object') {
      const inner = model.types.get(field.typeName);
      if (inner) compareFields(inner, shape.attributes, path, shape.kind !== 'object');
      return;
    }
    const members = field.shape === 'union' ? model.unions.get(field.typeName) : undefined;
    if (!members || shape.type === undefined) return;
    const inner = members
      .flatMap((name) => model.types.get(name) ?? [])
      .find(({ document, typeAttribute }) => !document && typeAttribute === shape.type);
    const isCore =
      (shape.kind === 'image' && members.includes('Image')) ||
      (shape.kind === 'file' && members.includes('File'));
    if (inner) compareFields(inner, shape.attributes, `${path}.${shape.type}`, shape.kind !== 'object');
    else if (!isCore) missingInModel(path, `${field.typeName} has no type for ${shape.type}`);
  };

  for (const [type, { attributes }] of schema.documents) {
    if (reasonToLeaveOut(type) !== undefined) continue;
    const inner = model.types.get(model.typeOfDocument.get(type) ?? '');
    if (inner) compareFields(inner, attributes, type);
    else missingInModel(type, 'the model has no document type for it');
  }
  for (const { name, document } of model.documents)
    if (document && !schema.documents.has(document.type))
      missingInStudio(name, `the studio has no document type ${document.type}`);
  compareRichText(schema, model, { read, compareFields, missingInModel, missingInStudio });
  return differences;
}

interface Comparison {
  readonly read: (node: TypeNode) => Shape;
  readonly compareFields: (type: ModelType, attributes: Attributes, path: string, isAsset?: boolean) => void;
  readonly missingInModel: (path: string, text: string) => void;
  readonly missingInStudio: (path: string, text: string) => void;
}

/** Compares the objects in rich text, whose types all texts of a model share. */
function compareRichText(schema: StudioSchema, model: Model, comparison: Comparison): void {
  const { read, compareFields, missingInModel, missingInStudio } = comparison;
  const { kinds } = richTextKindsOf(schema, read, (type) => reasonToLeaveOut(type) === undefined);
  const types = [...model.types.values()].flatMap((type) =>
    type.richText ? [{ type, richText: type.richText }] : [],
  );
  for (const { type, positions, shapes } of kinds) {
    const own = types.find(({ richText }) => richText.type === type);
    if (!own) {
      missingInModel(type, `no type describes the objects ${type} in rich text`);
      continue;
    }
    for (const position of positions)
      if (!own.richText.positions.includes(position))
        missingInModel(type, `${own.type.name} is not declared at the position ${position}`);
    const shape = mergeShapes(shapes, undefined);
    compareFields(own.type, mergedAttributes(shapes), type, shape.kind !== 'object');
  }
  for (const { type, richText } of types)
    if (!isCore(type) && !kinds.some((kind) => kind.type === richText.type))
      missingInStudio(type.name, `no rich text of the studio has objects ${richText.type}`);
}

/** Returns whether an import leaves a value out: references to documents that no model has, and objects without attributes. */
function isLeftOut(shape: Shape): boolean {
  if (shape.kind === 'absent') return true;
  if (shape.kind === 'list') return isLeftOut(shape.of);
  if (shape.kind === 'object') return shape.type === undefined && Object.keys(shape.attributes).length === 0;
  return (
    shape.kind === 'reference' &&
    shape.to.length > 0 &&
    shape.to.every((to) => reasonToLeaveOut(to) !== undefined)
  );
}

/** Types of core have no file of the model as their location. */
const isCore = ({ node }: ModelType): boolean =>
  /schema\/core\//.test(node.loc?.source.name.replaceAll('\\', '/') ?? '');

/** Returns the attribute that a field reads alone; undefined for other sources. */
function ownAttribute({ name, source }: ModelField): string | undefined {
  if (source.kind === 'attribute') return name;
  if (source.kind === 'asset') return source.attribute;
  return source.kind === 'groq' && isPath(source.expr) ? source.expr.split('.')[0] : undefined;
}

function readsAttribute(field: ModelField, attribute: string): boolean {
  if (field.source.kind !== 'groq') return ownAttribute(field) === attribute;
  const { expr } = field.source;
  const names = new Set<string>(expr.match(/[A-Za-z_]\w*/g));
  return names.has(attribute) || expr.includes(JSON.stringify(attribute));
}
