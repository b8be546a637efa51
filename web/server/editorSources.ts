import type { SendToGraph } from '../../schema/pages.ts';
import type { MappedResponse } from '../../schema/source-maps/responseSourceMap.ts';

/**
 * Returns a function that sends the requests of a page in the session of an editor: its texts have their sources as invisible
 * characters, which overlays find in the page.
 */
export const withEditorSources =
  (send: SendToGraph, studioUrl: string): SendToGraph =>
  async (request) => {
    const [response, { encodeTexts }] = await Promise.all([
      send({ ...request, headers: { ...request.headers, 'x-content-source-map': '1' } }),
      import('../../schema/source-maps/encodeTexts.ts'),
    ]);
    if (!response.contentType.includes('json')) return response;
    const body = JSON.parse(response.text) as MappedResponse;
    return { ...response, text: JSON.stringify({ ...body, data: encodeTexts(body, studioUrl) }) };
  };

/** Elements whose text is for machines, and tags; the text alternative of an image leads to the image. */
const MACHINE_TEXT = /<title>[^<]*|<script type="application\/ld\+json">[^<]*|<(?!img\b)[^>]*>/g;

/** Returns the markup of a page without invisible characters in what no reader sees: titles, structured data and attributes. */
export async function cleanMarkup(markup: string): Promise<string> {
  const { stegaClean } = await import('@sanity/client/stega');
  return markup.replace(MACHINE_TEXT, (part) => stegaClean(part) as string);
}
