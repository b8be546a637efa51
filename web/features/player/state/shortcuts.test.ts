import { describe, expect, test } from '@jest/globals';
import { commandForKey, type KeyContext, SHORTCUTS } from './shortcuts.ts';

const PLAYER_ACTIVE: KeyContext = {
  isEnabled: true,
  isTyping: false,
  isOnButton: false,
  isOnSlider: false,
  isPlayerActive: true,
};
const press = (key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

describe('keyboard shortcuts', () => {
  test.each([
    ['k', { type: 'togglePlay' }],
    [' ', { type: 'togglePlay' }],
    ['K', { type: 'togglePlay' }],
    ['ArrowLeft', { type: 'seekBy', seconds: -5 }],
    ['7', { type: 'seekTo', fraction: 0.7 }],
    ['End', { type: 'seekTo', fraction: 1 }],
    ['>', { type: 'rate', step: 1 }],
    ['?', { type: 'shortcuts' }],
    ['q', null],
    ['Enter', null],
  ])('map %j to %j', (key, command) => {
    expect(commandForKey(press(key), PLAYER_ACTIVE)).toEqual(command);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('leave keys with %s to the browser', (modifier) => {
    expect(commandForKey(press('f', { [modifier]: true }), PLAYER_ACTIVE)).toBeNull();
  });

  test('can be turned off', () => {
    for (const key of ['k', '7', '>', '?', ' ', 'ArrowLeft'])
      expect(commandForKey(press(key), { ...PLAYER_ACTIVE, isEnabled: false })).toBeNull();
  });

  test('are off while the reader types', () => {
    expect(commandForKey(press('k'), { ...PLAYER_ACTIVE, isTyping: true })).toBeNull();
  });

  test('leave keys to a focused button, a focused slider or the scrolling page', () => {
    expect(commandForKey(press(' '), { ...PLAYER_ACTIVE, isOnButton: true })).toBeNull();
    expect(commandForKey(press('k'), { ...PLAYER_ACTIVE, isOnButton: true })).toEqual({ type: 'togglePlay' });
    expect(commandForKey(press('ArrowRight'), { ...PLAYER_ACTIVE, isOnSlider: true })).toBeNull();
    expect(commandForKey(press('ArrowDown'), { ...PLAYER_ACTIVE, isPlayerActive: false })).toBeNull();
    expect(commandForKey(press('ArrowRight'), { ...PLAYER_ACTIVE, isPlayerActive: false })).not.toBeNull();
  });

  test('assign each key once', () => {
    const keys = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
