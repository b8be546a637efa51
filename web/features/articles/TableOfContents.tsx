import { useMemo } from 'react';
import { InPageLink } from '../../rich-text/InPageLink.tsx';
import { outlineOf } from '../../rich-text/outline.ts';
import styles from './TableOfContents.module.css';
import { useActiveHeading } from './useActiveHeading.ts';

/** The number of headings from which an article gets a table of contents. */
const MIN_HEADINGS = 3;

/**
 * Renders links to the headings of an article and marks the one that is being read. It is a sidebar in wide windows.
 * @param json the Portable Text of the article
 */
export const TableOfContents = ({ json }: { json: unknown }) => {
  const outline = useMemo(() => outlineOf(json), [json]);
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
