import { useEffect, useMemo, useState } from 'react';
import { type Heading, outlineOf } from '../../kit/rich-text/outline.ts';
import { InPageLink } from '../../rich-text/InPageLink.tsx';
import type { ProseBlockFragment } from '../../rich-text/Prose.generated.ts';
import styles from './TableOfContents.module.css';

/** The number of headings from which an article gets a table of contents. */
const MIN_HEADINGS = 3;

/** A heading is active once its top edge is above this fraction of the window height. */
const READING_POSITION_RATIO = 0.35;

interface TableOfContentsProps {
  /** The blocks of the article. */
  blocks: readonly (ProseBlockFragment | null)[];
}

/**
 * Renders links to the headings of an article and marks the one that is being read. In wide windows it is a sidebar, in
 * others readers expand it.
 */
export const TableOfContents = ({ blocks }: TableOfContentsProps) => {
  const outline = useMemo(() => outlineOf(blocks), [blocks]);
  const { activeId, setActiveId } = useActiveHeading(outline);
  if (outline.length < MIN_HEADINGS) return null;
  return (
    <div className={styles.sidebar}>
      <nav aria-label="Contents" className={styles.contents}>
        <details>
          <summary>Contents</summary>
          <ol className={styles.list}>
            {outline.map(({ id, title, level }) => (
              <li key={id} data-level={level}>
                <InPageLink
                  targetId={id}
                  aria-current={id === activeId ? 'true' : undefined}
                  onClick={() => setActiveId(id)}
                >
                  {title}
                </InPageLink>
              </li>
            ))}
          </ol>
        </details>
      </nav>
    </div>
  );
};

/**
 * Returns the id of the last heading above the reading position; null before the first heading and on the server.
 * `setActiveId` marks the target of a jump before the page has scrolled there.
 */
const useActiveHeading = (
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
