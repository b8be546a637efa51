import { useEffect, useId, useMemo, useState } from 'react';
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
 * Renders links to the headings of an article and marks the heading that is being read. In wide windows they are a sidebar, in
 * narrow windows a popover, which does not move the text: a phone would paint all of it again.
 */
export const TableOfContents = ({ blocks }: TableOfContentsProps) => {
  const listId = useId();
  const outline = useMemo(() => outlineOf(blocks), [blocks]);
  const { activeId, setActiveId } = useActiveHeading(outline);
  if (outline.length < MIN_HEADINGS) return null;
  return (
    <div>
      <nav aria-label="Contents" className={styles.contents}>
        <button type="button" popoverTarget={listId} className={styles.button}>
          Contents
        </button>
        <ol id={listId} popover="auto" className={styles.list}>
          {outline.map(({ id, title, level }) => (
            <li key={id} data-level={level}>
              <InPageLink
                targetId={id}
                aria-current={id === activeId ? 'true' : undefined}
                onClick={({ currentTarget }) => {
                  setActiveId(id);
                  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                }}
              >
                {title}
              </InPageLink>
            </li>
          ))}
        </ol>
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
