import { stegaClean } from '@sanity/client/stega';
import { type ContentSource, sourceOf } from '../../../../schema/source-maps/contentSource.ts';
import { type MappedResponse, valueAt } from '../../../../schema/source-maps/responseSourceMap.ts';

/**
 * The sources of values by the text that shows them: the address of a picture, the TeX of a formula, a text with its invisible
 * characters.
 */
export type ElementSources = Map<string, ContentSource>;

/**
 * Adds the sources of images, files and videos by their addresses, and of all other values by themselves.
 * @param response with encoded texts
 */
export function addElementSources(
  sources: ElementSources,
  { data, extensions }: MappedResponse,
  studioUrl: string,
): void {
  const map = extensions?.contentSourceMaps;
  if (!map) return;
  for (const [path, mapping] of Object.entries(map.mappings)) {
    const value = valueAt(data, path);
    if (typeof value !== 'string' || (mapping.isText && !isEncoded(value) && !isAddress(value))) continue;
    const source = sourceOf(map, mapping, studioUrl);
    if (source) sources.set(value, source);
  }
  for (const [path, mapping] of Object.entries(map.objects ?? {})) {
    const source = sourceOf(map, mapping, studioUrl);
    if (source)
      for (const text of textsIn(valueAt(data, path))) if (isAddress(text)) sources.set(text, source);
  }
}

/**
 * Returns the source of a part of a response. Of an object, it is what the sources of its texts and addresses have in common: those
 * of the document of the first one. Other values in it, such as `en`, can be of any document.
 */
export function sourceOfPart(sources: ElementSources, part: unknown): ContentSource | undefined {
  if (typeof part === 'string') return sources.get(part);
  const found = [...textsIn(part)]
    .filter((text) => isAddress(text) || isEncoded(text))
    .flatMap((text) => sources.get(text) ?? []);
  const [first] = found;
  if (!first) return undefined;
  const path = found
    .filter(({ id }) => id === first.id)
    .reduce((common, each) => commonPath(common, each.path), first.path);
  // A field is needed: the Studio has no form for a document as a whole.
  return path.length === 0 ? first : { ...first, path };
}

/** Returns the beginning that two paths have in common. */
function commonPath(one: ContentSource['path'], other: ContentSource['path']): ContentSource['path'] {
  const end = one.findIndex((segment, index) => JSON.stringify(segment) !== JSON.stringify(other[index]));
  return end === -1 ? one : one.slice(0, end);
}

const isEncoded = (text: string): boolean => stegaClean(text) !== text;

const isAddress = (text: string): boolean => /^(https?:\/)?\/\S/.test(text);

/** Yields the texts in a value, the texts of an object before the texts of its parts. */
function* textsIn(value: unknown): Generator<string> {
  const values = [value];
  for (const each of values) {
    if (typeof each === 'string') yield each;
    else if (typeof each === 'object' && each !== null) values.push(...Object.values(each));
  }
}
