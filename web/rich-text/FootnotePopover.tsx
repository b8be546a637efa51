import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Footnote } from '../kit/rich-text/footnotes.ts';
import { isModifiedClick } from '../lib/navigation/isModifiedClick.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './FootnotePopover.late.module.css';
import { visibleSideNote } from './SideNotes.tsx';

interface FootnotePopoverProps {
  /** The footnotes by number, from 1. */
  notes: readonly Pick<Footnote, 'id'>[];
  /** The text. Its footnote references have the number of the note in `data-footnote-ref`. */
  children: ReactNode;
  /** Renders the content of a note; null if there is no such note. */
  renderNote: (number: number) => ReactNode;
}

/** The position of a footnote reference in the viewport, in CSS pixels. */
interface Anchor {
  reference: HTMLElement;
  left: number;
  top: number;
  bottom: number;
  /** A note that a tap has opened stays until it is closed. */
  isTapped: boolean;
}

/** The pointer may take this long from the reference to the popover. */
const HIDE_DELAY_MS = 250;
const MAX_WIDTH_PX = 352;
const MARGIN_PX = 16;
const GAP_PX = 6;
/** In windows up to this width the popover is at their edge, where it does not cover the sentence of its reference. */
const MAX_NARROW_WIDTH_PX = 640;

const referenceOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-footnote-ref]') : null;

/**
 * Shows a footnote in a popover while its reference is hovered or has keyboard focus, and after a tap on it until the next
 * tap or a press of its button. As WCAG 2.2, 1.4.13 requires, the pointer can move onto the popover, and Escape closes it. A footnote beside the
 * text needs no popover: its reference focuses it.
 */
export const FootnotePopover = ({ notes, children, renderNote }: FootnotePopoverProps) => {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const popover = useRef<HTMLDivElement>(null);
  /** The kind of pointer that was pressed last; a click by keyboard has none. */
  const pressedBy = useRef<string>(undefined);

  const { reference, isTapped = false } = anchor ?? {};
  useEffect(() => {
    if (!reference) return;
    // Focusing a reference may scroll the page.
    const handleScroll = () => {
      const next = anchorOf(reference, isTapped);
      setAnchor(isInViewport(next) ? next : null);
    };
    const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setAnchor(null);
    const handlePointerDown = ({ target }: Event) => {
      const isInside = [popover.current, reference].some((element) => element?.contains(target as Node));
      if (!isInside) setAnchor(null);
    };
    addEventListener('scroll', handleScroll, { passive: true });
    addEventListener('keydown', handleKeyDown);
    addEventListener('pointerdown', handlePointerDown);
    return () => {
      removeEventListener('scroll', handleScroll);
      removeEventListener('keydown', handleKeyDown);
      removeEventListener('pointerdown', handlePointerDown);
    };
  }, [reference, isTapped]);

  const show = (next: HTMLElement, byTap = false) => {
    clearTimeout(hideTimer.current);
    if (!sideNoteOf(next)) setAnchor(anchorOf(next, byTap));
  };
  const sideNoteOf = (next: HTMLElement) => {
    const note = notes[numberOf(next) - 1];
    return note ? visibleSideNote(note) : null;
  };
  const isTouched = () => pressedBy.current !== undefined && pressedBy.current !== 'mouse';
  const hideSoon = () => {
    hideTimer.current = setTimeout(() => setAnchor(null), HIDE_DELAY_MS);
  };
  const handlers = {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      const hovered = pointerType === 'mouse' ? referenceOf(target) : null;
      if (hovered) show(hovered);
    },
    onPointerOut: ({ target, pointerType }: PointerEvent) =>
      pointerType === 'mouse' && referenceOf(target) && hideSoon(),
    onFocus: ({ target }: FocusEvent) => {
      const focused = referenceOf(target);
      if (focused?.matches(':focus-visible')) show(focused);
    },
    // A tap on the popover takes the focus from the reference.
    onBlur: ({ target }: FocusEvent) => !isTouched() && referenceOf(target) && hideSoon(),
    onPointerDown: ({ pointerType }: PointerEvent) => {
      pressedBy.current = pointerType;
    },
    onKeyDown: () => {
      pressedBy.current = undefined;
    },
    // In the capture phase, before the link follows its address.
    onClickCapture: (event: MouseEvent) => {
      const clicked = referenceOf(event.target);
      if (!clicked || isModifiedClick(event)) return;
      const sideNote = sideNoteOf(clicked);
      if (!sideNote && !isTouched()) return;
      event.preventDefault();
      if (sideNote) sideNote.focus();
      else if (clicked === reference) setAnchor(null);
      else show(clicked, true);
    },
  };
  const number = reference && numberOf(reference);
  const note = number && renderNote(number);
  return (
    <div {...handlers}>
      {children}
      {anchor && note && (
        <div
          ref={(element) => {
            popover.current = element;
            showPopover(element);
          }}
          popover="manual"
          className={styles.popover}
          data-footnote-popover={number}
          style={styleOf(anchor)}
          onPointerEnter={() => clearTimeout(hideTimer.current)}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hideSoon()}
        >
          {note}
          {isTapped && (
            <button type="button" className={styles.close} onClick={() => setAnchor(null)}>
              Close<VisuallyHidden> note</VisuallyHidden>
            </button>
          )}
        </div>
      )}
    </div>
  );
};

const numberOf = (reference: HTMLElement): number => Number(reference.dataset.footnoteRef);

/** Showing an open popover throws. */
const showPopover = (popover: HTMLElement | null): void => {
  if (!popover?.matches(':popover-open')) popover?.showPopover();
};

const anchorOf = (reference: HTMLElement, isTapped: boolean): Anchor => {
  const { left, top, bottom } = reference.getBoundingClientRect();
  return { reference, left, top, bottom, isTapped };
};

const isInViewport = ({ top, bottom }: Anchor): boolean => bottom > 0 && top < innerHeight;

/**
 * Places the popover below the reference, or above it in the lower half of the viewport; in a narrow window at the edge that
 * is farther from the reference.
 */
const styleOf = ({ left, top, bottom }: Anchor) => {
  const isInUpperHalf = bottom < innerHeight / 2;
  if (innerWidth <= MAX_NARROW_WIDTH_PX)
    return {
      insetInline: MARGIN_PX,
      width: 'auto',
      [isInUpperHalf ? 'insetBlockEnd' : 'insetBlockStart']: MARGIN_PX,
    };
  const inset = Math.max(MARGIN_PX, Math.min(left - MARGIN_PX, innerWidth - MAX_WIDTH_PX - MARGIN_PX));
  return isInUpperHalf
    ? { insetInlineStart: inset, insetBlockStart: bottom + GAP_PX }
    : { insetInlineStart: inset, insetBlockEnd: innerHeight - top + GAP_PX };
};
