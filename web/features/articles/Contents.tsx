import { Leap } from '../../rich-text/InPageLink.tsx';
import type { Heading } from '../../rich-text/outline.ts';
import styles from './Contents.module.css';
import { useCurrentPart } from './useCurrentPart.ts';

/** The parts of an article: beside it where the window is wide, before it otherwise. The part being read is marked. */
export const Contents = ({ outline }: { outline: readonly Heading[] }) => {
  const { current, lead } = useCurrentPart(outline);
  return (
    <nav aria-label="Contents" className={styles.contents}>
      <ol className={styles.list}>
        {outline.map(({ id, title, level }) => (
          <li key={id} data-level={level}>
            <Leap to={id} aria-current={id === current ? 'true' : undefined} onClick={() => lead(id)}>
              {title}
            </Leap>
          </li>
        ))}
      </ol>
    </nav>
  );
};
