import { type History, type HistoryEntry, historyFunctions, isNonNegative } from '../history/history.ts';

/** The reading state of one article. Times of day are Unix timestamps in milliseconds; 0 means never. */
export interface ReadingState extends HistoryEntry {
  readonly slug: string;
  /** The title when the article was last opened. */
  readonly title: string;
  /** 0 while unknown. */
  readonly readingMinutes: number;
  readonly isRead: boolean;
  /** The seconds for which its page was in view since it was begun; none for states of earlier versions. */
  readonly readingSeconds?: number;
  /** The last time of reading. */
  readonly readAt: number;
}

/** The properties of an article in lists that are shown without its data. */
export type ArticleSummary = Pick<ReadingState, 'id' | 'slug' | 'title' | 'readingMinutes'>;

/** The reading states of a reader by article id. A position is a fraction of the text. */
export type ReadingHistory = History<ReadingState>;

export const EMPTY_READING_HISTORY: ReadingHistory = {};

/** Positions before this position are not worth continuing. */
const MIN_POSITION = 0.05;
/** The position after which an article counts as read, if the reader took some time. */
const READ_POSITION = 0.95;
/** The share of its reading time that this takes: a jump to the end is no reading. */
const MIN_READING_SHARE = 1 / 3;
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
    [state.readingMinutes, state.readAt, state.savedAt, state.readingSeconds ?? 0].every(isNonNegative) &&
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

/** How far and how long an article has been read. */
export interface ReadingProgress {
  /** As a fraction of the text. */
  position: number;
  readingSeconds: number;
}

/** Returns the seconds until an article counts as read at its end; 0 before its end. */
export const secondsUntilRead = (
  { readingMinutes }: ArticleSummary,
  { position, readingSeconds }: ReadingProgress,
): number =>
  position < READ_POSITION ? 0 : Math.max(0, readingMinutes * 60 * MIN_READING_SHARE - readingSeconds);

/**
 * Records the reading position of an article: the farthest one, because readers look back. Near its end the article
 * counts as read; near its start, and at an end that the reader has jumped to, there is nothing to continue.
 * @param now Unix timestamp in milliseconds
 */
export const recordReadingPosition = (
  history: ReadingHistory,
  article: ArticleSummary,
  progress: ReadingProgress,
  now: number,
): ReadingHistory => {
  const { position, readingSeconds } = progress;
  if (position < MIN_POSITION || secondsUntilRead(article, progress) > 0) return history;
  if (position >= READ_POSITION)
    return updateArticle(history, article, { position: 0, isRead: true, readingSeconds: 0, readAt: now });
  const farthest = Math.max(position, history[article.id]?.position ?? 0);
  return updateArticle(history, article, { position: farthest, readingSeconds, readAt: now });
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
