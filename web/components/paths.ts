const PATH_SEGMENTS = {
  Film: 'films',
  Article: 'articles',
  Person: 'people',
  Topic: 'topics',
  Collection: 'collections',
} as const;

/** The document types that have pages. */
export type PageType = keyof typeof PATH_SEGMENTS;

/** The name of each type in the app. */
export const PAGE_TYPE_NAMES: Record<PageType, { one: string; many: string }> = {
  Film: { one: 'Film', many: 'Films' },
  Article: { one: 'Article', many: 'Articles' },
  Person: { one: 'Person', many: 'People' },
  Topic: { one: 'Topic', many: 'Topics' },
  Collection: { one: 'Collection', many: 'Collections' },
};

/** Returns the path of a page; of a film also at a time in seconds. */
export const pathOf = (type: PageType, slug: string, seconds?: number): string =>
  `/${PATH_SEGMENTS[type]}/${encodeURIComponent(slug)}${seconds === undefined ? '' : `?t=${Math.floor(seconds)}`}`;

/** Returns the path of a film within a collection: its page then links to the next film of the collection. */
export const pathInCollection = (filmSlug: string, collectionSlug: string): string =>
  `${pathOf('Film', filmSlug)}?in=${encodeURIComponent(collectionSlug)}`;
