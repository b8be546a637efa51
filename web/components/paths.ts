const ROOMS = {
  Film: 'films',
  Article: 'articles',
  Person: 'people',
  Topic: 'topics',
  Collection: 'collections',
} as const;

/** The types that have a page of their own. */
export type Subject = keyof typeof ROOMS;

/** What readers call each type. */
export const SUBJECT_NAMES: Record<Subject, { one: string; many: string }> = {
  Film: { one: 'Film', many: 'Films' },
  Article: { one: 'Article', many: 'Articles' },
  Person: { one: 'Person', many: 'People' },
  Topic: { one: 'Topic', many: 'Topics' },
  Collection: { one: 'Collection', many: 'Collections' },
};

/** The address of something's page; of a film also at a second. */
export const addressOf = (subject: Subject, slug: string, seconds?: number): string =>
  `/${ROOMS[subject]}/${encodeURIComponent(slug)}${seconds === undefined ? '' : `?t=${Math.floor(seconds)}`}`;

/** A film's address for somebody who goes through a collection: its page then leads on within it. */
export const addressWithin = (film: string, collection: string): string =>
  `${addressOf('Film', film)}?in=${encodeURIComponent(collection)}`;
