import type { ObjectAttribute, TypeNode } from 'groq-js';
import type { Attributes, Shape } from './shape.ts';

/** Returns the attributes of objects of the same `_type`. An attribute of several kinds has a union as its value. */
export function mergedAttributes(shapes: readonly Shape[]): Attributes {
  const values = new Map<string, ObjectAttribute[]>();
  for (const shape of shapes)
    for (const [name, attribute] of Object.entries('attributes' in shape ? shape.attributes : {}))
      values.set(name, [...(values.get(name) ?? []), attribute]);
  return Object.fromEntries(
    [...values].map(([name, attributes]): [string, ObjectAttribute] => {
      const nodes = new Map(attributes.map(({ value }) => [JSON.stringify(value), value]));
      const [first] = nodes.values();
      const isOptional = attributes.length < shapes.length || attributes.some(({ optional }) => optional);
      const value =
        nodes.size === 1 ? (first as TypeNode) : { type: 'union' as const, of: [...nodes.values()] };
      return [name, { type: 'objectAttribute', value, ...(isOptional && { optional: true }) }];
    }),
  );
}
