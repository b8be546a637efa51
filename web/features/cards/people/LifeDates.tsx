import { age, formatDate } from '../../../lib/text/dates.ts';
import styles from './LifeDates.module.css';

interface LifeDatesProps {
  /** ISO 8601 dates, e.g. `1917-05-23`. */
  born: string | null;
  died: string | null;
}

/** Renders the known dates of birth and death, with the age at death. */
export const LifeDates = ({ born, died }: LifeDatesProps) => {
  if (!born && !died) return null;
  return (
    <dl className={styles.dates}>
      {born && (
        <div>
          <dt>Born</dt>
          <dd>
            <time dateTime={born}>{formatDate(born)}</time>
          </dd>
        </div>
      )}
      {died && (
        <div>
          <dt>Died</dt>
          <dd>
            <time dateTime={died}>{formatDate(died)}</time>
            {born && `, aged ${age(born, died)}`}
          </dd>
        </div>
      )}
    </dl>
  );
};
