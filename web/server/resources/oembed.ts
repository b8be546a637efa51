import type { ApolloClient } from '@apollo/client';
import { matchPath } from 'react-router';
import { addressOf } from '../../components/paths.ts';
import { parseTime } from '../../components/text/timecode.ts';
import { answerWith } from './cacheableResponse.ts';
import { refuse, unanswered } from './errorResponse.ts';
import { OEmbedArticleDocument, OEmbedFilmDocument } from './OEmbed.generated.ts';
import { articleCard, filmCard, type OEmbedCard, type Room } from './oembedCard.ts';
import type { Resource } from './resource.ts';
import { element, xmlDocument } from './xml.ts';

const xmlOf = (card: OEmbedCard): string =>
  xmlDocument(
    element(
      'oembed',
      Object.entries(card).map(([name, value]) => element(name, value)),
    ),
  );

/** The two forms that the specification has, section 2.3.4. */
const FORMATS: ReadonlyMap<string, (card: OEmbedCard) => { body: string; type: string }> = new Map([
  ['json', (card) => ({ body: JSON.stringify(card), type: 'application/json; charset=utf-8' })],
  ['xml', (card) => ({ body: xmlOf(card), type: 'text/xml; charset=utf-8' })],
]);

/** A whole number of pixels; undefined for anything else, which then limits nothing. */
const pixels = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;

/** Finds what an address of this magazine is about; null when nothing is there, an answer when nobody could say. */
const cardAt = async (
  graph: ApolloClient,
  origin: string,
  page: URL,
  room: Room,
): Promise<OEmbedCard | Response | null> => {
  const film = matchPath(addressPattern('Film'), page.pathname)?.params.slug;
  if (film) {
    const time = parseTime(page.searchParams.get('t'));
    const { data, error } = await graph.query({ query: OEmbedFilmDocument, variables: { slug: film, time } });
    if (data?.film) return filmCard(origin, data.film, time, room);
    return error ? unanswered(error) : null;
  }
  const article = matchPath(addressPattern('Article'), page.pathname)?.params.slug;
  if (!article) return null;
  const { data, error } = await graph.query({ query: OEmbedArticleDocument, variables: { slug: article } });
  if (data?.article) return articleCard(origin, data.article);
  return error ? unanswered(error) : null;
};

const addressPattern = (subject: 'Film' | 'Article') => `${addressOf(subject, '')}:slug`;

/**
 * Lets other sites show a film in place, and an article as a link, from its address: https://oembed.com. As the
 * specification has it, 404 is no such address; 501 is for forms it has and a provider has not, of which there is none.
 */
export const oembed: Resource = {
  path: '/oembed',
  answer: async ({ request, graph, origin }) => {
    const asked = new URL(request.url).searchParams;
    const write = FORMATS.get(asked.get('format') ?? 'json');
    if (!write) return refuse(400, 'BAD_USER_INPUT', 'expected format=json or format=xml, got another');
    const url = asked.get('url') ?? '';
    const page = URL.canParse(url) ? new URL(url) : null;
    if (page?.origin !== new URL(origin).origin)
      return refuse(404, 'NOT_FOUND', `expected url to be the address of a film or an article at ${origin}`);
    const room = { width: pixels(asked.get('maxwidth')), height: pixels(asked.get('maxheight')) };
    const card = await cardAt(graph, origin, page, room);
    if (card instanceof Response) return card;
    if (card === null)
      return refuse(
        404,
        'NOT_FOUND',
        'expected url to be the address of a film or an article, found none there',
      );
    return answerWith(request, { ...write(card), isOpen: true });
  },
};
