import { resolveMapping } from '@sanity/client/csm';
import { stegaEncodeSourceMap } from '@sanity/client/stega';
import {
  type MappedResponse,
  type ResponseSourceMap,
  type SourceMapping,
  valueAt,
} from './responseSourceMap.ts';

/** Addresses and paths, which are no words even if their field is one for texts. */
const NO_WORDS = /^(?:[/#?.]\S*|\w+:\S+|\S+@\S+)$/;

/**
 * Returns the data of a response with the sources of its texts as invisible characters at their ends (stega), by which overlays find
 * them in the page. Other values stay, and so do all values of a response without a source map.
 * @param studioUrl of the Studio, for links that open it outside of its Presentation tool
 */
export function encodeTexts({ data, extensions }: MappedResponse, studioUrl: string): unknown {
  const map = extensions?.contentSourceMaps;
  if (!map) return data;
  const mapOfTexts = addPlainTexts(map, data);
  return stegaEncodeSourceMap(data, mapOfTexts, {
    enabled: true,
    studioUrl,
    filter: (text) => {
      // A part of stored rich text has the mapping of the whole.
      const mapping: SourceMapping | undefined = resolveMapping(text.resultPath, mapOfTexts)?.mapping;
      return mapping?.isText === true && !NO_WORDS.test(text.value.trim()) && text.filterDefault(text);
    },
  });
}

/** Returns a source map in which plain texts of rich texts are texts. */
function addPlainTexts(map: ResponseSourceMap, data: unknown): ResponseSourceMap {
  const mappings = { ...map.mappings };
  for (const [path, mapping] of Object.entries(map.objects ?? {}))
    if (typeof valueAt(data, path) === 'string') mappings[path] = { ...mapping, isText: true };
  return { ...map, mappings };
}
