import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { getPreferences } from '../state/preferences.ts';
import { runCommand } from '../state/runCommand.ts';
import { commandForKey, type KeyContext, type PlayerCommand } from '../state/shortcuts.ts';

export interface HotkeyOptions {
  /** The root element of the player. */
  rootRef: RefObject<HTMLElement | null>;
  /** The main player of the page receives keys until another player is used. */
  isPrimary: boolean;
  /** In seconds; null while unknown. */
  duration: number | null;
  /** The position to resume at, in seconds; 0 for the start. */
  resumePosition: number;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** Called when the list of shortcuts is requested. */
  onShortcuts: () => void;
}

/** The root of the player on this page that was last pressed, focused or played. */
let lastUsedRoot: HTMLElement | null = null;

/**
 * Handles the keyboard shortcuts of a player on the whole page, except for keys that the focused element needs. With
 * several players on a page, the focused one receives the keys, else the last used one, else the primary one.
 */
export const useHotkeys = (playhead: Playhead, options: HotkeyOptions): void => {
  const { rootRef, isPrimary, duration, resumePosition, onNext, onPrevious, onShortcuts } = options;
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (!rootRef.current || !receivesKeys(rootRef.current, isPrimary)) return;
    const command = commandForKey(event, contextOf(event, rootRef.current));
    if (!command || (event.repeat && !REPEATABLE.has(command.type))) return;
    event.preventDefault();
    if (command.type === 'shortcuts') onShortcuts();
    else if (command.type === 'next') onNext?.();
    else if (command.type === 'previous') onPrevious?.();
    else runCommand(playhead, command, { duration, resumePosition });
  });
  useEffect(() => {
    const { current: root } = rootRef;
    const handleUse = () => {
      lastUsedRoot = root;
    };
    addEventListener('keydown', handleKey);
    // The `play` event does not bubble, so the listeners capture.
    for (const type of USE_EVENTS) root?.addEventListener(type, handleUse, true);
    return () => {
      removeEventListener('keydown', handleKey);
      for (const type of USE_EVENTS) root?.removeEventListener(type, handleUse, true);
    };
  }, [rootRef]);
};

/** Commands that repeat while their key is held down. */
const REPEATABLE = new Set<PlayerCommand['type']>(['seekBy', 'volume', 'frame']);

const USE_EVENTS = ['pointerdown', 'focusin', 'play'];

const receivesKeys = (root: HTMLElement, isPrimary: boolean): boolean => {
  const focusedRoot = document.activeElement?.closest('[data-player-root]');
  const receiver = focusedRoot ?? (lastUsedRoot?.isConnected ? lastUsedRoot : null);
  return receiver ? receiver === root : isPrimary;
};

/** Returns the focus state of a key event. The composed path sees into the shadow roots of the controls. */
const contextOf = (event: KeyboardEvent, root: HTMLElement): KeyContext => {
  const [target] = event.composedPath();
  const element = target instanceof HTMLElement ? target : document.body;
  const isOnSlider = element.matches('input[type="range"], [role="slider"]');
  return {
    isEnabled: getPreferences().shortcuts,
    isOnSlider,
    isTyping: element.isContentEditable || (!isOnSlider && element.matches('input, textarea, select')),
    isOnButton: Boolean(element.closest('button, a, summary, [role="button"]')),
    isPlayerActive: isPlayerActive(root),
  };
};

const isPlayerActive = (root: HTMLElement): boolean => {
  const active = document.activeElement;
  // The reader of a page with a mini player scrolls it.
  if (root.closest('[data-mini-player]')) return root.contains(active);
  const { top, bottom, height } = root.getBoundingClientRect();
  const isInView = Math.min(bottom, innerHeight) - Math.max(top, 0) > height / 2;
  return isInView && (!active || active === document.body || active.matches('main') || root.contains(active));
};
