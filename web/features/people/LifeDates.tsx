import { age, day } from '../../components/text/dates.ts';
import styles from './LifeDates.module.css';

interface LifeDatesProps {
  /** ISO dates, where they are surely known. */
  born: string | null;
  died: string | null;
}

/** When somebody was born and died, as far as that is known. */
export const LifeDates = ({ born, died }: LifeDatesProps) => {
  if (!born && !died) return null;
  return (
    <dl className={styles.dates}>
      {born && (
        <div>
          <dt>Born</dt>
          <dd>
            <time dateTime={born}>{day(born)}</time>
          </dd>
        </div>
      )}
      {died && (
        <div>
          <dt>Died</dt>
          <dd>
            <time dateTime={died}>{day(died)}</time>
            {born && `, aged ${age(born, died)}`}
          </dd>
        </div>
      )}
    </dl>
  );
};
