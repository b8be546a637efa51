import type { ObjectTypeNode, TypeNode } from 'groq-js';
import type { StudioSchema } from './readExtract.ts';
import type { RichTextShape, Shape } from './shape.ts';
import { unionMembers } from './unionMembers.ts';

const BLOCK = 'block';
const SPAN = 'span';

/**
 * Returns the shape of a list as Portable Text; undefined if its items have no blocks of text.
 * @param read returns the shape of a value
 */
export function richTextShape(
  item: TypeNode,
  read: (node: TypeNode) => Shape,
  schema: StudioSchema,
): RichTextShape | undefined {
  const members = unionMembers(item, schema.types);
  const isText = (member: TypeNode) => typeOf(member, schema) === BLOCK;
  const texts = members.filter(isText).map((member) => objectOf(member, schema) as ObjectTypeNode);
  if (texts.length === 0) return undefined;
  const itemsOf = (name: string) => {
    const of = texts.flatMap(({ attributes }) => {
      const list = attributes[name]?.value;
      return list?.type === 'array' ? [list.of] : [];
    });
    return unionMembers({ type: 'union', of }, schema.types);
  };
  return {
    kind: 'richText',
    blocks: members.filter((member) => !isText(member)).map(read),
    inline: itemsOf('children')
      .filter((node) => typeOf(node, schema) !== SPAN)
      .map(read),
    annotations: itemsOf('markDefs').map(read),
  };
}

/** Returns the object that a value is; undefined for other values. */
function objectOf(
  node: TypeNode,
  schema: StudioSchema,
  seen: readonly string[] = [],
): ObjectTypeNode | undefined {
  if (node.type === 'inline') {
    const declared = seen.includes(node.name) ? undefined : schema.types.get(node.name);
    return declared && objectOf(declared, schema, [...seen, node.name]);
  }
  if (node.type !== 'object') return undefined;
  const rest = node.rest && objectOf(node.rest, schema, seen);
  return rest ? { ...rest, attributes: { ...rest.attributes, ...node.attributes } } : node;
}

/** Returns the `_type` of an object; undefined for other values. */
function typeOf(node: TypeNode, schema: StudioSchema): string | undefined {
  const value = objectOf(node, schema)?.attributes._type?.value;
  return value?.type === 'string' ? value.value : undefined;
}
