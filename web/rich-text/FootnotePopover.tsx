import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './FootnotePopover.module.css';

interface FootnotePopoverProps {
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
}

/** The pointer may take this long from the reference to the popover. */
const HIDE_DELAY_MS = 250;
const MAX_WIDTH_PX = 352;
const MARGIN_PX = 16;
const GAP_PX = 6;

const referenceOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-footnote-ref]') : null;

/**
 * Shows a footnote in a popover while its reference is hovered or has keyboard focus. As WCAG 2.2, 1.4.13 requires, the
 * pointer can move onto the popover, and Escape closes it.
 */
export const FootnotePopover = ({ children, renderNote }: FootnotePopoverProps) => {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reference = anchor?.reference;
  useEffect(() => {
    if (!reference) return;
    // Focusing a reference may scroll the page.
    const handleScroll = () => {
      const next = anchorOf(reference);
      setAnchor(isInViewport(next) ? next : null);
    };
    const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setAnchor(null);
    addEventListener('scroll', handleScroll, { passive: true });
    addEventListener('keydown', handleKeyDown);
    return () => {
      removeEventListener('scroll', handleScroll);
      removeEventListener('keydown', handleKeyDown);
    };
  }, [reference]);

  const show = (next: HTMLElement) => {
    clearTimeout(hideTimer.current);
    setAnchor(anchorOf(next));
  };
  const hideSoon = () => {
    hideTimer.current = setTimeout(() => setAnchor(null), HIDE_DELAY_MS);
  };
  const handlers = {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      const hovered = pointerType === 'mouse' ? referenceOf(target) : null;
      if (hovered) show(hovered);
    },
    onPointerOut: ({ target }: PointerEvent) => referenceOf(target) && hideSoon(),
    onFocus: ({ target }: FocusEvent) => {
      const focused = referenceOf(target);
      if (focused?.matches(':focus-visible')) show(focused);
    },
    onBlur: ({ target }: FocusEvent) => referenceOf(target) && hideSoon(),
  };
  const number = Number(reference?.dataset.footnoteRef);
  const note = reference && renderNote(number);
  return (
    <div {...handlers}>
      {children}
      {anchor && note && (
        <div
          ref={showPopover}
          popover="manual"
          className={styles.popover}
          data-footnote-popover={number}
          style={styleOf(anchor)}
          onPointerEnter={() => clearTimeout(hideTimer.current)}
          onPointerLeave={hideSoon}
        >
          {note}
        </div>
      )}
    </div>
  );
};

/** Constant, so that React calls it once: showing an open popover throws. */
const showPopover = (popover: HTMLElement | null): void => popover?.showPopover();

const anchorOf = (reference: HTMLElement): Anchor => {
  const { left, top, bottom } = reference.getBoundingClientRect();
  return { reference, left, top, bottom };
};

const isInViewport = ({ top, bottom }: Anchor): boolean => bottom > 0 && top < innerHeight;

/** Places the popover below the reference, or above it in the lower half of the viewport. */
const styleOf = ({ left, top, bottom }: Anchor) => {
  const inset = Math.max(MARGIN_PX, Math.min(left - MARGIN_PX, innerWidth - MAX_WIDTH_PX - MARGIN_PX));
  return bottom < innerHeight / 2
    ? { insetInlineStart: inset, insetBlockStart: bottom + GAP_PX }
    : { insetInlineStart: inset, insetBlockEnd: innerHeight - top + GAP_PX };
};
