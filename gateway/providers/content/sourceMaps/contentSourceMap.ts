import type { ContentSourceMap } from '@sanity/client';
import { jsonPath } from '@sanity/client/csm';
import type { LocatedSource, SourceDocument } from '../../../core/valueSources.ts';

type Mapping = ContentSourceMap['mappings'][string];

/** The format of Sanity, with what overlays need of the values. */
export interface ResponseSourceMap extends ContentSourceMap {
  readonly mappings: Record<string, Mapping & { readonly isText?: true }>;
  /** Images, files and videos as a whole, and `plainText`, whose source is its rich text; absent if there is none. */
  readonly objects?: Record<string, Mapping>;
}

/** Creates the source map of a response. @param sources by path in `data` */
export function createContentSourceMap(sources: Iterable<LocatedSource>): ResponseSourceMap {
  const documents = new Map<string, readonly [index: number, document: SourceDocument]>();
  const paths = new Map<string, number>();
  const mappings: ResponseSourceMap['mappings'] = {};
  const objects: Record<string, Mapping> = {};
  for (const { path, source, kind } of sources) {
    const [document] = entryOf(documents, JSON.stringify(source.document), (index) => [
      index,
      source.document,
    ]);
    const at = entryOf(paths, source.path, (index) => index);
    const mapping: Mapping = { type: 'value', source: { type: 'documentValue', document, path: at } };
    const resultPath = jsonPath([...path]);
    if (kind === 'whole') objects[resultPath] = mapping;
    else mappings[resultPath] = kind === 'text' ? { ...mapping, isText: true } : mapping;
  }
  return {
    documents: Array.from(documents.values(), ([, document]) => document),
    paths: [...paths.keys()],
    mappings,
    ...(Object.keys(objects).length > 0 && { objects }),
  };
}

/** Returns the entry of a table, which gets one if it lacks it. */
function entryOf<Entry>(table: Map<string, Entry>, key: string, create: (index: number) => Entry): Entry {
  const entry = table.get(key) ?? create(table.size);
  table.set(key, entry);
  return entry;
}
