import { Readable } from 'node:stream';
import { ErrorLevel, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap';
import type { QueryClient } from '../../data/queryClient.ts';
import { pathOf } from '../../lib/paths.ts';
import { compact } from '../../lib/text/lists.ts';
import { startOf } from '../../lib/text/startOf.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import { fetchAllPages } from './fetchAllPages.ts';
import type { Resource } from './resource.ts';
import { upstreamError } from './resourceError.ts';
import {
  SitemapArticlesDocument,
  SitemapAuthorsDocument,
  SitemapCollectionsDocument,
  SitemapFilmsDocument,
  type SitemapFilmsQuery,
  SitemapPeopleDocument,
  SitemapTopicsDocument,
} from './Sitemap.generated.ts';

type Film = NonNullable<NonNullable<NonNullable<SitemapFilmsQuery['films']>['nodes']>[number]>;

const LIST_PATHS = [
  '/',
  '/films',
  '/articles',
  '/people',
  '/topics',
  '/collections',
  '/authors',
  '/about',
  '/imprint',
];

/** The limit of one sitemap file: https://www.sitemaps.org/protocol.html. */
const MAX_ENTRIES = 50_000;
/** Limits of a video: https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps. */
const MAX_TAGS = 32;
const MAX_DESCRIPTION_CHARACTERS = 2048;

/** Returns the video entry of a film; empty for a signed video, whose URLs expire, and without a still, which it requires. */
export const videoOf = ({
  title,
  tagline,
  publishedAt,
  topics,
  video,
}: Film): Pick<SitemapItemLoose, 'video'> => {
  const playback = video?.playback;
  if (video?.status !== 'READY' || playback?.policy !== 'PUBLIC' || !playback.still) return {};
  return {
    video: {
      thumbnail_loc: playback.still,
      title,
      description: startOf(tagline ?? title, MAX_DESCRIPTION_CHARACTERS),
      content_loc: playback.hlsUrl,
      ...(video.duration !== null && { duration: Math.max(1, Math.round(video.duration)) }),
      ...(publishedAt && { publication_date: publishedAt }),
      tag: compact(topics)
        .slice(0, MAX_TAGS)
        .map((topic) => topic.title),
    },
  };
};

const entryOf = (
  path: string,
  { updatedAt, image }: { updatedAt: string | null; image?: { url: string | null } | null },
): SitemapItemLoose => ({
  url: path,
  ...(updatedAt && { lastmod: updatedAt }),
  ...(image?.url && { img: image.url }),
});

/** Returns an entry for each page of the app. */
const listEntries = async (send: QueryClient['send']): Promise<SitemapItemLoose[]> => {
  const [films, articles, people, topics, collections, authors] = await Promise.all([
    fetchAllPages(send, SitemapFilmsDocument, ({ films }) => films),
    fetchAllPages(send, SitemapArticlesDocument, ({ articles }) => articles),
    fetchAllPages(send, SitemapPeopleDocument, ({ people }) => people),
    fetchAllPages(send, SitemapTopicsDocument, ({ topics }) => topics),
    fetchAllPages(send, SitemapCollectionsDocument, ({ collections }) => collections),
    fetchAllPages(send, SitemapAuthorsDocument, ({ contributors }) => contributors),
  ]);
  return [
    ...LIST_PATHS.map((url) => ({ url })),
    ...films.map((film) => ({ ...entryOf(pathOf('Film', film.slug), film), ...videoOf(film) })),
    ...articles.map(({ slug, updatedAt, cover }) =>
      entryOf(pathOf('Article', slug), { updatedAt, image: cover }),
    ),
    ...people.map(({ slug, updatedAt, portrait }) =>
      entryOf(pathOf('Person', slug), { updatedAt, image: portrait }),
    ),
    ...topics.map((topic) => entryOf(pathOf('Topic', topic.slug), topic)),
    ...collections.map((collection) => entryOf(pathOf('Collection', collection.slug), collection)),
    ...authors.flatMap(({ slug, updatedAt }) =>
      slug ? [entryOf(pathOf('Contributor', slug), { updatedAt })] : [],
    ),
  ];
};

/** Returns a sitemap with the image and video extensions. Relative URLs are resolved against `origin`. */
export const sitemapXml = async (origin: string, entries: readonly SitemapItemLoose[]): Promise<string> => {
  // Silent, because the entries already meet the limits.
  const xml = new SitemapStream({
    hostname: origin,
    level: ErrorLevel.SILENT,
    xmlns: { image: true, video: true, news: false, xhtml: false },
  });
  return String(await streamToPromise(Readable.from(entries.slice(0, MAX_ENTRIES)).pipe(xml)));
};

/** The list of all pages. It is an error if a list is incomplete, because search engines drop missing pages. */
export const sitemap: Resource = {
  path: '/sitemap.xml',
  respond: async ({ send, origin }) => {
    try {
      const body = await sitemapXml(origin, await listEntries(send));
      return cacheableResponse({ body, type: 'application/xml; charset=utf-8' });
    } catch (error) {
      throw upstreamError((error as Error).cause);
    }
  },
};
