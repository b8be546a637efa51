import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './FootnotePopover.module.css';

interface NotePreviewsProps {
  /** The text; its marks carry their number in `data-note`. */
  children: ReactNode;
  /** What a note says; null when there is no such note. */
  noteOf: (number: number) => ReactNode;
}

interface Shown {
  mark: HTMLElement;
  /** The mark's place in the window, in CSS pixels. */
  left: number;
  top: number;
  bottom: number;
}

/** Milliseconds in which a pointer may cross from the mark to its note. */
const GRACE = 250;
/** CSS pixels: the widest a preview is, and the least that is left beside it. */
const WIDTH = 352;
const EDGE = 16;

const markAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-note]') : null;

/**
 * Shows a note beside its mark while somebody points at it or has come to it by keyboard, so that the place in the text
 * is not lost. As WCAG 2.2, 1.4.13 asks, the pointer may go onto the note and Escape puts it away.
 */
export const NotePreviews = ({ children, noteOf }: NotePreviewsProps) => {
  const [shown, setShown] = useState<Shown | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  const mark = shown?.mark;
  useEffect(() => {
    if (!mark) return;
    // A note stays at its mark, and goes with it: to come to a mark by keyboard may scroll the page.
    const follow = () => {
      const next = placed(mark);
      setShown(isInWindow(next) ? next : null);
    };
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setShown(null);
    addEventListener('scroll', follow, { passive: true });
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('scroll', follow);
      removeEventListener('keydown', onKey);
    };
  }, [mark]);

  const open = (next: HTMLElement) => {
    clearTimeout(leaving.current);
    setShown(placed(next));
  };
  const leave = () => {
    leaving.current = setTimeout(() => setShown(null), GRACE);
  };
  const handlers = {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      const pointed = pointerType === 'mouse' ? markAt(target) : null;
      if (pointed) open(pointed);
    },
    onPointerOut: ({ target }: PointerEvent) => markAt(target) && leave(),
    onFocus: ({ target }: FocusEvent) => {
      const reached = markAt(target);
      if (reached?.matches(':focus-visible')) open(reached);
    },
    onBlur: ({ target }: FocusEvent) => markAt(target) && leave(),
  };
  const number = Number(mark?.dataset.note);
  const note = mark && noteOf(number);
  return (
    <div {...handlers}>
      {children}
      {shown && note && (
        <div
          ref={unfold}
          popover="manual"
          className={styles.preview}
          data-preview={number}
          style={placeOf(shown)}
          onPointerEnter={() => clearTimeout(leaving.current)}
          onPointerLeave={leave}
        >
          {note}
        </div>
      )}
    </div>
  );
};

/** One function for all renders: a popover that is open already may not be opened again. */
const unfold = (box: HTMLElement | null): void => box?.showPopover();

const placed = (mark: HTMLElement): Shown => {
  const { left, top, bottom } = mark.getBoundingClientRect();
  return { mark, left, top, bottom };
};

const isInWindow = ({ top, bottom }: Shown): boolean => bottom > 0 && top < innerHeight;

/** Under the mark, or above it in the lower half of the window; never out of the window. */
const placeOf = ({ left, top, bottom }: Shown) => {
  const inset = Math.max(EDGE, Math.min(left - EDGE, innerWidth - WIDTH - EDGE));
  return bottom < innerHeight / 2
    ? { insetInlineStart: inset, insetBlockStart: bottom + 6 }
    : { insetInlineStart: inset, insetBlockEnd: innerHeight - top + 6 };
};
