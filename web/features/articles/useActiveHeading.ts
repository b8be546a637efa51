import { useEffect, useState } from 'react';
import type { Heading } from '../../kit/rich-text/outline.ts';

/** A heading is active once its top edge is above this fraction of the window height. */
const READING_POSITION_RATIO = 0.35;

/**
 * Returns the id of the last heading above the reading position; null before the first heading and on the server.
 * `setActiveId` marks the target of a jump before the page has scrolled there.
 */
export const useActiveHeading = (
  outline: readonly Heading[],
): { activeId: string | null; setActiveId: (id: string) => void } => {
  const [activeId, setActiveId] = useState<string | null>(null);
  useEffect(() => {
    const headings = outline.flatMap(({ id }) => document.getElementById(id) ?? []);
    const updateActiveId = () => {
      const readingY = innerHeight * READING_POSITION_RATIO;
      setActiveId(headings.findLast((heading) => heading.getBoundingClientRect().top < readingY)?.id ?? null);
    };
    // The observed area is everything above the reading position. The observer fires only when a heading crosses its
    // lower edge, also on a jump, and not on every scroll event.
    const observer = new IntersectionObserver(updateActiveId, {
      rootMargin: `1000000px 0px -${(1 - READING_POSITION_RATIO) * 100}% 0px`,
    });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [outline]);
  return { activeId, setActiveId };
};
