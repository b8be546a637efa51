/** The hash of an address that opens an article at the recorded position. */
export const CONTINUE_HASH = '#continue';

/** The line of the window that counts as the one being read, as a fraction of its height. */
const READING_LINE = 0.5;

/** Returns the position of the reading line in an element, as a fraction of the element from 0 to 1. */
export const readingPosition = (element: Element): number => {
  const { top, height, bottom } = element.getBoundingClientRect();
  // The text is still loading.
  if (height === 0) return 0;
  // The end of a text may never reach the reading line.
  if (bottom <= innerHeight) return 1;
  return Math.min(1, Math.max(0, (READING_LINE * innerHeight - top) / height));
};

/** Scrolls so that a position of an element is at the reading line. */
export const scrollToPosition = (element: Element, position: number): void => {
  const { top, height } = element.getBoundingClientRect();
  scrollTo({ top: scrollY + top + position * height - READING_LINE * innerHeight });
};

/** The inputs by which a reader scrolls. */
const SCROLL_INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** The parts of a text that load later are there after this time. */
const LOADING_MS = 3000;

/**
 * Scrolls to a position of an element, and again whenever its height changes while its parts load, until the reader
 * scrolls. Returns a function that stops.
 */
export const keepPosition = (element: Element, position: number): (() => void) => {
  const observer = new ResizeObserver(() => scrollToPosition(element, position));
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    for (const type of SCROLL_INPUTS) removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, LOADING_MS);
  observer.observe(element);
  for (const type of SCROLL_INPUTS) addEventListener(type, stop, { passive: true });
  return stop;
};
