import { Readable } from 'node:stream';
import type { ApolloClient } from '@apollo/client';
import { ErrorLevel, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap';
import { addressOf } from '../../components/paths.ts';
import { answerWith } from './cacheableResponse.ts';
import { unanswered } from './errorResponse.ts';
import { readAll } from './fetchAllPages.ts';
import type { Resource } from './resource.ts';
import {
  SitemapArticlesDocument,
  SitemapCollectionsDocument,
  SitemapFilmsDocument,
  type SitemapFilmsQuery,
  SitemapPeopleDocument,
  SitemapTopicsDocument,
} from './Sitemap.generated.ts';

type Film = NonNullable<NonNullable<NonNullable<SitemapFilmsQuery['films']>['nodes']>[number]>;

const LISTS = ['/', '/films', '/articles', '/people', '/topics', '/collections'];

/** The limit of one sitemap file: https://www.sitemaps.org/protocol.html. */
const MAX_ENTRIES = 50_000;
/** Limits of a video: https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps. */
const MAX_TAGS = 32;
const MAX_DESCRIPTION_CHARS = 2048;

/** The video of a film that everybody may play; none for a signed film, whose addresses expire. */
export const videoOf = ({
  title,
  tagline,
  publishedAt,
  topics,
  video,
}: Film): Pick<SitemapItemLoose, 'video'> => {
  const playback = video?.playback;
  if (video?.status !== 'READY' || playback?.policy !== 'PUBLIC') return {};
  return {
    video: {
      thumbnail_loc: playback.still,
      title,
      description: (tagline ?? title).slice(0, MAX_DESCRIPTION_CHARS),
      content_loc: playback.hlsUrl,
      ...(video.duration !== null && { duration: Math.max(1, Math.round(video.duration)) }),
      ...(publishedAt && { publication_date: publishedAt }),
      tag: topics.slice(0, MAX_TAGS).map((topic) => topic.title),
    },
  };
};

const entryOf = (
  path: string,
  { updatedAt, image }: { updatedAt: string | null; image?: { url: string } | null },
): SitemapItemLoose => ({
  url: path,
  ...(updatedAt && { lastmod: updatedAt }),
  ...(image && { img: image.url }),
});

/** One entry for each page of the app. */
const entriesOf = async (graph: ApolloClient): Promise<SitemapItemLoose[]> => {
  const [films, articles, people, topics, collections] = await Promise.all([
    readAll(graph, SitemapFilmsDocument, ({ films }) => films),
    readAll(graph, SitemapArticlesDocument, ({ articles }) => articles),
    readAll(graph, SitemapPeopleDocument, ({ people }) => people),
    readAll(graph, SitemapTopicsDocument, ({ topics }) => topics),
    readAll(graph, SitemapCollectionsDocument, ({ collections }) => collections),
  ]);
  return [
    ...LISTS.map((url) => ({ url })),
    ...films.map((film) => ({ ...entryOf(addressOf('Film', film.slug), film), ...videoOf(film) })),
    ...articles.map(({ slug, updatedAt, cover }) =>
      entryOf(addressOf('Article', slug), { updatedAt, image: cover }),
    ),
    ...people.map(({ slug, updatedAt, portrait }) =>
      entryOf(addressOf('Person', slug), { updatedAt, image: portrait }),
    ),
    ...topics.map((topic) => entryOf(addressOf('Topic', topic.slug), topic)),
    ...collections.map((collection) => entryOf(addressOf('Collection', collection.slug), collection)),
  ];
};

/** A sitemap with the image and video extensions. Relative addresses become absolute at `origin`. */
export const sitemapXml = async (origin: string, entries: readonly SitemapItemLoose[]): Promise<string> => {
  // The limits are kept above; its warnings would only repeat them.
  const xml = new SitemapStream({
    hostname: origin,
    level: ErrorLevel.SILENT,
    xmlns: { image: true, video: true, news: false, xhtml: false },
  });
  return String(await streamToPromise(Readable.from(entries.slice(0, MAX_ENTRIES)).pipe(xml)));
};

/** Lists every page for search engines. An incomplete list would make them drop the missing pages, so it is an error. */
export const sitemap: Resource = {
  path: '/sitemap.xml',
  answer: async ({ request, graph, origin }) => {
    try {
      const body = await sitemapXml(origin, await entriesOf(graph));
      return answerWith(request, { body, type: 'application/xml; charset=utf-8' });
    } catch (error) {
      return unanswered((error as Error).cause);
    }
  },
};
