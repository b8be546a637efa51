import { useLocation } from 'react-router';

const PATH_SEGMENTS = {
  Film: 'films',
  Article: 'articles',
  Person: 'people',
  Topic: 'topics',
  Collection: 'collections',
  Contributor: 'authors',
} as const;

/** The document types that have pages. */
export type PageType = keyof typeof PATH_SEGMENTS;

const PAGE_TYPES = Object.keys(PATH_SEGMENTS) as PageType[];

/** The name of each type in the app. */
export const PAGE_TYPE_NAMES: Record<PageType, { one: string; many: string }> = {
  Film: { one: 'Film', many: 'Films' },
  Article: { one: 'Article', many: 'Articles' },
  Person: { one: 'Person', many: 'People' },
  Topic: { one: 'Topic', many: 'Topics' },
  Collection: { one: 'Collection', many: 'Collections' },
  Contributor: { one: 'Author', many: 'Authors' },
};

/** Returns the path of a page. */
export const pathOf = (type: PageType, slug: string): string => `/${PATH_SEGMENTS[type]}/${encodeSlug(slug)}`;

/** The suffix of the path of an article as Markdown. */
const MARKDOWN_SUFFIX = '.md';

/** Returns the path of an article as Markdown. */
export const markdownPathOf = (slug: string): string => `${pathOf('Article', slug)}${MARKDOWN_SUFFIX}`;

/** Slugs of dots alone, which URLs resolve also when they are encoded, and slugs that begin as their addresses do. */
const DOTS = /^~*\.{1,2}$/;

/** Encodes a slug as a segment of a path. Only the path of Markdown ends with an unencoded suffix. */
const encodeSlug = (slug: string): string =>
  encodeText(DOTS.test(slug) ? `~${slug}` : slug).replace(/\.md$/, (suffix) => `%2E${suffix.slice(1)}`);

const decodeSlug = (segment: string): string => (DOTS.test(segment) ? segment.replace(/^~/, '') : segment);

/** Encodes a text for a URL. Half of a surrogate pair has no encoding. */
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The document of a page. */
export interface PageAddress {
  readonly type: PageType;
  readonly slug: string;
  /** True for the player of a film on other sites. */
  readonly isEmbed: boolean;
}

/**
 * Reads the path of a document, which it decodes once. This is the inverse of `pathOf`.
 * @param path a path as it is in a URL
 * @returns null for another path, and for one with a malformed escape
 */
export const readPath = (path: string): PageAddress | null => {
  const segments = path.split('/').filter(Boolean).map(decode);
  const isEmbed = segments[0]?.toLowerCase() === 'embed';
  const [name, slug, ...rest] = isEmbed ? segments.slice(1) : segments;
  const type = PAGE_TYPES.find((each) => PATH_SEGMENTS[each] === name?.toLowerCase());
  const isPage = type && slug && rest.length === 0 && (type === 'Film' || !isEmbed);
  return isPage ? { type, slug: decodeSlug(slug), isEmbed } : null;
};

/** Reads the slug of an article as Markdown. The page of an article whose slug has that suffix can have this path, too. */
export const readMarkdownPath = (path: string): string | null => {
  const address = path.endsWith(MARKDOWN_SUFFIX) ? readPath(path.slice(0, -MARKDOWN_SUFFIX.length)) : null;
  return address?.type === 'Article' ? address.slug : null;
};

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** The types of documents that have feeds. */
export type FeedType = 'Topic' | 'Person' | 'Contributor';

const FEED_SUFFIX = '/feed.xml';

/** Returns the path of the feed of a document. */
export const feedPathOf = (type: FeedType, slug: string): string => `${pathOf(type, slug)}${FEED_SUFFIX}`;

/** Reads the path of the feed of a document; null for another path. */
export const readFeedPath = (path: string): { type: FeedType; slug: string } | null => {
  const address = path.endsWith(FEED_SUFFIX) ? readPath(path.slice(0, -FEED_SUFFIX.length)) : null;
  if (!address || address.type === 'Film' || address.type === 'Article' || address.type === 'Collection')
    return null;
  return { type: address.type, slug: address.slug };
};

/** Returns the path under which a page is listed: all spellings of its path have the same. */
export const canonicalPathOf = (path: string): string => {
  const address = readPath(path);
  return address && !address.isEmbed ? pathOf(address.type, address.slug) : path;
};

/** Returns the path of a film within a collection: its page then links to the next film of the collection. */
export const pathInCollection = (filmSlug: string, collectionSlug: string): string =>
  `${pathOf('Film', filmSlug)}?in=${encodeText(collectionSlug)}`;

/** Returns the slug in the path of the page. The router's own parameter has `/` for `%2F` in a slug. */
export const usePageSlug = (): string => readPath(useLocation().pathname)?.slug ?? '';
