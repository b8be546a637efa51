import pluralize from 'pluralize';
import { VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import type { AssetShape, Attributes, ObjectShape, Shape } from '../extract/shape.ts';
import type { FieldKind, ImportedType } from '../model/importedModel.ts';
import { pascalCase } from '../model/words.ts';
import type { DeclareType } from './declareType.ts';
import { enumValues, numberType, textType, type ValueType } from './valueTypes.ts';

/** The attribute that contains a value, and the type with this attribute. */
interface OwnerAttribute {
  readonly owner: ImportedType;
  readonly name: string;
  readonly isList: boolean;
}

/** The type of a value, or why a model has none for it. */
type MappedValue =
  | (ValueType & {
      /** The members of a union that the model lacks. */
      readonly partlyLeftOut?: string;
    })
  | { readonly leftOut: string };

/** An object type whose fields are still to be read. */
interface PendingType {
  readonly type: ImportedType;
  readonly attributes: Attributes;
  /** The value that the object is itself; `object` for another object. */
  readonly kind: 'object' | 'image' | 'file';
}

/** Creates the types of values and finds the types that exist already. */
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

/** The kinds of fields with a core type. */
const CORE_KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ['Image', 'image'],
  ['File', 'file'],
  ['GeoPoint', 'geoPoint'],
  ['Video', 'video'],
]);

/** Creates a mapping without types. @param documentNames names of the document types by `_type` */
export function createShapeTypes(
  declare: DeclareType,
  documentNames: ReadonlyMap<string, string>,
): ShapeTypes {
  const pending: PendingType[] = [];
  const studioTypes = new Map([...documentNames].map(([type, name]) => [name, type]));
  const kindOf = (name: string): FieldKind =>
    CORE_KINDS.get(name) ?? (studioTypes.has(name) ? 'document' : 'object');

  /** Returns the names of the document types that a reference can lead to. */
  const targetsOf = (to: readonly string[]): readonly string[] =>
    to.length === 0
      ? [...documentNames.values()]
      : [...new Set(to.flatMap((type) => documentNames.get(type) ?? []))];

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
  ): ValueType => {
    const { declared } = declare({
      kind: 'enum',
      key: [declaredAs ?? valueTypeName(attribute), ...values.values()].join('|'),
      candidates: [...(declaredAs === undefined ? [] : [pascalCase(declaredAs)]), valueTypeName(attribute)],
    });
    declared.members = [...values.keys()];
    declared.texts = values;
    return { typeName: declared.name, kind: 'enum' };
  };

  /** Returns a union of types, or the type itself if there is one. */
  const unionOfTypes = (
    members: readonly string[],
    declaredAs: string | undefined,
    attribute: OwnerAttribute,
  ): MappedValue => {
    const [first, ...otherMembers] = members;
    if (first === undefined) return { leftOut: 'none of its values has a type' };
    if (otherMembers.length === 0) return { typeName: first, kind: kindOf(first) };
    const areObjects = members.every((name) => kindOf(name) === 'object');
    const { declared } = declare({
      kind: 'union',
      key: members.toSorted().join('|'),
      candidates: unionNames(declaredAs, areObjects ? 'Block' : 'Item', attribute),
    });
    declared.members = [...members];
    return { typeName: declared.name, kind: 'union' };
  };

  /** Returns the names of the types of a member of a union, or why the union lacks it. */
  const membersOf = (shape: Shape, attribute: OwnerAttribute): readonly string[] | string => {
    if (shape.kind === 'reference') {
      const names = targetsOf(shape.to);
      return names.length > 0 ? names : `a reference to ${shape.to.join(', ')}`;
    }
    if (shape.kind === 'slug') return 'a slug';
    if ('type' in shape && shape.type === undefined) return 'an object without _type';
    if ((shape.kind === 'image' || shape.kind === 'file') && shape.type !== shape.kind)
      return [objectType(shape, attribute)];
    const mapped = typeOf(shape, { ...attribute, isList: false });
    return 'leftOut' in mapped ? mapped.leftOut : [mapped.typeName];
  };

  const studioTypeOf = (name: string, shape: Shape): string => {
    if (shape.kind === 'reference') return studioTypes.get(name) ?? name;
    if (shape.kind === 'video') return VIDEO_OBJECT;
    return 'type' in shape ? (shape.type ?? name) : shape.kind;
  };

  /** Returns a union of the types of values. Only one member can have a `_type`. */
  const unionOfShapes = (
    { members, declaredAs }: Shape & { readonly kind: 'union' },
    attribute: OwnerAttribute,
  ): MappedValue => {
    const owners = new Map<string, string>();
    const missing: string[] = [];
    for (const shape of members) {
      const names = membersOf(shape, attribute);
      if (typeof names === 'string') {
        missing.push(names);
        continue;
      }
      for (const name of names) {
        const type = studioTypeOf(name, shape);
        const owner = owners.get(type) ?? name;
        owners.set(type, owner);
        if (owner !== name) missing.push(`${name}, because ${owner} has the same _type`);
      }
    }
    const union = unionOfTypes([...new Set(owners.values())], declaredAs, attribute);
    if (missing.length === 0) return union;
    const leftOut = missing.join(', ');
    return 'leftOut' in union ? { leftOut } : { ...union, partlyLeftOut: leftOut };
  };

  const typeOf = (shape: Shape, attribute: OwnerAttribute): MappedValue => {
    const fixed = FIXED[shape.kind];
    if (fixed) return { typeName: fixed[0], kind: fixed[1] };
    switch (shape.kind) {
      case 'text': {
        const values = enumValues(shape);
        if (values) return enumType(values, shape.declaredAs, attribute);
        return shape.values ? { typeName: 'String', kind: 'scalar' } : textType(attribute.name);
      }
      case 'number':
        return numberType(attribute.name, shape.values);
      case 'reference': {
        if (shape.to.length === 0 && documentNames.size > 0) return { typeName: 'Node', kind: 'union' };
        const targets = targetsOf(shape.to);
        if (targets.length > 0) return unionOfTypes(targets, undefined, attribute);
        return { leftOut: `a reference to ${shape.to.join(', ')}, which is no type of the model` };
      }
      case 'image':
      case 'file':
        if (Object.keys(shape.attributes).length > 0)
          return { typeName: objectType(shape, attribute), kind: 'object' };
        return { typeName: shape.kind === 'image' ? 'Image' : 'File', kind: shape.kind };
      case 'object':
        return { typeName: objectType(shape, attribute), kind: 'object' };
      case 'union':
        return unionOfShapes(shape, attribute);
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
  return { typeOf, next: () => pending.shift() };
}

/** Returns a name for the type of an attribute's value, or of one item of a list: the names of the owner and of the attribute. */
const valueTypeName = ({ owner, name, isList }: OwnerAttribute): string =>
  `${owner.name}${pascalCase(isList ? pluralize.singular(name) : name)}`;

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

/**
 * Returns names for a union, the best first.
 * @param declaredAs the name of the list or union in the studio
 * @param suffix of the name of one item if the name of the list is no plural
 */
function unionNames(
  declaredAs: string | undefined,
  suffix: string,
  attribute: OwnerAttribute,
): readonly string[] {
  const list = declaredAs ?? attribute.name;
  const item = pluralize.singular(list);
  const name =
    declaredAs === undefined ? valueTypeName(attribute) : pascalCase(attribute.isList ? item : declaredAs);
  if (!attribute.isList) return [name];
  return item === list ? [`${name}${suffix}`] : [name, `${name}${suffix}`];
}
