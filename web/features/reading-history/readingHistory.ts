/** The reading state of one article. Times of day are Unix timestamps in milliseconds; 0 means never. */
export interface ReadingState {
  /** The global id of the article. */
  id: string;
  slug: string;
  /** The title when the article was last opened. */
  title: string;
  /** 0 while unknown. */
  readingMinutes: number;
  /** The position to continue at, as a fraction of the text; 0 for the start. */
  position: number;
  isRead: boolean;
  /** The last time of reading. */
  readAt: number;
  /** The time at which the article was saved for later. */
  savedAt: number;
}

/** What identifies and describes an article in lists that are shown without its data. */
export type ArticleSummary = Pick<ReadingState, 'id' | 'slug' | 'title' | 'readingMinutes'>;

/** The reading history of a reader: reading states by article id, as stored in the browser. */
export interface ReadingHistory {
  version: 1;
  articles: Readonly<Record<string, ReadingState>>;
}

export const EMPTY_READING_HISTORY: ReadingHistory = { version: 1, articles: {} };

/** The maximum number of articles; the ones with the oldest activity are dropped. */
export const MAX_ARTICLES = 500;
/** Positions before this one are not worth continuing. */
const MIN_POSITION = 0.05;
/** The position after which an article counts as read. */
const READ_POSITION = 0.95;
const MAX_TEXT_CHARACTERS = 500;

const INITIAL_STATE = { position: 0, isRead: false, readAt: 0, savedAt: 0 };

const lastActivity = ({ readAt, savedAt }: ReadingState): number => Math.max(readAt, savedAt);

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_CHARACTERS;
const isNonNegative = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;

/** Returns whether a value is the reading state of an article. */
export const isReadingState = (value: unknown): value is ReadingState => {
  const state = value as Partial<ReadingState> | null;
  return (
    [state?.id, state?.slug, state?.title].every(isText) &&
    typeof state?.isRead === 'boolean' &&
    [state.readingMinutes, state.readAt, state.savedAt].every(isNonNegative) &&
    isNonNegative(state.position) &&
    state.position <= 1
  );
};

/** Parses a stored reading history. Invalid entries are dropped; null for another version or no reading history. */
export const parseReadingHistory = (value: unknown): ReadingHistory | null => {
  const { version, articles } = (value ?? {}) as { version?: unknown; articles?: unknown };
  if (version !== 1 || typeof articles !== 'object' || articles === null) return null;
  return createReadingHistory(Object.values(articles).filter(isReadingState));
};

/** Creates a reading history of the most recent states. */
export const createReadingHistory = (states: readonly ReadingState[]): ReadingHistory => {
  const recent = states.toSorted((a, b) => lastActivity(b) - lastActivity(a)).slice(0, MAX_ARTICLES);
  return { version: 1, articles: Object.fromEntries(recent.map((state) => [state.id, state])) };
};

const updateArticle = (
  history: ReadingHistory,
  article: ArticleSummary,
  change: Partial<ReadingState>,
): ReadingHistory => {
  const state = { ...INITIAL_STATE, ...history.articles[article.id], ...article, ...change };
  const others = Object.values(history.articles).filter(({ id }) => id !== article.id);
  return createReadingHistory(lastActivity(state) === 0 ? others : [...others, state]);
};

/**
 * Records the reading position of an article: the farthest one, because readers look back. Near its end the article
 * counts as read; near its start there is nothing to continue.
 * @param position as a fraction of the text
 * @param now Unix timestamp in milliseconds
 */
export const recordReadingPosition = (
  history: ReadingHistory,
  article: ArticleSummary,
  position: number,
  now: number,
): ReadingHistory => {
  if (position >= READ_POSITION)
    return updateArticle(history, article, { position: 0, isRead: true, readAt: now });
  if (position < MIN_POSITION) return history;
  const farthest = Math.max(position, history.articles[article.id]?.position ?? 0);
  return updateArticle(history, article, { position: farthest, readAt: now });
};

/** Saves an article for later, or removes it from the saved articles. */
export const setArticleSaved = (
  history: ReadingHistory,
  article: ArticleSummary,
  isSaved: boolean,
  now: number,
): ReadingHistory => updateArticle(history, article, { savedAt: isSaved ? now : 0 });

/** Clears the position of an article. */
export const clearReadingPosition = (history: ReadingHistory, article: ArticleSummary): ReadingHistory =>
  history.articles[article.id] ? updateArticle(history, article, { position: 0 }) : history;

/** Removes an article from the articles that were read or are in progress. A saved article stays saved. */
export const clearArticleRead = (history: ReadingHistory, article: ArticleSummary): ReadingHistory =>
  updateArticle(history, article, { position: 0, isRead: false, readAt: 0 });

const filterAndSort = (
  { articles }: ReadingHistory,
  isIncluded: (state: ReadingState) => boolean,
  timeOf: (state: ReadingState) => number,
): ReadingState[] =>
  Object.values(articles)
    .filter(isIncluded)
    .toSorted((a, b) => timeOf(b) - timeOf(a));

/** Returns the articles with a position to continue at, latest first. */
export const articlesInProgress = (history: ReadingHistory): ReadingState[] =>
  filterAndSort(
    history,
    ({ position }) => position > 0,
    ({ readAt }) => readAt,
  );

/** Returns the articles saved for later, latest first. */
export const savedArticles = (history: ReadingHistory): ReadingState[] =>
  filterAndSort(
    history,
    ({ savedAt }) => savedAt > 0,
    ({ savedAt }) => savedAt,
  );

/** Returns the articles that were read to their end and are not in progress, latest first. */
export const readArticles = (history: ReadingHistory): ReadingState[] =>
  filterAndSort(
    history,
    ({ isRead, position, readAt }) => isRead && position === 0 && readAt > 0,
    ({ readAt }) => readAt,
  );

/**
 * Merges two reading histories: of each article, the position and the title of its latest reading, and the latest time
 * at which it was saved.
 */
export const mergeReadingHistories = (one: ReadingHistory, other: ReadingHistory): ReadingHistory => {
  const merged = new Map(Object.entries(one.articles));
  for (const state of Object.values(other.articles)) {
    const known = merged.get(state.id);
    const latest = known && known.readAt >= state.readAt ? known : state;
    merged.set(state.id, {
      ...latest,
      isRead: state.isRead || (known?.isRead ?? false),
      savedAt: Math.max(state.savedAt, known?.savedAt ?? 0),
    });
  }
  return createReadingHistory([...merged.values()]);
};
