import { type History, type HistoryEntry, historyFunctions, isNonNegative } from '../history/history.ts';

/** The reading state of one article. Times of day are Unix timestamps in milliseconds; 0 means never. */
export interface ReadingState extends HistoryEntry {
  readonly slug: string;
  /** The title when the article was last opened. */
  readonly title: string;
  /** 0 while unknown. */
  readonly readingMinutes: number;
  readonly isRead: boolean;
  /** The last time of reading. */
  readonly readAt: number;
}

/** The properties of an article in lists that are shown without its data. */
export type ArticleSummary = Pick<ReadingState, 'id' | 'slug' | 'title' | 'readingMinutes'>;

/** The reading states of a reader by article id. A position is a fraction of the text. */
export type ReadingHistory = History<ReadingState>;

export const EMPTY_READING_HISTORY: ReadingHistory = {};

/** Positions before this one are not worth continuing. */
const MIN_POSITION = 0.05;
/** The position after which an article counts as read. */
const READ_POSITION = 0.95;
const MAX_TEXT_CHARACTERS = 500;

const INITIAL_STATE = { position: 0, isRead: false, readAt: 0, savedAt: 0 };

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_CHARACTERS;

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

/** The functions of reading histories in general. */
export const readingHistory = historyFunctions<ReadingState>({
  version: 1,
  attribute: 'articles',
  isEntry: isReadingState,
  usedAt: ({ readAt }) => readAt,
  mergeFlags: (one, other) => ({ isRead: one.isRead || other.isRead }),
});

const updateArticle = (
  history: ReadingHistory,
  article: ArticleSummary,
  change: Partial<ReadingState>,
): ReadingHistory =>
  readingHistory.setEntry(history, { ...INITIAL_STATE, ...history[article.id], ...article, ...change });

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
  const farthest = Math.max(position, history[article.id]?.position ?? 0);
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
  history[article.id] ? updateArticle(history, article, { position: 0 }) : history;

/** Removes an article from the articles that were read or are in progress. A saved article stays saved. */
export const clearArticleRead = (history: ReadingHistory, article: ArticleSummary): ReadingHistory =>
  updateArticle(history, article, { position: 0, isRead: false, readAt: 0 });

/** Returns the articles that were read to their end and are not in progress, latest first. */
export const readArticles = (history: ReadingHistory): ReadingState[] =>
  readingHistory.select(history, ({ isRead, position, readAt }) => isRead && position === 0 && readAt > 0);
