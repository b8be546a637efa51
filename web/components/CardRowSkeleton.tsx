import styles from './CardRowSkeleton.module.css';
import { Band } from './Section.tsx';

interface CardRowSkeletonProps {
  title: string;
  cards: number;
  /** What the cards hold: articles are higher than films. */
  kind: 'films' | 'articles';
}

/** The place of a row of cards while it loads. */
export const CardRowSkeleton = ({ title, cards, kind }: CardRowSkeletonProps) => (
  <Band title={title}>
    <div
      className={`${styles.row} ${styles[kind]}`}
      role="status"
      aria-label={`${title}: loading`}
      aria-busy="true"
    >
      {Array.from({ length: cards }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  </Band>
);
