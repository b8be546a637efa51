import type { QueryClient } from '../../data/queryClient.ts';
import { languageOf, timeOf } from '../../lib/filmMoment.ts';
import { readPath } from '../../lib/paths.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import { OEmbedArticleDocument, OEmbedFilmDocument } from './OEmbed.generated.ts';
import { articleCard, filmCard, type MaxSize, type OEmbedCard } from './oembedCard.ts';
import type { Resource } from './resource.ts';
import { ResourceError, upstreamError } from './resourceError.ts';
import { element, xmlDocument } from './xml.ts';

/** Longer parameters are cut before a message repeats them. */
const MAX_EXCERPT_CHARACTERS = 80;

const toXml = (card: OEmbedCard): string =>
  xmlDocument(
    element(
      'oembed',
      Object.entries(card).map(([name, value]) => element(name, value)),
    ),
  );

/** The response formats of oEmbed, section 2.3.4. */
const FORMATS: ReadonlyMap<string, (card: OEmbedCard) => { body: string; type: string }> = new Map([
  ['json', (card) => ({ body: JSON.stringify(card), type: 'application/json; charset=utf-8' })],
  ['xml', (card) => ({ body: toXml(card), type: 'text/xml; charset=utf-8' })],
]);

/** Parses a number of pixels; undefined for anything else. */
const parsePixels = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;

/** Returns the card of a page; null if the URL is not a film or article. @throws ResourceError if the query failed */
const cardOfPage = async (
  send: QueryClient['send'],
  origin: string,
  page: URL,
  maxSize: MaxSize,
): Promise<OEmbedCard | null> => {
  const address = readPath(page.pathname);
  if (!address || address.isEmbed) return null;
  const { type, slug } = address;
  if (type === 'Film') {
    const time = timeOf(page.searchParams);
    const moment = { seconds: time, language: languageOf(page.searchParams) };
    const { data, error } = await send(OEmbedFilmDocument, { slug, time });
    if (data?.film) return filmCard(origin, data.film, moment, maxSize);
    if (error) throw upstreamError(error);
    return null;
  }
  if (type !== 'Article') return null;
  const { data, error } = await send(OEmbedArticleDocument, { slug });
  if (data?.article) return articleCard(origin, data.article);
  if (error) throw upstreamError(error);
  return null;
};

/** Returns a part of a URL for a message. */
const excerpt = (text: string): string => JSON.stringify(text.slice(0, MAX_EXCERPT_CHARACTERS));

const notFound = (message: string): ResourceError =>
  new ResourceError({ status: 404, code: 'NOT_FOUND', message });

/**
 * Responds with the oEmbed card of a film or article page: https://oembed.com. The status is 404 for other pages.
 */
export const oembed: Resource = {
  path: '/oembed',
  respond: async ({ request, send, origin }) => {
    const { searchParams } = new URL(request.url);
    const format = FORMATS.get(searchParams.get('format') ?? 'json');
    if (!format)
      throw new ResourceError({
        status: 400,
        code: 'BAD_USER_INPUT',
        message: `expected format=json or format=xml, got ${excerpt(searchParams.get('format') ?? '')}`,
      });
    const url = searchParams.get('url') ?? '';
    const page = URL.canParse(url) ? new URL(url) : null;
    if (page?.origin !== new URL(origin).origin)
      throw notFound(`expected the URL of a film or article at ${origin}, got ${excerpt(url)}`);
    const maxSize = {
      width: parsePixels(searchParams.get('maxwidth')),
      height: parsePixels(searchParams.get('maxheight')),
    };
    const card = await cardOfPage(send, origin, page, maxSize);
    if (card === null) throw notFound(`expected the URL of a film or article, got ${excerpt(page.pathname)}`);
    return cacheableResponse({ ...format(card), allowsAnyOrigin: true });
  },
};
