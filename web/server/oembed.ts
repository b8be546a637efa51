import type { ApolloClient } from '@apollo/client';
import { matchPath } from 'react-router';
import { addressOf } from '../ui/addresses.ts';
import { parseTime } from '../ui/timecode.ts';
import { answerWith, unavailable } from './answerWith.ts';
import { OEmbedArticleDocument, OEmbedFilmDocument } from './OEmbed.generated.ts';
import { articleCard, filmCard, type OEmbedCard, type Room } from './oembedCard.ts';
import type { Resource } from './resource.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const refuse = (status: number, message: string): Response =>
  new Response(JSON.stringify({ error: message }), {
    status,
    headers: { 'content-type': JSON_TYPE, 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
  });

/** A whole number of pixels; undefined for anything else, which then limits nothing. */
const pixels = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;

/** Finds what an address of this magazine is about; null when nothing is there, undefined when nobody could say. */
const cardAt = async (
  graph: ApolloClient,
  origin: string,
  page: URL,
  room: Room,
): Promise<OEmbedCard | null | undefined> => {
  const film = matchPath(addressPattern('Film'), page.pathname)?.params.slug;
  if (film) {
    const time = parseTime(page.searchParams.get('t'));
    const { data, error } = await graph.query({ query: OEmbedFilmDocument, variables: { slug: film, time } });
    if (data?.film) return filmCard(origin, data.film, time, room);
    return error ? undefined : null;
  }
  const article = matchPath(addressPattern('Article'), page.pathname)?.params.slug;
  if (!article) return null;
  const { data, error } = await graph.query({ query: OEmbedArticleDocument, variables: { slug: article } });
  if (data?.article) return articleCard(origin, data.article);
  return error ? undefined : null;
};

const addressPattern = (subject: 'Film' | 'Article') => `${addressOf(subject, '')}:slug`;

/**
 * Lets other sites show a film in place, and an article as a link, from its address: https://oembed.com. As the
 * specification has it, 404 is no such address, 501 a format that is not spoken.
 */
export const oembed: Resource = {
  path: '/oembed',
  answer: async ({ request, graph, origin }) => {
    const asked = new URL(request.url).searchParams;
    const format = asked.get('format') ?? 'json';
    if (format !== 'json') return refuse(501, 'expected format=json, the only one spoken');
    const url = asked.get('url') ?? '';
    const page = URL.canParse(url) ? new URL(url) : null;
    if (page?.origin !== new URL(origin).origin)
      return refuse(404, `expected url to be the address of a film or an article at ${origin}`);
    const room = { width: pixels(asked.get('maxwidth')), height: pixels(asked.get('maxheight')) };
    const card = await cardAt(graph, origin, page, room);
    if (card === undefined) return unavailable();
    if (card === null)
      return refuse(404, 'expected url to be the address of a film or an article, found none there');
    return answerWith(request, { body: JSON.stringify(card), type: JSON_TYPE, isOpen: true });
  },
};
