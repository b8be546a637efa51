import { isReadingState, type ReadingHistory, readingHistory } from '../reading-history/readingHistory.ts';
import { isWatchState, type WatchHistory, watchHistory } from '../watch-history/watchHistory.ts';

/** The films and articles that a reader has watched, read and saved. */
export interface Library {
  films: WatchHistory;
  articles: ReadingHistory;
}

interface ImportedLibrary extends Library {
  /** The number of entries that could not be read. */
  invalidCount: number;
}

/** A file that is no library. Its message is for readers. */
export class LibraryFileError extends Error {}

const FORMAT = 'moving-figures-library';
const VERSION = 1;
export const MAX_FILE_BYTES = 2_000_000;

/** Returns the library as the text of a file. */
export const formatLibraryFile = ({ films, articles }: Library, exportedAt: Date): string =>
  JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      exportedAt: exportedAt.toISOString(),
      films: Object.values(films),
      articles: Object.values(articles),
    },
    null,
    2,
  );

/**
 * Parses the text of a library file. Invalid entries are left out and counted.
 * @throws LibraryFileError for another kind of file or a later version
 */
export const parseLibraryFile = (text: string): ImportedLibrary => {
  const { format, version, films, articles } = parseObject(text);
  if (format !== FORMAT || !Array.isArray(films) || !Array.isArray(articles))
    throw new LibraryFileError('This file is not a library. Choose a file that “Export” has saved.');
  if (version !== VERSION)
    throw new LibraryFileError(
      `This file has version ${JSON.stringify(version)} of the format; this page reads version ${VERSION}. Reload the page and try again.`,
    );
  const [validFilms, validArticles] = [films.filter(isWatchState), articles.filter(isReadingState)];
  return {
    films: watchHistory.create(validFilms),
    articles: readingHistory.create(validArticles),
    invalidCount: films.length + articles.length - validFilms.length - validArticles.length,
  };
};

/** Merges two libraries. Of an entry in both, the latest times win. */
export const mergeLibraries = (one: Library, other: Library): Library => ({
  films: watchHistory.merge(one.films, other.films),
  articles: readingHistory.merge(one.articles, other.articles),
});

const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
