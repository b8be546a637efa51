import { PersonLine } from '../people/PersonLine.tsx';
import styles from './Credits.module.css';
import type { FilmPageQuery } from './FilmPage.generated.ts';

/** The people behind a film's idea, and what each did. Somebody whose page is gone is left out. */
export const Credits = ({ credits }: { credits: NonNullable<FilmPageQuery['film']>['credits'] }) => {
  const known = credits.flatMap(({ role, person }) => (person ? [{ role, person }] : []));
  if (known.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>Behind the idea</h2>
      <ul className={styles.list}>
        {known.map(({ role, person }) => (
          <li key={`${person.id} ${role}`}>
            <PersonLine person={person} role={role} />
          </li>
        ))}
      </ul>
    </section>
  );
};
