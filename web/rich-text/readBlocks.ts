/** A block, inline node or annotation. Attributes are texts, or nodes and lists of nodes under the names in `readNode`. */
export interface TextNode {
  _type: string;
  _key?: string;
  [attribute: string]: unknown;
}

/** The limit of the editor in the Studio. The renderer creates an element for each level. */
const MAX_LIST_LEVEL = 10;
const MAX_NESTING = 10;

/**
 * Reads a Portable Text of the content service, which may be any JSON, for `PortableText`, which throws for malformed nodes.
 * Omits what it cannot render. The gateway limits the lengths of texts and lists.
 */
export const readBlocks = (json: unknown): TextNode[] => readNodes(json, 0);

const readNodes = (value: unknown, depth: number): TextNode[] =>
  Array.isArray(value) && depth < MAX_NESTING ? value.flatMap((item) => readNode(item, depth) ?? []) : [];

/** Returns undefined for a value that is not a node. */
const readNode = (value: unknown, depth: number): TextNode | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { _type, ...attributes } = value as Record<string, unknown>;
  const node: TextNode = { _type: isName(_type) ? _type : 'unknown' };
  for (const [name, attribute] of Object.entries(attributes)) {
    const read = readAttribute(name, attribute, depth + 1);
    if (read !== undefined) node[name] = read;
  }
  return node;
};

const readAttribute = (name: string, value: unknown, depth: number): unknown => {
  switch (name) {
    case 'children':
      return readNodes(value, depth);
    case 'markDefs':
      return readNodes(value, depth).filter(({ _key }) => _key);
    case 'marks':
      return Array.isArray(value) ? value.filter(isName) : undefined;
    case 'level':
      return Math.min(MAX_LIST_LEVEL, Math.max(1, Math.trunc(Number(value)))) || 1;
    case 'style':
    case 'listItem':
      return isName(value) ? value : undefined;
    case 'reference':
    case 'image':
      return depth < MAX_NESTING ? readNode(value, depth) : undefined;
  }
  if (typeof value === 'string') return value;
  // A footnote has a list in `text`, a quote a text.
  return name === 'text' && Array.isArray(value) ? readNodes(value, depth) : undefined;
};

/** False for names that `PortableText` reserves, and for those of `Object.prototype`, for which it would find no component. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && !value.startsWith('@') && !(value in Object.prototype);
