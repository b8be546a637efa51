import type { syntaxTree } from '@codemirror/language';
import type { Text } from '@codemirror/state';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The names of fields and the indexes of items that lead to a part of a JSON value. */
export type JsonPath = readonly (string | number)[];

/** What can be written after some JSON that is not complete. */
export interface JsonContext {
  /** The path of the value that is expected, or of the object in which a name is. */
  readonly path: JsonPath;
  readonly expects: 'name' | 'value';
  /** The names that the object has so far. */
  readonly names: readonly string[];
}

/** An object or array that is not closed. */
interface OpenContainer {
  readonly names: string[];
  /** The name or index of the current value; undefined while a name is expected. */
  key: string | number | undefined;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
/** The nodes of JSON values. */
const VALUES: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

/** Returns what can be written after the beginning of a JSON text. */
export function jsonContextAfter(text: string): JsonContext {
  const open: OpenContainer[] = [];
  let name = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const container = open.at(-1);
    if (token === '{') open.push({ names: [], key: undefined });
    else if (token === '[') open.push({ names: [], key: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token.startsWith('"')) name = token;
    else if (container && token === ':') {
      container.key = unquoted(name);
      container.names.push(container.key);
    } else if (container) container.key = typeof container.key === 'number' ? container.key + 1 : undefined;
  }
  const last = open.at(-1);
  return {
    path: open.map(({ key }) => key).filter((key) => key !== undefined),
    expects: last && last.key === undefined ? 'name' : 'value',
    names: last?.names ?? [],
  };
}

/** Returns the node of the property or item at a path, or of the nearest part around it that exists. */
export function nodeAt(node: SyntaxNode, path: JsonPath, text: Text): SyntaxNode {
  const value = VALUES.has(node.name) ? node : childrenOf(node).find(({ name }) => VALUES.has(name));
  const [key, ...rest] = path;
  if (key === undefined || !value) return node;
  const parts = childrenOf(value).filter(({ name }) => name === 'Property' || VALUES.has(name));
  const next =
    typeof key === 'number' ? parts[key] : parts.find((part) => nameOfProperty(part, text) === key);
  return next ? nodeAt(next, rest, text) : node;
}

function nameOfProperty(property: SyntaxNode, text: Text): string | undefined {
  const name = property.getChild('PropertyName');
  return name ? unquoted(text.sliceString(name.from, name.to)) : undefined;
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) nodes.push(child);
  return nodes;
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return '';
  }
}
