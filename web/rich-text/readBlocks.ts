/** A block, inline node or annotation. Attributes are texts, or nodes and lists of nodes under the names in `readNode`. */
export interface TextNode {
  _type: string;
  _key?: string;
  [attribute: string]: unknown;
}

const MAX_BLOCKS = 5_000;
const MAX_LIST_LENGTH = 1_000;
const MAX_MARKS = 20;
/** The limit of the editor in the Studio. The renderer creates an element for each level. */
const MAX_LIST_LEVEL = 10;
const MAX_NESTING = 10;

/** Attributes with nodes. */
const NODE_ATTRIBUTES = new Set(['reference', 'image']);
const LIST_ATTRIBUTES = new Set(['children', 'markDefs', 'text']);
/** Attributes with lists that are never texts. Quotes have a text in `text`, footnotes a list. */
const LISTS_WITHOUT_TEXT = new Set(['children', 'markDefs', 'marks']);

/**
 * Reads a Portable Text of the content service, which may be any JSON, for `PortableText`, which throws for malformed nodes.
 * Omits what it cannot render, and the excess of long lists.
 */
export const readBlocks = (json: unknown): TextNode[] => readNodes(json, MAX_BLOCKS, 0);

const readNodes = (value: unknown, maxLength: number, depth: number): TextNode[] =>
  Array.isArray(value) && depth < MAX_NESTING
    ? value.slice(0, maxLength).flatMap((item) => readNode(item, depth) ?? [])
    : [];

/** Returns undefined for a value that is not a node. */
const readNode = (value: unknown, depth: number): TextNode | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { _type, ...attributes } = value as Record<string, unknown>;
  const node: TextNode = { _type: isName(_type) ? _type : 'unknown' };
  for (const [name, attribute] of Object.entries(attributes)) {
    if (typeof attribute === 'string') {
      const isValid = NAME_ATTRIBUTES.has(name) ? isName(attribute) : !LISTS_WITHOUT_TEXT.has(name);
      if (isValid) node[name] = attribute;
    } else if (name === 'level' && typeof attribute === 'number')
      node.level = Math.min(MAX_LIST_LEVEL, Math.max(1, Math.trunc(attribute)));
    else if (name === 'marks' && Array.isArray(attribute))
      node.marks = attribute.filter(isName).slice(0, MAX_MARKS);
    else if (LIST_ATTRIBUTES.has(name) && Array.isArray(attribute))
      node[name] = readNodes(attribute, MAX_LIST_LENGTH, depth + 1).filter(
        ({ _key }) => name !== 'markDefs' || _key !== undefined,
      );
    else if (NODE_ATTRIBUTES.has(name) && depth < MAX_NESTING) node[name] = readNode(attribute, depth + 1);
  }
  return node;
};

/** Attributes by which `PortableText` finds components. */
const NAME_ATTRIBUTES = new Set(['style', 'listItem']);

/** False for names that `PortableText` reserves, and for those of `Object.prototype`, for which it would find no component. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && !value.startsWith('@') && !(value in Object.prototype);
