import { useId } from 'react';
import styles from './YearRange.module.css';

interface YearRangeProps {
  /** The first and the last year there is, among what was found. */
  bounds: { min: number; max: number } | null;
  from: number | null;
  to: number | null;
  onChange: (from: number | null, to: number | null) => void;
}

const yearOf = (text: string): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null);

/** From one year to another; either may be open. Taken over when the field is left or Enter is pressed. */
export const YearRange = ({ bounds, from, to, onChange }: YearRangeProps) => {
  const group = useId();
  const field = (
    label: string,
    value: number | null,
    hint: number | undefined,
    take: (value: number | null) => void,
  ) => (
    <input
      key={`${label} ${value}`}
      inputMode="numeric"
      pattern="\d*"
      maxLength={4}
      aria-label={label}
      defaultValue={value ?? ''}
      placeholder={hint === undefined ? '' : String(hint)}
      onBlur={({ target }) => yearOf(target.value) !== value && take(yearOf(target.value))}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      className={styles.year}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in the line of its fields
    <div role="group" aria-labelledby={group} className={styles.range}>
      <span id={group} className={styles.label}>
        Year
      </span>
      {field('From year', from, bounds?.min, (value) => onChange(value, to))}
      <span aria-hidden="true">to</span>
      {field('To year', to, bounds?.max, (value) => onChange(from, value))}
    </div>
  );
};
