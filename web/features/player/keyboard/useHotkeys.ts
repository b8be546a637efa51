import { type RefObject, useEffect, useRef } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { obey } from '../state/runCommand.ts';
import { type KeyPlace, wishOf } from '../state/shortcuts.ts';

interface KeysHandlers {
  /** The element in which the film is shown. */
  stage: RefObject<HTMLElement | null>;
  /** Whether the page is about this film. */
  lead: boolean;
  /** The film's length in seconds; null as long as it is not known. */
  length: number | null;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** Somebody asks what the keys do. */
  onKeys: () => void;
}

/** The screen that was pressed, focused or played last, of all on the page. */
let used: HTMLElement | null = null;

/**
 * Lets the keys of a page go to a film, wherever on the page the reader is, unless they write or press something there.
 * Of several films they go to the one with the focus, else to the one used last, else to the one the page is about.
 */
export const useKeys = (playhead: Playhead, handlers: KeysHandlers): void => {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { stage, lead } = latest.current;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (!stage.current || !hasKeys(stage.current, lead)) return;
      const wish = wishOf(event, placeOf(event, stage.current));
      if (!wish || (event.repeat && !REPEATED.has(wish.does))) return;
      event.preventDefault();
      const { length, onNext, onPrevious, onKeys } = latest.current;
      if (wish.does === 'keys') onKeys();
      else if (wish.does === 'next') onNext?.();
      else if (wish.does === 'previous') onPrevious?.();
      else obey(playhead, wish, length);
    };
    const { current: stage } = latest.current.stage;
    const onUse = () => {
      used = stage;
    };
    addEventListener('keydown', onKey);
    // A film tells only its element that it plays, and those around it on the way there.
    for (const sign of USES) stage?.addEventListener(sign, onUse, true);
    return () => {
      removeEventListener('keydown', onKey);
      for (const sign of USES) stage?.removeEventListener(sign, onUse, true);
    };
  }, [playhead]);
};

/** What may be held down. */
const REPEATED = new Set(['skip', 'volume', 'frame']);

const USES = ['pointerdown', 'focusin', 'play'];

const hasKeys = (stage: HTMLElement, lead: boolean): boolean => {
  const focused = document.activeElement?.closest('[data-stage="film"]');
  const owner = focused ?? (used?.isConnected ? used : null);
  return owner ? owner === stage : lead;
};

/** Where a key was pressed, looked at through the controls' shadows. */
const placeOf = (event: KeyboardEvent, stage: HTMLElement): KeyPlace => {
  const [target] = event.composedPath();
  const element = target instanceof HTMLElement ? target : document.body;
  const slides = element.matches('input[type="range"], [role="slider"]');
  return {
    slides,
    writes: element.isContentEditable || (!slides && element.matches('input, textarea, select')),
    presses: Boolean(element.closest('button, a, summary, [role="button"]')),
    withFilm: isWithFilm(stage),
  };
};

const isWithFilm = (stage: HTMLElement): boolean => {
  const active = document.activeElement;
  const { top, bottom, height } = stage.getBoundingClientRect();
  const inView = Math.min(bottom, innerHeight) - Math.max(top, 0) > height / 2;
  return inView && (!active || active === document.body || active.matches('main') || stage.contains(active));
};
