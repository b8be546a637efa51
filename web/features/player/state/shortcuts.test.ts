import { describe, expect, test } from '@jest/globals';
import { type KeyPlace, SHORTCUTS, wishOf } from './shortcuts.ts';

const WITH_FILM: KeyPlace = { writes: false, presses: false, slides: false, withFilm: true };
const press = (key: string, more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('a key', () => {
  test.each([
    ['k', { does: 'toggle' }],
    [' ', { does: 'toggle' }],
    ['K', { does: 'toggle' }],
    ['ArrowLeft', { does: 'skip', seconds: -5 }],
    ['7', { does: 'goTo', share: 0.7 }],
    ['End', { does: 'goTo', share: 1 }],
    ['>', { does: 'speed', step: 1 }],
    ['?', { does: 'keys' }],
    ['q', null],
    ['Enter', null],
  ])('%j means %j', (key, wish) => {
    expect(wishOf(press(key), WITH_FILM)).toEqual(wish);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('with %s is the browser’s', (modifier) => {
    expect(wishOf(press('f', { [modifier]: true }), WITH_FILM)).toBeNull();
  });

  test('means nothing to the film while somebody writes', () => {
    expect(wishOf(press('k'), { ...WITH_FILM, writes: true })).toBeNull();
  });

  test('belongs to the button, the range or the page where those use it', () => {
    expect(wishOf(press(' '), { ...WITH_FILM, presses: true })).toBeNull();
    expect(wishOf(press('k'), { ...WITH_FILM, presses: true })).toEqual({ does: 'toggle' });
    expect(wishOf(press('ArrowRight'), { ...WITH_FILM, slides: true })).toBeNull();
    expect(wishOf(press('ArrowDown'), { ...WITH_FILM, withFilm: false })).toBeNull();
    expect(wishOf(press('ArrowRight'), { ...WITH_FILM, withFilm: false })).not.toBeNull();
  });

  test('stands once in the list', () => {
    const keys = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
