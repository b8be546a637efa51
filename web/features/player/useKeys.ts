import { useEffect, useRef } from 'react';
import { obey } from './obey.ts';
import type { Playhead } from './playhead.ts';
import { type KeyPlace, wishOf } from './shortcuts.ts';

interface KeysHandlers {
  /** The film's length in seconds; null as long as it is not known. */
  length: number | null;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  /** Somebody asks what the keys do. */
  onKeys: () => void;
}

/** Lets the keys of a page go to its film, wherever on the page the reader is, unless they write or press something there. */
export const useKeys = (playhead: Playhead, handlers: KeysHandlers): void => {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const wish = wishOf(event, placeOf(event));
      if (!wish || (event.repeat && !REPEATED.has(wish.does))) return;
      event.preventDefault();
      const { length, onNext, onPrevious, onKeys } = latest.current;
      if (wish.does === 'keys') onKeys();
      else if (wish.does === 'next') onNext?.();
      else if (wish.does === 'previous') onPrevious?.();
      else obey(playhead, wish, length);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [playhead]);
};

/** What may be held down. */
const REPEATED = new Set(['skip', 'volume', 'frame']);

/** Where a key was pressed, looked at through the controls' shadows. */
const placeOf = (event: KeyboardEvent): KeyPlace => {
  const [target] = event.composedPath();
  const element = target instanceof HTMLElement ? target : document.body;
  const slides = element.matches('input[type="range"], [role="slider"]');
  return {
    slides,
    writes: element.isContentEditable || (!slides && element.matches('input, textarea, select')),
    presses: Boolean(element.closest('button, a, summary, [role="button"]')),
    withFilm: isWithFilm(),
  };
};

const isWithFilm = (): boolean => {
  const stage = document.querySelector('[data-stage="page"]');
  if (!stage) return false;
  const active = document.activeElement;
  const { top, bottom, height } = stage.getBoundingClientRect();
  const inView = Math.min(bottom, innerHeight) - Math.max(top, 0) > height / 2;
  return inView && (!active || active === document.body || active.matches('main') || stage.contains(active));
};
