import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { addressOf } from '../../components/paths.ts';
import { lifetime } from '../../components/text/dates.ts';
import { type PersonCardFragment, usePersonCardFragment } from './PersonCard.generated.ts';
import styles from './PersonCard.module.css';
import { Portrait } from './Portrait.tsx';

interface PersonCardProps {
  person: FragmentType<PersonCardFragment>;
  /** The level of the name among the page's headings. */
  level?: 2 | 3;
}

/** Somebody among others: the portrait, the name, the years, and what they are known for. */
export const PersonCard = ({ person, level = 2 }: PersonCardProps) => {
  const { slug, name, knownFor, born, died, portrait } = usePersonCardFragment(person);
  const years = lifetime(born, died);
  const Heading = `h${level}` as const;
  return (
    <article className={styles.card}>
      <Portrait
        picture={portrait}
        name={name}
        sizes="(min-width: 64rem) 22vw, (min-width: 40rem) 30vw, 45vw"
        decorative
      />
      <Heading className={styles.name}>
        <Link to={addressOf('Person', slug)}>{name}</Link>
      </Heading>
      {years && <p className={styles.years}>{years}</p>}
      {knownFor && <p className={styles.known}>{knownFor}</p>}
    </article>
  );
};
