import { describe, expect, test } from '@jest/globals';
import { MAX_ENTRIES } from '../history/history.ts';
import {
  clearHistory,
  clearWatched,
  EMPTY_WATCH_HISTORY,
  recordPosition,
  remainingSeconds,
  setSavedForLater,
  setWatched,
  watchedFilms,
  watchHistory,
} from './watchHistory.ts';

const NOW = 1_700_000_000_000;
const at = (position: number, duration = 60) => ({ position, duration });
const ids = (films: { id: string }[]) => films.map(({ id }) => id);

describe('watch history: playback position', () => {
  test('is recorded from 5 seconds on', () => {
    expect(recordPosition(EMPTY_WATCH_HISTORY, 'a', at(4.9), NOW)).toBe(EMPTY_WATCH_HISTORY);
    const history = recordPosition(EMPTY_WATCH_HISTORY, 'a', at(5), NOW);
    expect(watchHistory.inProgress(history)).toMatchObject([
      { id: 'a', position: 5, duration: 60, watchedAt: NOW },
    ]);
  });

  test('near the end marks the film as watched and resets its position', () => {
    const history = recordPosition(EMPTY_WATCH_HISTORY, 'a', at(57), NOW);
    expect(watchHistory.inProgress(history)).toEqual([]);
    expect(watchedFilms(history)).toMatchObject([{ id: 'a', isWatched: true, position: 0 }]);
  });

  test('back at the start leaves nothing to resume and keeps the film in the history', () => {
    const history = recordPosition(
      recordPosition(EMPTY_WATCH_HISTORY, 'a', at(20), NOW),
      'a',
      at(2),
      NOW + 1,
    );
    expect(watchHistory.inProgress(history)).toEqual([]);
    expect(ids(watchedFilms(history))).toEqual(['a']);
  });

  test('is not recorded while the duration is unknown', () => {
    expect(recordPosition(EMPTY_WATCH_HISTORY, 'a', at(30, Number.NaN), NOW)).toBe(EMPTY_WATCH_HISTORY);
  });
});

describe('watch history: lists', () => {
  test('are sorted latest first', () => {
    let history = recordPosition(EMPTY_WATCH_HISTORY, 'a', at(20), NOW);
    history = recordPosition(history, 'b', at(20), NOW + 2);
    history = recordPosition(history, 'c', at(20), NOW + 1);
    expect(ids(watchHistory.inProgress(history))).toEqual(['b', 'c', 'a']);
    expect(watchedFilms(history)).toEqual([]);
  });

  test('of saved films and films in progress survive clearing the history', () => {
    let history = recordPosition(EMPTY_WATCH_HISTORY, 'a', at(20), NOW);
    history = recordPosition(history, 'b', at(59), NOW);
    history = setSavedForLater(history, 'b', true, NOW);
    history = clearHistory(history);
    expect(ids(watchHistory.saved(history))).toEqual(['b']);
    expect(watchedFilms(history)).toEqual([]);
    expect(history.b).toMatchObject({ isWatched: false, watchedAt: 0 });
    expect(ids(watchHistory.inProgress(history))).toEqual(['a']);
  });

  test('follow when a film is marked as watched and as unwatched', () => {
    let history = recordPosition(EMPTY_WATCH_HISTORY, 'a', at(20), NOW);
    history = setWatched(history, 'a', { isWatched: true, duration: 60 }, NOW + 1);
    expect(watchHistory.inProgress(history)).toEqual([]);
    expect(watchedFilms(history)).toMatchObject([{ id: 'a', isWatched: true, watchedAt: NOW + 1 }]);
    expect(setWatched(history, 'a', { isWatched: false, duration: 60 }, NOW + 2)).toEqual({});
  });

  test('have remaining seconds that add up with the displayed position and duration', () => {
    const history = recordPosition(EMPTY_WATCH_HISTORY, 'a', at(9.9, 16.14), NOW);
    expect(watchHistory.inProgress(history).map(remainingSeconds)).toEqual([7]);
  });

  test('drop a film that is neither watched nor saved', () => {
    const history = setSavedForLater(recordPosition(EMPTY_WATCH_HISTORY, 'a', at(20), NOW), 'a', true, NOW);
    expect(clearWatched(setSavedForLater(history, 'a', false, NOW), 'a')).toEqual({});
  });

  test(`hold ${MAX_ENTRIES} films and drop the one with the oldest activity`, () => {
    let history = EMPTY_WATCH_HISTORY;
    for (let film = 0; film <= MAX_ENTRIES; film++)
      history = recordPosition(history, `film-${film}`, at(20), NOW + film);
    expect(Object.keys(history)).toHaveLength(MAX_ENTRIES);
    expect(history['film-0']).toBeUndefined();
    expect(history[`film-${MAX_ENTRIES}`]).toBeDefined();
  });
});

describe('watch history: merging', () => {
  const early = setSavedForLater(recordPosition(EMPTY_WATCH_HISTORY, 'a', at(20), NOW), 'a', true, NOW + 9);
  const late = recordPosition(
    recordPosition(EMPTY_WATCH_HISTORY, 'a', at(40), NOW + 1),
    'b',
    at(60),
    NOW + 2,
  );

  test.each([
    ['one way', early, late],
    ['the other way', late, early],
  ])('keeps the latest position and the latest time of saving, %s', (_way, one, other) => {
    expect(watchHistory.merge(one, other)).toMatchObject({
      a: { position: 40, watchedAt: NOW + 1, savedAt: NOW + 9 },
      b: { isWatched: true },
    });
  });
});

describe('watch history: parsing', () => {
  test('restores a stored history', () => {
    const history = setSavedForLater(recordPosition(EMPTY_WATCH_HISTORY, 'a', at(20), NOW), 'b', true, NOW);
    expect(watchHistory.parse(JSON.parse(watchHistory.stringify(history)))).toEqual(history);
  });

  test.each([null, 7, 'films', [], {}, { version: 1, films: {} }, { version: 2, films: null }])(
    'rejects %j',
    (value) => {
      expect(watchHistory.parse(value)).toBeNull();
    },
  );

  test('drops invalid entries', () => {
    const valid = { id: 'a', position: 5, duration: 60, isWatched: false, watchedAt: NOW, savedAt: 0 };
    const films = {
      a: valid,
      b: null,
      c: { ...valid, id: 3 },
      d: { ...valid, id: 'd', position: -1 },
      e: 'film',
    };
    expect(watchHistory.parse({ version: 2, films })).toEqual({ a: valid });
  });
});
