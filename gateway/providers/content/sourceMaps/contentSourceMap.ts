import { jsonPath } from '@sanity/client/csm';
import type { ResponseSourceMap, SourceMapping } from '../../../../schema/source-maps/responseSourceMap.ts';
import type { LocatedSource, SourceDocument } from '../../../core/valueSources.ts';

/** Creates the source map of a response. @param sources by path in `data` */
export function createContentSourceMap(sources: Iterable<LocatedSource>): ResponseSourceMap {
  const documents = new Map<string, readonly [index: number, document: SourceDocument]>();
  const paths = new Map<string, number>();
  const mappings: ResponseSourceMap['mappings'] = {};
  const objects: Record<string, SourceMapping> = {};
  for (const { path, source, kind } of sources) {
    const [document] = entryOf(documents, JSON.stringify(source.document), (index) => [
      index,
      source.document,
    ]);
    const at = entryOf(paths, source.path, (index) => index);
    const mapping: SourceMapping = { type: 'value', source: { type: 'documentValue', document, path: at } };
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
