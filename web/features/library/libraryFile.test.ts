import { describe, expect, test } from '@jest/globals';
import {
  EMPTY_READING_HISTORY,
  recordReadingPosition,
  setArticleSaved,
} from '../reading-history/readingHistory.ts';
import {
  clearHistory,
  clearPosition,
  EMPTY_WATCH_HISTORY,
  recordPosition,
  setSavedForLater,
} from '../watch-history/watchHistory.ts';
import { formatLibraryFile, LibraryFileError, mergeLibraries, parseLibraryFile } from './libraryFile.ts';
import { undoChange } from './undoChange.ts';

const NOW = 1_700_000_000_000;
const ARTICLE = { id: 'a', slug: 'two-forks', title: 'Two forks', readingMinutes: 4 };
const library = {
  films: setSavedForLater(
    recordPosition(EMPTY_WATCH_HISTORY, 'f', { position: 9, duration: 30 }, NOW),
    'g',
    true,
    NOW,
  ),
  articles: recordReadingPosition(EMPTY_READING_HISTORY, ARTICLE, { position: 0.5, readingSeconds: 60 }, NOW),
};
const file = () => JSON.parse(formatLibraryFile(library, new Date(NOW)));

describe('library file', () => {
  test('restores films and articles', () => {
    expect(parseLibraryFile(JSON.stringify(file()))).toEqual({ ...library, invalidCount: 0 });
  });

  test('has a format, a version and the time of the export', () => {
    expect(file()).toMatchObject({
      format: 'moving-figures-library',
      version: 1,
      exportedAt: '2023-11-14T22:13:20.000Z',
    });
  });

  test.each([
    ['no JSON', 'films'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another format', JSON.stringify({ ...file(), format: 'bookmarks' })],
    ['no list of films', JSON.stringify({ ...file(), films: {} })],
  ])('rejects %s', (_kind, text) => {
    expect(() => parseLibraryFile(text)).toThrow(LibraryFileError);
    expect(() => parseLibraryFile(text)).toThrow(/not a library/);
  });

  test('rejects a later version, and names both versions', () => {
    expect(() => parseLibraryFile(JSON.stringify({ ...file(), version: 2 }))).toThrow(
      /version 2 .*version 1/,
    );
  });

  test('leaves out invalid entries and counts them', () => {
    const { films, articles } = file();
    const text = JSON.stringify({
      ...file(),
      films: [...films, { ...films[0], position: -1 }, null],
      articles: [...articles, { ...articles[0], slug: 7 }],
    });
    expect(parseLibraryFile(text)).toEqual({ ...library, invalidCount: 3 });
  });

  test('an import merges with the library and never removes from it', () => {
    const own = {
      films: recordPosition(EMPTY_WATCH_HISTORY, 'f', { position: 20, duration: 30 }, NOW + 1),
      articles: setArticleSaved(EMPTY_READING_HISTORY, ARTICLE, true, NOW),
    };
    const { films, articles } = mergeLibraries(own, parseLibraryFile(JSON.stringify(file())));
    expect(films).toMatchObject({ f: { position: 20 }, g: { savedAt: NOW } });
    expect(articles).toMatchObject({ a: { position: 0.5, savedAt: NOW } });
  });
});

test('library: undo restores what the change has removed, and keeps what was saved since', () => {
  const after = { ...library, films: clearPosition(library.films, 'f') };
  const current = {
    films: setSavedForLater(clearHistory(after.films), 'later', true, NOW + 1),
    articles: setArticleSaved(after.articles, ARTICLE, true, NOW + 1),
  };
  const undone = undoChange(current, { before: library, after });
  expect(Object.keys(undone.films).toSorted()).toEqual(['f', 'g', 'later']);
  expect(undone.films.f).toEqual(library.films.f);
  expect(undone.articles).toEqual(current.articles);
});

test('library: undo removes what the change has added', () => {
  const after = { ...library, films: setSavedForLater(library.films, 'new', true, NOW) };
  expect(undoChange(after, { before: library, after })).toEqual(library);
});
