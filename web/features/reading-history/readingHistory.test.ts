import { describe, expect, test } from '@jest/globals';
import { MAX_ENTRIES } from '../history/history.ts';
import {
  clearArticleRead,
  clearReadingPosition,
  EMPTY_READING_HISTORY,
  type ReadingState,
  readArticles,
  readingHistory,
  recordReadingPosition,
  secondsUntilRead,
  setArticleSaved,
} from './readingHistory.ts';

const NOW = 1_700_000_000_000;
const article = (id: string) => ({ id, slug: `slug-${id}`, title: `Title ${id}`, readingMinutes: 8 });
const at = (position: number, readingSeconds = 200) => ({ position, readingSeconds });
const ids = (states: readonly ReadingState[]) => states.map(({ id }) => id);

describe('reading history: position', () => {
  test('is recorded from a twentieth of the text on', () => {
    expect(recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.04), NOW)).toBe(
      EMPTY_READING_HISTORY,
    );
    const history = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.4), NOW);
    expect(readingHistory.inProgress(history)).toEqual([
      { ...article('a'), position: 0.4, readingSeconds: 200, isRead: false, readAt: NOW, savedAt: 0 },
    ]);
  });

  test('near the end marks the article as read', () => {
    let history = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.4), NOW);
    history = recordReadingPosition(history, article('a'), at(0.97), NOW + 1);
    expect(readingHistory.inProgress(history)).toEqual([]);
    expect(readArticles(history)).toMatchObject([{ id: 'a', position: 0, isRead: true, readAt: NOW + 1 }]);
  });

  test('at the end does not count before a third of the reading time', () => {
    const begun = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.4, 30), NOW);
    for (const history of [EMPTY_READING_HISTORY, begun])
      expect(recordReadingPosition(history, article('a'), at(1, 159), NOW + 1)).toBe(history);
    expect(secondsUntilRead(article('a'), at(1, 59))).toBe(101);
    expect(secondsUntilRead(article('a'), at(0.9, 59))).toBe(0);
    expect(recordReadingPosition(begun, article('a'), at(1, 160), NOW + 1).a).toMatchObject({ isRead: true });
    const unknown = { ...article('b'), readingMinutes: 0 };
    expect(recordReadingPosition(begun, unknown, at(1, 0), NOW).b).toMatchObject({ isRead: true });
  });

  test('is the farthest one', () => {
    let history = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.4), NOW);
    history = recordReadingPosition(history, article('a'), at(0.1), NOW + 1);
    expect(readingHistory.inProgress(history)).toMatchObject([{ position: 0.4, readAt: NOW + 1 }]);
  });

  test('updates the title and the slug', () => {
    let history = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.4), NOW);
    history = recordReadingPosition(history, { ...article('a'), title: 'New title' }, at(0.5), NOW);
    expect(readingHistory.inProgress(history)).toMatchObject([{ title: 'New title', position: 0.5 }]);
  });
});

describe('reading history: lists', () => {
  test('are sorted latest first', () => {
    let history = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.4), NOW + 1);
    history = recordReadingPosition(history, article('b'), at(0.4), NOW);
    history = setArticleSaved(history, article('b'), true, NOW + 3);
    history = setArticleSaved(history, article('c'), true, NOW + 4);
    expect(ids(readingHistory.inProgress(history))).toEqual(['a', 'b']);
    expect(ids(readingHistory.saved(history))).toEqual(['c', 'b']);
  });

  test('drop an article that is neither read nor saved', () => {
    const history = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.4), NOW);
    expect(clearArticleRead(history, article('a'))).toEqual({});
    const saved = setArticleSaved(history, article('a'), true, NOW);
    expect(clearArticleRead(saved, article('a'))).toMatchObject({ a: { readAt: 0, savedAt: NOW } });
    expect(readingHistory.inProgress(clearReadingPosition(saved, article('a')))).toEqual([]);
  });

  test(`hold ${MAX_ENTRIES} articles and drop the one with the oldest activity`, () => {
    let history = EMPTY_READING_HISTORY;
    for (let index = 0; index <= MAX_ENTRIES; index++)
      history = recordReadingPosition(history, article(`a${index}`), at(0.4), NOW + index);
    expect(Object.keys(history)).toHaveLength(MAX_ENTRIES);
    expect(history.a0).toBeUndefined();
  });
});

describe('reading history: merging', () => {
  const early = setArticleSaved(
    recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.2), NOW),
    article('a'),
    true,
    NOW + 9,
  );
  const late = setArticleSaved(
    recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(0.7), NOW + 1),
    article('b'),
    true,
    NOW,
  );

  test.each([
    ['one way', early, late],
    ['the other way', late, early],
  ])('keeps the latest position and the latest time of saving, %s', (_way, one, other) => {
    const merged = readingHistory.merge(one, other);
    expect(merged.a).toMatchObject({ position: 0.7, readAt: NOW + 1, savedAt: NOW + 9 });
    expect(ids(readingHistory.saved(merged))).toEqual(['a', 'b']);
  });

  test('keeps that an article was read', () => {
    const read = recordReadingPosition(EMPTY_READING_HISTORY, article('a'), at(1), NOW);
    expect(readingHistory.merge(read, late).a).toMatchObject({ position: 0.7, isRead: true });
  });
});

describe('reading history: parsing', () => {
  test('restores a stored history', () => {
    const history = setArticleSaved(EMPTY_READING_HISTORY, article('a'), true, NOW);
    expect(readingHistory.parse(JSON.parse(readingHistory.stringify(history)))).toEqual(history);
  });

  test.each([null, 7, 'articles', [], {}, { version: 2, articles: {} }, { version: 1, articles: null }])(
    'rejects %j',
    (value) => {
      expect(readingHistory.parse(value)).toBeNull();
    },
  );

  test('drops invalid entries', () => {
    const valid = { ...article('a'), position: 0.5, isRead: false, readAt: NOW, savedAt: 0 };
    const articles = {
      a: valid,
      b: null,
      c: { ...valid, id: 3 },
      d: { ...valid, id: 'd', position: 1.5 },
      e: { ...valid, id: 'e', title: '' },
      f: { ...valid, id: 'f', title: 'x'.repeat(501) },
    };
    expect(readingHistory.parse({ version: 1, articles })).toEqual({ a: valid });
  });
});
