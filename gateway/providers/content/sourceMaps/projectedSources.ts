import type { ContentSourceMap } from '@sanity/client';
import { jsonPath } from '@sanity/client/csm';
import { isObject } from '../../../core/validators.ts';
import { setSources, type ValueSource } from '../../../core/valueSources.ts';
import { TRANSLATION_VALUE } from '../groq/modelOfLocale.ts';
import { isTranslation } from '../groq/projectedTranslations.ts';

/** Returns whether a value has the parts of a source map (https://github.com/sanity-io/content-source-maps). */
export const isSourceMap = (value: unknown): value is ContentSourceMap =>
  isObject(value) && Array.isArray(value.documents) && Array.isArray(value.paths) && isObject(value.mappings);

/** Adds the sources of their values to the objects and lists in the result of a query, in place; see `sourcesAt`. */
export function addSources(result: object, { documents, paths, mappings }: ContentSourceMap): void {
  const mappedSource = (resultPath: string): ValueSource | undefined => {
    const mapping = mappings[resultPath];
    if (mapping?.source.type !== 'documentValue') return undefined;
    const document = documents[mapping.source.document];
    const path = paths[mapping.source.path];
    return document && path !== undefined ? { document, path } : undefined;
  };
  /** @param whole the source of the container itself */
  const visit = (container: object, containerPath: string, whole: ValueSource | undefined): void => {
    const sources = new Map<string | number, ValueSource>();
    const keys = new Set<string>();
    const entries = Array.isArray(container) ? container.entries() : Object.entries(container);
    for (const [key, value] of entries as Iterable<[string | number, unknown]>) {
      if (value === null) continue;
      // A key of another kind is replaced by the position of the object.
      if (key === '@key' && typeof value !== 'string') continue;
      const segment = itemSegment(value, key, keys);
      const path = containerPath + segmentOf(key);
      const source = mappedSource(path) ?? (whole && { ...whole, path: whole.path + segment });
      // The value of a translation replaces it.
      const own = isTranslation(value) ? mappedSource(path + segmentOf(TRANSLATION_VALUE)) : source;
      if (own) sources.set(key, own);
      if (typeof value === 'object') visit(value, path, source);
    }
    if (sources.size > 0) setSources(container, sources);
  };
  visit(result, '$', undefined);
}

/** Returns a segment of a JSONPath. */
const segmentOf = (key: string | number): string => jsonPath([key]).slice(1);

/** Returns the selector of an item by its `_key`, else by its index: without a key, or with the key of an earlier item. */
function itemSegment(item: unknown, index: string | number, earlierKeys: Set<string>): string {
  const key = isObject(item) ? item._key : undefined;
  if (typeof index === 'string' || typeof key !== 'string' || key === '' || earlierKeys.has(key))
    return segmentOf(index);
  earlierKeys.add(key);
  return jsonPath([{ _key: key, _index: -1 }]).slice(1);
}
