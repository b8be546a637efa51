import { element, type Markup, optional, xmlDocument } from './xml.ts';

/** A film that can be played, as a sitemap tells it. */
export interface SitemapFilm {
  title: string;
  description: string;
  /** Absolute addresses. */
  still: string;
  stream: string;
  seconds: number | null;
  publishedAt: string | null;
  tags: readonly string[];
}

/** A page of the magazine. */
export interface SitemapEntry {
  path: string;
  updatedAt?: string | null | undefined;
  /** The absolute address of its picture. */
  image?: string | null | undefined;
  film?: SitemapFilm | undefined;
}

/** What one sitemap may hold: https://www.sitemaps.org/protocol.html. */
const MOST_ENTRIES = 50_000;
/** What a video may have: https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps. */
const MOST_TAGS = 32;
const LONGEST_DESCRIPTION = 2048;

const filmXml = ({ title, description, still, stream, seconds, publishedAt, tags }: SitemapFilm): Markup =>
  element('video:video', [
    element('video:thumbnail_loc', still),
    element('video:title', title),
    element('video:description', description.slice(0, LONGEST_DESCRIPTION)),
    element('video:content_loc', stream),
    optional('video:duration', seconds === null ? null : Math.max(1, Math.round(seconds))),
    optional('video:publication_date', publishedAt),
    tags.slice(0, MOST_TAGS).map((tag) => element('video:tag', tag)),
  ]);

const entryXml = (origin: string, { path, updatedAt, image, film }: SitemapEntry): Markup =>
  element('url', [
    element('loc', `${origin}${path}`),
    optional('lastmod', updatedAt),
    image ? element('image:image', element('image:loc', image)) : null,
    film && filmXml(film),
  ]);

/** A sitemap with its extensions for pictures and videos. https://www.sitemaps.org/protocol.html */
export const sitemapXml = (origin: string, entries: readonly SitemapEntry[]): string =>
  xmlDocument(
    element(
      'urlset',
      entries.slice(0, MOST_ENTRIES).map((entry) => entryXml(origin, entry)),
      {
        xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
        'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
        'xmlns:video': 'http://www.google.com/schemas/sitemap-video/1.1',
      },
    ),
  );
