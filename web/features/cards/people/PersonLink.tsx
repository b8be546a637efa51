import { Link } from 'react-router';
import { pathOf } from '../../../lib/paths.ts';
import type { PersonLinkFragment } from './PersonLink.generated.ts';
import styles from './PersonLink.module.css';
import { Portrait } from './Portrait.tsx';

interface PersonLinkProps {
  person: PersonLinkFragment;
  /** The role in the film; defaults to `knownFor`. */
  role?: string;
}

/** Renders a link to a person: small portrait, name and role. */
export const PersonLink = ({ person, role }: PersonLinkProps) => {
  const { slug, name, knownFor, portrait } = person;
  return (
    <Link to={pathOf('Person', slug)} className={styles.link}>
      <span className={styles.portrait}>
        <Portrait image={portrait} name={name} sizes="3.5rem" isDecorative />
      </span>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.role}>{role ?? knownFor}</span>
      </span>
    </Link>
  );
};
