import { useMemo } from 'react';
import { outlineOf } from '../../kit/rich-text/outline.ts';
import { InPageLink } from '../../rich-text/InPageLink.tsx';
import type { ProseBlockFragment } from '../../rich-text/Prose.generated.ts';
import styles from './TableOfContents.module.css';
import { useActiveHeading } from './useActiveHeading.ts';

/** The number of headings from which an article gets a table of contents. */
const MIN_HEADINGS = 3;

interface TableOfContentsProps {
  /** The blocks of the article. */
  blocks: readonly (ProseBlockFragment | null)[];
}

/** Renders links to the headings of an article and marks the one that is being read. It is a sidebar in wide windows. */
export const TableOfContents = ({ blocks }: TableOfContentsProps) => {
  const outline = useMemo(() => outlineOf(blocks), [blocks]);
  const { activeId, setActiveId } = useActiveHeading(outline);
  if (outline.length < MIN_HEADINGS) return null;
  return (
    <div className={styles.sidebar}>
      <nav aria-label="Contents" className={styles.contents}>
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
      </nav>
    </div>
  );
};
