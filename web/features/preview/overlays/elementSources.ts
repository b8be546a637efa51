import { jsonPathToStudioPath, parseJsonPath } from '@sanity/client/csm';
import { createDataAttribute } from '@sanity/visual-editing/create-data-attribute';
import type { MappedResponse, ResponseSourceMap } from './responseSourceMap.ts';

type Path = ReturnType<typeof parseJsonPath>;
type Mapping = ResponseSourceMap['mappings'][string];

/**
 * The sources of what has no text in a page. By the value that identifies its element: the address of a picture, the TeX of a
 * formula. Values are attributes `data-sanity`.
 */
export type ElementSources = Map<string, string>;

/** Adds the sources of images, files and videos by their addresses, and of formulas, code and times by their values. */
export function addElementSources(
  sources: ElementSources,
  { data, extensions }: MappedResponse,
  studioUrl: string,
): void {
  const map = extensions?.contentSourceMaps;
  if (!map) return;
  for (const [path, mapping] of Object.entries(map.mappings)) {
    const value = mapping.isText ? undefined : valueAt(data, path);
    const attribute = typeof value === 'string' && dataAttribute(map, mapping, studioUrl);
    if (attribute) sources.set(value as string, attribute);
  }
  for (const [path, mapping] of Object.entries(map.objects ?? {})) {
    const attribute = dataAttribute(map, mapping, studioUrl);
    if (attribute) for (const address of addressesIn(valueAt(data, path))) sources.set(address, attribute);
  }
}

/** Returns the attribute `data-sanity` of an element that shows a value; undefined for a value of no document. */
function dataAttribute(map: ResponseSourceMap, { source }: Mapping, baseUrl: string): string | undefined {
  if (source.type !== 'documentValue') return undefined;
  const document = map.documents[source.document];
  const path = map.paths[source.path];
  if (!document || path === undefined) return undefined;
  const { _id: id, _type: type } = document;
  // The Studio has no form for assets, and none for what Sanity itself writes.
  if (type.startsWith('sanity.') || /\['_\w+'\]$/.test(path)) return undefined;
  return createDataAttribute({
    baseUrl,
    id,
    type,
    path: jsonPathToStudioPath(parseJsonPath(path)),
  }).toString();
}

const valueAt = (data: unknown, path: string): unknown =>
  parseJsonPath(path).reduce<unknown>(
    (value, segment) => (value as Record<string | number, unknown> | null | undefined)?.[keyOf(segment)],
    data,
  );

const keyOf = (segment: Path[number]): string | number =>
  typeof segment === 'object' ? segment._index : segment;

/** Yields the texts in an object that begin with an address. */
function* addressesIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && /^(https?:\/)?\/\S/.test(value)) yield value;
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* addressesIn(part);
}
