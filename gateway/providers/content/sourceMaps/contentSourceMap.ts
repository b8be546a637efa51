import type { ContentSourceMap } from '@sanity/client';
import { jsonPath } from '@sanity/client/csm';
import type { LocatedSource, SourceDocument } from '../../../core/valueSources.ts';

/** Creates the source map of a response. @param sources by path in `data` */
export function createContentSourceMap(sources: Iterable<LocatedSource>): ContentSourceMap {
  const documents = new Map<string, readonly [index: number, document: SourceDocument]>();
  const paths = new Map<string, number>();
  const mappings: ContentSourceMap['mappings'] = {};
  for (const { path, source } of sources) {
    const [document] = entryOf(documents, JSON.stringify(source.document), (index) => [
      index,
      source.document,
    ]);
    const at = entryOf(paths, source.path, (index) => index);
    mappings[jsonPath([...path])] = {
      type: 'value',
      source: { type: 'documentValue', document, path: at },
    };
  }
  return {
    documents: Array.from(documents.values(), ([, document]) => document),
    paths: [...paths.keys()],
    mappings,
  };
}

/** Returns the entry of a table, which gets one if it lacks it. */
function entryOf<Entry>(table: Map<string, Entry>, key: string, create: (index: number) => Entry): Entry {
  const entry = table.get(key) ?? create(table.size);
  table.set(key, entry);
  return entry;
}
