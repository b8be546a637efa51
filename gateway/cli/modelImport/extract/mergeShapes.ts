import type { ObjectAttribute, TypeNode } from 'groq-js';
import { type Attributes, type RichTextShape, type Shape, withName } from './shape.ts';

/** The reason of a value without a type that is a text here and a number there. */
export const MIXED = 'values of several kinds';

/** Returns the shape of a value that has one of these shapes. */
export function mergeShapes(shapes: readonly Shape[], declaredAs: string | undefined): Shape {
  const present = shapes.filter(({ kind }) => kind !== 'absent');
  const [first] = present;
  if (!first) return shapes[0] ?? { kind: 'absent', reason: 'the studio has no value for it' };
  if (present.length === 1) return withName(first, declaredAs);
  const json = present.find(({ kind }) => kind === 'json');
  if (json) return json;
  const kinds = new Set(present.map(({ kind }) => kind));
  if (kinds.size === 1) {
    switch (first.kind) {
      case 'text':
      case 'number': {
        const literals = present.map((shape) => ('values' in shape ? shape.values : undefined));
        const isClosed = literals.every((values) => values !== undefined);
        const values = [...new Set(literals.flatMap((list) => list ?? []))];
        return isClosed ? { kind: first.kind, values, declaredAs } : { kind: first.kind };
      }
      case 'reference': {
        const targets = present.map((shape) => (shape.kind === 'reference' ? shape.to : []));
        const isOpen = targets.some((to) => to.length === 0);
        return { kind: 'reference', to: isOpen ? [] : [...new Set(targets.flat())], type: first.type };
      }
      case 'boolean':
      case 'slug':
      case 'video':
      case 'geopoint':
        return first;
      case 'richText':
        return mergeTexts(present as RichTextShape[]);
    }
  }
  if (![...kinds].every((kind) => OBJECT_KINDS.has(kind))) return { kind: 'json', reason: MIXED };
  const members = mergeObjects(present);
  return members.length === 1
    ? withName(members[0] as Shape, declaredAs)
    : { kind: 'union', members, declaredAs };
}

/** Merges the objects of each `_type`: their `_type` alone decides which one a value is. */
function mergeObjects(shapes: readonly Shape[]): readonly Shape[] {
  const keyOf = (shape: Shape) =>
    'attributes' in shape ? `${shape.kind} ${shape.type}` : JSON.stringify(shape);
  return [...Map.groupBy(shapes, keyOf).values()].map((alike): Shape => {
    const last = alike.at(-1) as Shape;
    if (alike.length === 1 || !('attributes' in last)) return last;
    const names = alike.flatMap((shape) => ('attributes' in shape && shape.declaredAs) || []);
    return withName({ ...last, attributes: mergedAttributes(alike) }, names.at(-1));
  });
}

const OBJECT_KINDS: ReadonlySet<Shape['kind']> = new Set([
  'object',
  'image',
  'file',
  'video',
  'geopoint',
  'slug',
  'reference',
]);

const mergeTexts = (texts: readonly RichTextShape[]): RichTextShape => ({
  kind: 'richText',
  blocks: texts.flatMap(({ blocks }) => blocks),
  inline: texts.flatMap(({ inline }) => inline),
  annotations: texts.flatMap(({ annotations }) => annotations),
});

/** Merged values contain the names of declared types, and not their members. */
const NO_TYPES: ReadonlyMap<string, TypeNode> = new Map();

/**
 * Returns the attributes of objects of the same `_type`. An attribute of several kinds has a union as its value: the same union
 * for the same members, so that objects that contain themselves do not merge to ever new objects.
 */
export function mergedAttributes(shapes: readonly Shape[]): Attributes {
  const values = new Map<string, ObjectAttribute[]>();
  for (const shape of shapes)
    for (const [name, attribute] of Object.entries('attributes' in shape ? shape.attributes : {}))
      values.set(name, [...(values.get(name) ?? []), attribute]);
  return Object.fromEntries(
    [...values].map(([name, attributes]): [string, ObjectAttribute] => {
      const members = attributes.flatMap(({ value }) => unionMembers(value, NO_TYPES));
      const byJson = new Map(members.map((member) => [JSON.stringify(member), member]));
      const of = [...byJson].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
      const [first] = of;
      const isOptional = attributes.length < shapes.length || attributes.some(({ optional }) => optional);
      const value = first && of.length === 1 ? first : { type: 'union' as const, of };
      return [name, { type: 'objectAttribute', value, ...(isOptional && { optional: true }) }];
    }),
  );
}

/**
 * Returns the members of a union and of the unions in it, each once; the value itself if it is no union.
 * @param types the declared types
 */
export function unionMembers(node: TypeNode, types: ReadonlyMap<string, TypeNode>): readonly TypeNode[] {
  const members: TypeNode[] = [];
  const named = new Set<string>();
  const add = (member: TypeNode): void => {
    if (member.type === 'union') member.of.forEach(add);
    else if (member.type !== 'inline') members.push(member);
    else if (!named.has(member.name)) {
      named.add(member.name);
      const declared = types.get(member.name);
      if (declared?.type === 'union') add(declared);
      else members.push(member);
    }
  };
  add(node);
  return members;
}
