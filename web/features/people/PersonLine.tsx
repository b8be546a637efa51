import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { addressOf } from '../../components/paths.ts';
import { type PersonLineFragment, usePersonLineFragment } from './PersonLine.generated.ts';
import styles from './PersonLine.module.css';
import { Portrait } from './Portrait.tsx';

interface PersonLineProps {
  person: FragmentType<PersonLineFragment>;
  /** What they did here; what they are known for unless given. */
  role?: string;
}

/** Somebody in a line: a small portrait, the name, and what they did. */
export const PersonLine = ({ person, role }: PersonLineProps) => {
  const { slug, name, knownFor, portrait } = usePersonLineFragment(person);
  return (
    <Link to={addressOf('Person', slug)} className={styles.line}>
      <span className={styles.portrait}>
        <Portrait picture={portrait} name={name} sizes="3.5rem" decorative />
      </span>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.role}>{role ?? knownFor}</span>
      </span>
    </Link>
  );
};
