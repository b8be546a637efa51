import { dataAttribute } from '../../../../schema/source-maps/contentSource.ts';
import { encodeTexts } from '../../../../schema/source-maps/encodeTexts.ts';
import type { MappedResponse } from '../../../../schema/source-maps/responseSourceMap.ts';
import { publishSources } from './contentSources.ts';
import { addElementSources, type ElementSources, sourceOfPart } from './elementSources.ts';

/** The sources in the responses of this page. */
export const elementSources: ElementSources = new Map();

/** Returns the data of a response with the sources of its texts (`encodeTexts`), and keeps the sources of all values for overlays. */
export function readResponse(response: MappedResponse, studioUrl: string): unknown {
  const data = encodeTexts(response, studioUrl);
  addElementSources(elementSources, { ...response, data }, studioUrl);
  publishSources((part) => {
    const source = sourceOfPart(elementSources, part);
    return source && dataAttribute(source);
  });
  return data;
}
