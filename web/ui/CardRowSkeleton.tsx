import styles from './CardRowSkeleton.module.css';
import { Section } from './Section.tsx';

interface CardRowSkeletonProps {
  title: string;
  cardCount: number;
  /** Cards of articles are higher than cards of films. */
  kind: 'films' | 'articles';
}

/** Renders the placeholder of a row of cards. */
export const CardRowSkeleton = ({ title, cardCount, kind }: CardRowSkeletonProps) => (
  <Section title={title}>
    <div
      className={`${styles.row} ${styles[kind]}`}
      role="status"
      aria-label={`${title}: loading`}
      aria-busy="true"
    >
      {Array.from({ length: cardCount }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  </Section>
);
