import { useId, useState } from 'react';
import styles from './FacetChoice.module.css';
import { SEARCH_FORM } from './SearchField.tsx';

interface Value {
  value: string;
  label: string;
  count: number;
}

interface FacetChoiceProps {
  /** The name of the choice in the address. */
  name: string;
  label: string;
  values: readonly Value[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** A list longer than this is cut, and has a field to look through it. */
const SHORT = 8;

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** One facet: any number of its values, which add to one another. What is chosen stays, whatever its count. */
export const FacetChoice = ({ name, label, values, chosen, onToggle }: FacetChoiceProps) => {
  const [open, setOpen] = useState(false);
  const [sought, seek] = useState('');
  const list = useId();
  const missing = chosen.filter((value) => !values.some((one) => one.value === value));
  const all = [...values, ...missing.map((value) => ({ value, label: value, count: 0 }))];
  if (all.length === 0) return null;
  const isLong = all.length > SHORT;
  const fits = (one: Value) => !open || fold(one.label).includes(fold(sought.trim()));
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      {isLong && open && (
        <input
          type="search"
          className={styles.filter}
          aria-label={`Look through ${label.toLowerCase()}`}
          placeholder="Look through all"
          aria-controls={list}
          value={sought}
          onChange={({ target }) => seek(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
          }}
        />
      )}
      <ul id={list} className={styles.values}>
        {all.map((one, at) => (
          <li
            key={one.value}
            className={styles.value}
            data-beyond={(!open && at >= SHORT && !chosen.includes(one.value)) || undefined}
            hidden={!fits(one)}
          >
            <label>
              <input
                type="checkbox"
                name={name}
                value={one.value}
                form={SEARCH_FORM}
                checked={chosen.includes(one.value)}
                onChange={() => onToggle(one.value)}
              />
              <span className={styles.name}>{one.label}</span>
              <span className={styles.count}>{one.count}</span>
            </label>
          </li>
        ))}
      </ul>
      {open && !all.some(fits) && <p className={styles.none}>None is called that.</p>}
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          aria-controls={list}
          onClick={() => {
            setOpen(!open);
            seek('');
          }}
        >
          {open ? `The first ${SHORT}` : `All ${all.length}`}
        </button>
      )}
    </fieldset>
  );
};
