import { getPublishedId, jsonPathToStudioPath, parseJsonPath, studioPath } from '@sanity/client/csm';
import type { ResponseSourceMap, SourceMapping } from './responseSourceMap.ts';

/** A place in a document. */
export interface ContentSource {
  /** The address of the Studio. */
  readonly baseUrl: string;
  readonly id: string;
  readonly type: string;
  readonly path: studioPath.Path;
}

/** Returns the source of a mapping; undefined for a value for which the Studio has no form. */
export function sourceOf(
  map: ResponseSourceMap,
  { source }: SourceMapping,
  baseUrl: string,
): ContentSource | undefined {
  if (source.type !== 'documentValue') return undefined;
  const document = map.documents[source.document];
  const path = map.paths[source.path];
  if (!document || path === undefined) return undefined;
  const { _id, _type: type } = document;
  // The Studio has no form for assets, and none for what Sanity itself writes.
  if (type.startsWith('sanity.') || /\['_\w+'\]$/.test(path)) return undefined;
  return { baseUrl, id: getPublishedId(_id), type, path: jsonPathToStudioPath(parseJsonPath(path)) };
}

/** Returns the value of the attribute `data-sanity`, by which overlays find the source of an element. */
export const dataAttribute = (source: ContentSource): string =>
  JSON.stringify({ ...source, path: studioPath.toString(source.path) });
