import { describe, expect, test } from '@jest/globals';
import {
  EMPTY_LIBRARY,
  forgetHistory,
  forgetSeen,
  forLater,
  history,
  MOST_FILMS,
  markWatched,
  notePlace,
  parseLibrary,
  saveForLater,
  secondsLeft,
  toContinue,
} from './watchHistory.ts';

const NOON = 1_700_000_000_000;
const at = (place: number, length = 60) => ({ place, length });
const ids = (films: { id: string }[]) => films.map(({ id }) => id);

describe('a place in a film', () => {
  test('is kept once the opening is over, and can be continued', () => {
    expect(notePlace(EMPTY_LIBRARY, 'a', at(4.9), NOON)).toBe(EMPTY_LIBRARY);
    const library = notePlace(EMPTY_LIBRARY, 'a', at(5), NOON);
    expect(toContinue(library)).toMatchObject([{ id: 'a', place: 5, length: 60, seenAt: NOON }]);
  });

  test('near the end makes the film a watched one, to be begun anew', () => {
    const library = notePlace(EMPTY_LIBRARY, 'a', at(57), NOON);
    expect(toContinue(library)).toEqual([]);
    expect(history(library)).toMatchObject([{ id: 'a', watched: true, place: 0 }]);
  });

  test('back at the beginning is nothing to continue, and the film stays in the history', () => {
    const library = notePlace(notePlace(EMPTY_LIBRARY, 'a', at(20), NOON), 'a', at(2), NOON + 1);
    expect(toContinue(library)).toEqual([]);
    expect(ids(history(library))).toEqual(['a']);
  });

  test('of a film whose length is not known yet is not kept', () => {
    expect(notePlace(EMPTY_LIBRARY, 'a', at(30, Number.NaN), NOON)).toBe(EMPTY_LIBRARY);
  });
});

describe('lists', () => {
  test('begin with the latest', () => {
    let library = notePlace(EMPTY_LIBRARY, 'a', at(20), NOON);
    library = notePlace(library, 'b', at(20), NOON + 2);
    library = notePlace(library, 'c', at(20), NOON + 1);
    expect(ids(toContinue(library))).toEqual(['b', 'c', 'a']);
    expect(history(library)).toEqual([]);
  });

  test('a film for later stays for later when the history is cleared, and a film half-way is gone on with', () => {
    let library = notePlace(EMPTY_LIBRARY, 'a', at(20), NOON);
    library = notePlace(library, 'b', at(59), NOON);
    library = saveForLater(library, 'b', true, NOON);
    library = forgetHistory(library);
    expect(ids(forLater(library))).toEqual(['b']);
    expect(history(library)).toEqual([]);
    expect(library.films.b).toMatchObject({ watched: false, seenAt: 0 });
    expect(ids(toContinue(library))).toEqual(['a']);
  });

  test('a film is marked as watched by hand, and as not watched', () => {
    let library = notePlace(EMPTY_LIBRARY, 'a', at(20), NOON);
    library = markWatched(library, 'a', { watched: true, length: 60 }, NOON + 1);
    expect(toContinue(library)).toEqual([]);
    expect(history(library)).toMatchObject([{ id: 'a', watched: true, seenAt: NOON + 1 }]);
    expect(markWatched(library, 'a', { watched: false, length: 60 }, NOON + 2).films).toEqual({});
  });

  test('what is left and what is reached add up to the length, in whole seconds', () => {
    const library = notePlace(EMPTY_LIBRARY, 'a', at(9.9, 16.14), NOON);
    expect(toContinue(library).map(secondsLeft)).toEqual([7]);
  });

  test('a film that is neither seen nor saved is forgotten altogether', () => {
    const library = saveForLater(notePlace(EMPTY_LIBRARY, 'a', at(20), NOON), 'a', true, NOON);
    expect(forgetSeen(saveForLater(library, 'a', false, NOON), 'a').films).toEqual({});
  });

  test(`hold ${MOST_FILMS} films; the one touched longest ago goes`, () => {
    let library = EMPTY_LIBRARY;
    for (let film = 0; film <= MOST_FILMS; film++)
      library = notePlace(library, `film-${film}`, at(20), NOON + film);
    expect(Object.keys(library.films)).toHaveLength(MOST_FILMS);
    expect(library.films['film-0']).toBeUndefined();
    expect(library.films[`film-${MOST_FILMS}`]).toBeDefined();
  });
});

describe('what was kept', () => {
  test('comes back as it was', () => {
    const library = saveForLater(notePlace(EMPTY_LIBRARY, 'a', at(20), NOON), 'b', true, NOON);
    expect(parseLibrary(JSON.parse(JSON.stringify(library)))).toEqual(library);
  });

  test.each([null, 7, 'films', [], {}, { version: 2, films: {} }, { version: 1, films: null }])(
    '%j is no library',
    (value) => {
      expect(parseLibrary(value)).toBeNull();
    },
  );

  test('is taken without what is not a film', () => {
    const good = { id: 'a', place: 5, length: 60, watched: false, seenAt: NOON, laterAt: 0 };
    const films = { a: good, b: null, c: { ...good, id: 3 }, d: { ...good, id: 'd', place: -1 }, e: 'film' };
    expect(parseLibrary({ version: 1, films })).toEqual({ version: 1, films: { a: good } });
  });
});
