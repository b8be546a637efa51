import { type Groq, groq, groqObject } from './groq.ts';

/** The projected attributes of documents or objects of one `_type`. */
export interface TypedAttributes {
  readonly type: string;
  readonly attributes: readonly Groq[];
}

/**
 * Returns the attributes of a projection that depends on `_type`. Attributes that several types have in common are projected
 * once for all of them, so that the length of a query grows with different attributes and not with types.
 */
export function attributesByType(members: readonly TypedAttributes[]): Groq[] {
  const typesOf = new Map<Groq, string[]>();
  for (const { type, attributes } of members)
    for (const attribute of new Set(attributes))
      typesOf.set(attribute, [...(typesOf.get(attribute) ?? []), type]);
  const groups = new Map<string, Groq[]>();
  for (const [attribute, types] of typesOf) {
    const condition = isOfType(types);
    groups.set(condition, [...(groups.get(condition) ?? []), attribute]);
  }
  return [...groups].map(([condition, attributes]) => groq`${condition} => ${groqObject(attributes)}`);
}

const isOfType = (types: readonly string[]): string =>
  types.length === 1 ? `_type == ${JSON.stringify(types[0])}` : `_type in ${JSON.stringify(types)}`;
