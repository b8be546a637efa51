import { Link } from 'react-router';
import { pathOf } from '../../../lib/paths.ts';
import { formatLifespan } from '../../../lib/text/dates.ts';
import type { PersonCardFragment } from './PersonCard.generated.ts';
import styles from './PersonCard.module.css';
import { Portrait } from './Portrait.tsx';

interface PersonCardProps {
  person: PersonCardFragment;
  /** The heading level of the name. */
  headingLevel?: 2 | 3;
}

/** Renders a person as a card: portrait, name, years and achievement. */
export const PersonCard = ({ person, headingLevel = 2 }: PersonCardProps) => {
  const { slug, name, knownFor, born, died, portrait } = person;
  const years = formatLifespan(born, died);
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={styles.card}>
      <Portrait
        image={portrait}
        name={name}
        sizes="(min-width: 64rem) 22vw, (min-width: 40rem) 30vw, 45vw"
        isDecorative
      />
      <Heading className={styles.name}>
        <Link to={pathOf('Person', slug)}>{name}</Link>
      </Heading>
      {years && <p className={styles.years}>{years}</p>}
      {knownFor && <p className={styles.knownFor}>{knownFor}</p>}
    </article>
  );
};
