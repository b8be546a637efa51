import { compact } from '../../lib/text/lists.ts';
import { PersonLink } from '../cards/people/PersonLink.tsx';
import styles from './Credits.module.css';
import type { FilmPageQuery } from './FilmPage.generated.ts';

/** Renders the people behind the idea of a film, with their roles. Deleted people are skipped. */
export const Credits = ({ credits }: { credits: NonNullable<FilmPageQuery['film']>['credits'] }) => {
  const existing = compact(credits).flatMap(({ role, person }) => (person ? [{ role, person }] : []));
  if (existing.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>Credits</h2>
      <ul className={styles.list}>
        {existing.map(({ role, person }, index) => (
          <li key={index}>
            <PersonLink person={person} role={role} />
          </li>
        ))}
      </ul>
    </section>
  );
};
