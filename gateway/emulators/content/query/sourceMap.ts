import type { ContentSourceMap } from '@sanity/client';
import type { Document } from '../documents/document.ts';
import { attributesOf, itemsOf, type Traced } from './trace.ts';

/** How paths in documents select the items of arrays: by index, or by `_key` where an item has one. */
export type ItemSelector = 'index' | 'key';

const ESCAPES: Readonly<Record<string, string>> = {
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
};

/**
 * Returns the source map of a result (https://github.com/sanity-io/content-source-maps). A mapping covers a whole value of a
 * document, also an object or an array. The attributes of a whole document have a mapping each, as at Sanity.
 * @param result the value of groq-js: only values that are in the result have a mapping
 */
export function createSourceMap(traced: Traced, result: unknown, selector: ItemSelector): ContentSourceMap {
  const documents = new Map<Document, number>();
  const paths = new Map<string, number>();
  const mappings: ContentSourceMap['mappings'] = {};

  const addMappings = (part: Traced, value: unknown, resultPath: string): void => {
    if (value === null || value === undefined) return;
    const { origin } = part;
    if (origin && origin.path.length > 0) {
      if (part.value !== value) return;
      const document = indexIn(documents, origin.document);
      const path = indexIn(paths, formatPath(origin.document, origin.path, selector));
      mappings[resultPath] = { type: 'value', source: { type: 'documentValue', document, path } };
    } else if (Array.isArray(value))
      for (const [index, item] of (itemsOf(part) ?? []).entries())
        addMappings(item, value[index], `${resultPath}[${index}]`);
    else if (typeof value === 'object')
      for (const [name, attribute] of attributesOf(part))
        addMappings(attribute, (value as Record<string, unknown>)[name], resultPath + attributeSegment(name));
  };

  addMappings(traced, result, '$');
  return { documents: Array.from(documents.keys(), describe), paths: [...paths.keys()], mappings };
}

/** Returns the position of a key in a table, which gets the key if it lacks it. */
function indexIn<Key>(table: Map<Key, number>, key: Key): number {
  const index = table.get(key) ?? table.size;
  table.set(key, index);
  return index;
}

/** Returns the stored id of a document: perspectives show drafts and versions with the published id. */
const describe = ({ _id, _originalId, _type }: Document): ContentSourceMap['documents'][number] => ({
  _id: typeof _originalId === 'string' ? _originalId : _id,
  _type,
});

/** Formats the path of a value as JSONPath, e.g. `$['cast'][0]['role']` or `$['cast'][?(@._key=='a')]['role']`. */
function formatPath(document: Document, path: readonly (string | number)[], selector: ItemSelector): string {
  let text = '$';
  let value: unknown = document;
  for (const segment of path) {
    if (typeof segment === 'string') text += attributeSegment(segment);
    else text += (selector === 'key' && keySegment(value as unknown[], segment)) || `[${segment}]`;
    value = (value as Record<string | number, unknown>)[segment];
  }
  return text;
}

const attributeSegment = (name: string): string => `['${escaped(name)}']`;

/** Returns the selector of an item by its `_key`; undefined for an item without one, or with the key of an earlier item. */
function keySegment(items: readonly unknown[], index: number): string | undefined {
  const keyOf = (item: unknown) => (item as { _key?: unknown } | null)?._key;
  const key = keyOf(items[index]);
  const isSelected =
    typeof key === 'string' && key !== '' && items.findIndex((item) => keyOf(item) === key) === index;
  return isSelected ? `[?(@._key=='${escaped(key)}')]` : undefined;
}

const escaped = (text: string): string => text.replace(/[\f\n\r\t'\\]/g, (char) => ESCAPES[char] as string);
