import { useEffect, useState } from 'react';
import type { Heading } from '../../rich-text/outline.ts';

/** The part of the window, from its top, in which a heading is taken to be read. */
const READING_LINE = 0.35;

/**
 * The part somebody is reading: the id of the last heading above the reading line, null before the first heading and on
 * a server. `lead` says which it will be, before the page is there.
 */
export const useCurrentPart = (
  outline: readonly Heading[],
): { current: string | null; lead: (id: string) => void } => {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const headings = outline.flatMap(({ id }) => document.getElementById(id) ?? []);
    const read = () => {
      const line = innerHeight * READING_LINE;
      setCurrent(headings.findLast((one) => one.getBoundingClientRect().top < line)?.id ?? null);
    };
    // It calls back whenever a heading crosses the line, also by a leap, and not with every pixel: all above the line
    // is in the observed box, however far up.
    const observer = new IntersectionObserver(read, {
      rootMargin: `1000000px 0px -${(1 - READING_LINE) * 100}% 0px`,
    });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [outline]);
  return { current, lead: setCurrent };
};
