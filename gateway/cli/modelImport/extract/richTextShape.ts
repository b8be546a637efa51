import type { ObjectTypeNode, TypeNode } from 'groq-js';
import type { StudioSchema } from './readExtract.ts';
import type { RichTextShape, Shape } from './shape.ts';

const BLOCK = 'block';
const SPAN = 'span';

/**
 * Returns the shape of a list as Portable Text; undefined if its items have no blocks of text.
 * @param shapesOf returns the shapes of a value
 */
export function richTextShape(
  item: TypeNode,
  shapesOf: (node: TypeNode) => readonly Shape[],
  schema: StudioSchema,
): RichTextShape | undefined {
  const members = membersOf(item, schema);
  const isText = (member: TypeNode) => typeOf(member, schema) === BLOCK;
  const texts = members.filter(isText).map((member) => objectOf(member, schema) as ObjectTypeNode);
  if (texts.length === 0) return undefined;
  const itemsOf = (name: string) =>
    texts.flatMap(({ attributes }) => {
      const list = attributes[name]?.value;
      return list?.type === 'array' ? membersOf(list.of, schema) : [];
    });
  const shapesIn = (nodes: readonly TypeNode[]) => nodes.flatMap((node) => shapesOf(node));
  return {
    kind: 'richText',
    blocks: shapesIn(members.filter((member) => !isText(member))),
    inline: shapesIn(itemsOf('children').filter((node) => typeOf(node, schema) !== SPAN)),
    annotations: shapesIn(itemsOf('markDefs')),
  };
}

/** Returns the members of a union, also of those in its unions; else the value itself. */
function membersOf(node: TypeNode, schema: StudioSchema, seen: readonly string[] = []): readonly TypeNode[] {
  if (node.type === 'union') return node.of.flatMap((member) => membersOf(member, schema, seen));
  if (node.type !== 'inline' || seen.includes(node.name)) return [node];
  const declared = schema.types.get(node.name);
  return declared?.type === 'union' ? membersOf(declared, schema, [...seen, node.name]) : [node];
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
