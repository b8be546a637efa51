import pluralize from 'pluralize';
import type { AssetShape, ObjectShape, Shape } from '../extract/shape.ts';
import type { FieldKind } from '../model/importedModel.ts';
import { pascalCase } from '../model/words.ts';
import type { DeclareType } from './declareType.ts';
import { type OwnerAttribute, valueTypeName } from './ownerAttribute.ts';
import type { ValueType } from './valueTypes.ts';

/** The type of a value, or why a model has none for it. */
export type MappedValue =
  | (ValueType & {
      /** The members of a union that the model lacks. */
      readonly partlyLeftOut?: string;
    })
  | { readonly leftOut: string };

/** The kinds of fields with a core type. */
const CORE_KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ['Image', 'image'],
  ['File', 'file'],
  ['GeoPoint', 'geoPoint'],
  ['Video', 'video'],
]);

/** Names of the document types by `_type`. */
type DocumentNames = ReadonlyMap<string, string>;

/** Creates unions, and finds those with the same members. */
interface Unions {
  /** Returns a union of types, or the type itself if there is one. */
  ofTypes(members: readonly string[], declaredAs: string | undefined, attribute: OwnerAttribute): MappedValue;
  /** Returns a union of the types of values. A `_type` can be that of one member only. */
  ofShapes(shapes: readonly Shape[], declaredAs: string | undefined, attribute: OwnerAttribute): MappedValue;
}

interface UnionOptions {
  readonly declare: DeclareType;
  readonly documentNames: DocumentNames;
  typeOf(shape: Shape, attribute: OwnerAttribute): MappedValue;
  /** Returns the name of the type of an object. */
  objectType(shape: ObjectShape | AssetShape, attribute: OwnerAttribute): string;
}

/** The types of a member of a union, and what the union lacks. */
interface UnionMembers {
  readonly names: readonly string[];
  readonly leftOut: readonly string[];
}

/** Creates a mapping of unions. */
export function createUnions({ declare, documentNames, typeOf, objectType }: UnionOptions): Unions {
  const studioTypes = new Map([...documentNames].map(([type, name]) => [name, type]));
  const kindOf = (name: string): FieldKind => {
    return CORE_KINDS.get(name) ?? (studioTypes.has(name) ? 'document' : 'object');
  };

  const ofTypes: Unions['ofTypes'] = (members, declaredAs, attribute) => {
    const [first, ...others] = members;
    if (first === undefined) return { leftOut: 'none of its values has a type' };
    if (others.length === 0) return { typeName: first, kind: kindOf(first) };
    const areObjects = members.every((name) => kindOf(name) === 'object');
    const { declared } = declare({
      kind: 'union',
      key: members.toSorted().join('|'),
      candidates: unionNames(declaredAs, areObjects ? 'Block' : 'Item', attribute),
    });
    declared.members = [...members];
    return { typeName: declared.name, kind: 'union' };
  };

  const membersOf = (shape: Shape, attribute: OwnerAttribute): UnionMembers => {
    if (shape.kind === 'reference') {
      const names = targetsOf(documentNames, shape.to);
      return { names, leftOut: names.length > 0 ? [] : [`a reference to ${shape.to.join(', ')}`] };
    }
    if (shape.kind === 'slug') return { names: [], leftOut: ['a slug'] };
    if ('type' in shape && shape.type === undefined)
      return { names: [], leftOut: ['an object without _type'] };
    if ((shape.kind === 'image' || shape.kind === 'file') && shape.type !== shape.kind)
      return { names: [objectType(shape, attribute)], leftOut: [] };
    const mapped = typeOf(shape, { ...attribute, isList: false });
    return 'leftOut' in mapped
      ? { names: [], leftOut: [mapped.leftOut] }
      : { names: [mapped.typeName], leftOut: [] };
  };

  const studioTypeOf = (name: string, shape: Shape): string => {
    if (shape.kind === 'reference') return studioTypes.get(name) ?? name;
    if (shape.kind === 'video') return 'mux.video';
    return 'type' in shape ? (shape.type ?? name) : shape.kind;
  };

  const ofShapes: Unions['ofShapes'] = (shapes, declaredAs, attribute) => {
    const owners = new Map<string, string>();
    const missing: string[] = [];
    for (const shape of shapes) {
      const { names, leftOut } = membersOf(shape, attribute);
      missing.push(...leftOut);
      for (const name of names) {
        const type = studioTypeOf(name, shape);
        const owner = owners.get(type) ?? name;
        owners.set(type, owner);
        if (owner !== name) missing.push(`${name}, because ${owner} has the same _type`);
      }
    }
    const union = ofTypes([...new Set(owners.values())], declaredAs, attribute);
    if (missing.length === 0) return union;
    const leftOut = missing.join(', ');
    return 'leftOut' in union ? { leftOut } : { ...union, partlyLeftOut: leftOut };
  };
  return { ofTypes, ofShapes };
}

/** Returns the names of the document types that a reference can lead to. */
export const targetsOf = (documentNames: DocumentNames, to: readonly string[]): readonly string[] =>
  to.length === 0
    ? [...documentNames.values()]
    : [...new Set(to.flatMap((type) => documentNames.get(type) ?? []))];

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
