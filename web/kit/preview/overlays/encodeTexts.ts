import { resolveMapping } from '@sanity/client/csm';
import { stegaEncodeSourceMap } from '@sanity/client/stega';
import type { MappedResponse, ResponseSourceMap } from './responseSourceMap.ts';

/**
 * Returns the data of a response with the sources of its texts as invisible characters in them (stega), by which overlays find
 * them in the page. Other values stay, and so do all values of a response without a source map.
 * @param studioUrl of the Studio, for links that open it outside of its Presentation tool
 */
export function encodeTexts({ data, extensions }: MappedResponse, studioUrl: string): unknown {
  const map = extensions?.contentSourceMaps;
  if (!map) return data;
  return stegaEncodeSourceMap(data, map, {
    enabled: true,
    studioUrl,
    // A part of stored rich text has the mapping of the whole.
    filter: (value) => {
      const mapping = resolveMapping(value.resultPath, map)?.mapping as ResponseSourceMap['mappings'][string];
      return mapping?.isText === true && value.filterDefault(value);
    },
  });
}
