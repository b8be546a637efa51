import type { ApolloClient } from '@apollo/client';
import { addressOf } from '../ui/addresses.ts';
import { answerWith } from './answerWith.ts';
import { readAll } from './readAll.ts';
import { unanswered } from './refuse.ts';
import type { Resource } from './resource.ts';
import {
  SitemapArticlesDocument,
  SitemapCollectionsDocument,
  SitemapFilmsDocument,
  type SitemapFilmsQuery,
  SitemapPeopleDocument,
  SitemapTopicsDocument,
} from './Sitemap.generated.ts';
import { type SitemapEntry, type SitemapFilm, sitemapXml } from './sitemapXml.ts';

type Film = NonNullable<NonNullable<NonNullable<SitemapFilmsQuery['films']>['nodes']>[number]>;

const LISTS = ['/', '/films', '/articles', '/people', '/topics', '/collections'];

/** The film itself, where everybody may play it: the addresses of a signed film stop working. */
const filmOf = ({ title, tagline, publishedAt, topics, video }: Film): SitemapFilm | undefined => {
  const playback = video?.playback;
  if (video?.status !== 'READY' || playback?.policy !== 'PUBLIC') return undefined;
  return {
    title,
    description: tagline ?? title,
    still: playback.still,
    stream: playback.hlsUrl,
    seconds: video.duration,
    publishedAt,
    tags: topics.map((topic) => topic.title),
  };
};

/** The addresses of all pages. */
const entriesOf = async (graph: ApolloClient): Promise<SitemapEntry[]> => {
  const [films, articles, people, topics, collections] = await Promise.all([
    readAll(graph, SitemapFilmsDocument, ({ films }) => films),
    readAll(graph, SitemapArticlesDocument, ({ articles }) => articles),
    readAll(graph, SitemapPeopleDocument, ({ people }) => people),
    readAll(graph, SitemapTopicsDocument, ({ topics }) => topics),
    readAll(graph, SitemapCollectionsDocument, ({ collections }) => collections),
  ]);
  return [
    ...LISTS.map((path) => ({ path })),
    ...films.map((film) => ({
      path: addressOf('Film', film.slug),
      updatedAt: film.updatedAt,
      film: filmOf(film),
    })),
    ...articles.map(({ slug, updatedAt, cover }) => ({
      path: addressOf('Article', slug),
      updatedAt,
      image: cover?.url,
    })),
    ...people.map(({ slug, updatedAt, portrait }) => ({
      path: addressOf('Person', slug),
      updatedAt,
      image: portrait?.url,
    })),
    ...topics.map(({ slug, updatedAt }) => ({ path: addressOf('Topic', slug), updatedAt })),
    ...collections.map(({ slug, updatedAt }) => ({ path: addressOf('Collection', slug), updatedAt })),
  ];
};

/** Every page of the magazine for search engines. Half a list would make them forget the rest, so it is all or an error. */
export const sitemap: Resource = {
  path: '/sitemap.xml',
  answer: async ({ request, graph, origin }) => {
    try {
      const body = sitemapXml(origin, await entriesOf(graph));
      return answerWith(request, { body, type: 'application/xml; charset=utf-8' });
    } catch (error) {
      return unanswered((error as Error).cause);
    }
  },
};
