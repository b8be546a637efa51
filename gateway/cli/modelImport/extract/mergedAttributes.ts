import type { ObjectAttribute, TypeNode } from 'groq-js';
import type { Attributes, Shape } from './shape.ts';
import { unionMembers } from './unionMembers.ts';

/** Merged values contain the names of declared types, and not their members. */
const NO_TYPES: ReadonlyMap<string, TypeNode> = new Map();

/**
 * Returns the attributes of objects of the same `_type`. An attribute of several kinds has a union as its value: the same one
 * for the same members, so that objects that contain themselves do not merge to ever new ones.
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
