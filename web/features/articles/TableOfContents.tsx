import { InPageLink } from '../../rich-text/InPageLink.tsx';
import type { Heading } from '../../rich-text/outline.ts';
import styles from './TableOfContents.module.css';
import { useActiveHeading } from './useActiveHeading.ts';

/** Renders links to the headings of an article and marks the one that is being read. It is a sidebar in wide windows. */
export const TableOfContents = ({ outline }: { outline: readonly Heading[] }) => {
  const { activeId, setActiveId } = useActiveHeading(outline);
  return (
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
  );
};
