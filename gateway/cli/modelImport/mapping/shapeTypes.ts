import type { AssetShape, Attributes, ObjectShape, Shape } from '../extract/shape.ts';
import type { FieldKind, ImportedType } from '../model/importedModel.ts';
import { pascalCase } from '../model/words.ts';
import type { DeclareType } from './declareType.ts';
import { type OwnerAttribute, valueTypeName } from './ownerAttribute.ts';
import { createUnions, type MappedValue, targetsOf } from './unions.ts';
import { enumValues, numberType, textType } from './valueTypes.ts';

/** An object type whose fields are still to be read. */
interface PendingType {
  readonly type: ImportedType;
  readonly attributes: Attributes;
  /** The value that the object is itself; `object` for another object. */
  readonly kind: 'object' | 'image' | 'file';
}

/** Creates the types of values and finds those that exist already. */
export interface ShapeTypes {
  /** Returns the type of a value that is not a list. */
  typeOf(shape: Shape, attribute: OwnerAttribute): MappedValue;
  /** Returns the next object type whose fields are still to be read, once. */
  next(): PendingType | undefined;
}

const FIXED: Readonly<Partial<Record<Shape['kind'], readonly [string, FieldKind]>>> = {
  boolean: ['Boolean', 'scalar'],
  slug: ['String', 'scalar'],
  geopoint: ['GeoPoint', 'geoPoint'],
  video: ['Video', 'video'],
  richText: ['RichText', 'richText'],
};

/**
 * Returns names for an object type, the best first.
 * @param isShared whether the studio has a type of this name, and not only an attribute with such objects
 */
function objectNames(
  ownName: string | undefined,
  isShared: boolean,
  attribute: OwnerAttribute,
): readonly string[] {
  if (ownName === undefined) return [valueTypeName(attribute)];
  const name = pascalCase(ownName);
  return isShared ? [name] : [name, `${attribute.owner.name}${name}`];
}

/** Creates a mapping without types. @param documentNames names of the document types by `_type` */
export function createShapeTypes(
  declare: DeclareType,
  documentNames: ReadonlyMap<string, string>,
): ShapeTypes {
  const pending: PendingType[] = [];

  const objectType = (shape: ObjectShape | AssetShape, attribute: OwnerAttribute): string => {
    const { type, declaredAs, attributes, kind } = shape;
    // All images and files have the same `_type`, so it names none of them.
    const ownName = declaredAs ?? (kind === 'object' || type !== kind ? type : undefined);
    const { declared, isNew } = declare({
      kind: 'object',
      key: [kind, ownName ?? valueTypeName(attribute), JSON.stringify(attributes)].join('|'),
      candidates: objectNames(ownName, declaredAs !== undefined && type !== undefined, attribute),
      type,
    });
    if (isNew) pending.push({ type: declared, attributes, kind });
    return declared.name;
  };

  const enumType = (
    values: ReadonlyMap<string, string>,
    declaredAs: string | undefined,
    attribute: OwnerAttribute,
  ): string => {
    const { declared } = declare({
      kind: 'enum',
      key: [declaredAs ?? valueTypeName(attribute), ...values.values()].join('|'),
      candidates: [...(declaredAs === undefined ? [] : [pascalCase(declaredAs)]), valueTypeName(attribute)],
    });
    declared.members = [...values.keys()];
    declared.texts = values;
    return declared.name;
  };

  const typeOf = (shape: Shape, attribute: OwnerAttribute): MappedValue => {
    const fixed = FIXED[shape.kind];
    if (fixed) return { typeName: fixed[0], kind: fixed[1] };
    switch (shape.kind) {
      case 'text': {
        const values = enumValues(shape);
        if (values) return { typeName: enumType(values, shape.declaredAs, attribute), kind: 'enum' };
        return shape.values ? { typeName: 'String', kind: 'scalar' } : textType(attribute.name);
      }
      case 'number':
        return numberType(attribute.name, shape.values);
      case 'reference': {
        if (shape.to.length === 0 && documentNames.size > 0) return { typeName: 'Node', kind: 'union' };
        const targets = targetsOf(documentNames, shape.to);
        if (targets.length > 0) return unions.ofTypes(targets, undefined, attribute);
        return { leftOut: `a reference to ${shape.to.join(', ')}, which is no type of the model` };
      }
      case 'image':
      case 'file':
        if (Object.keys(shape.attributes).length > 0)
          return { typeName: objectType(shape, attribute), kind: 'object' };
        return shape.kind === 'image'
          ? { typeName: 'Image', kind: 'image' }
          : { typeName: 'File', kind: 'file' };
      case 'object':
        return { typeName: objectType(shape, attribute), kind: 'object' };
      case 'union':
        return unions.ofShapes(shape.members, shape.declaredAs, attribute);
      case 'json':
        return {
          typeName: 'JSON',
          kind: 'scalar',
          comment: `Guess: JSON, because the value has no type of its own: ${shape.reason}.`,
        };
      case 'absent':
        return { leftOut: shape.reason };
      default:
        return { leftOut: `a value of the kind ${shape.kind}` };
    }
  };
  const unions = createUnions({ declare, documentNames, typeOf, objectType });
  return { typeOf, next: () => pending.shift() };
}
