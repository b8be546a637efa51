import { startTransition, useEffect, useId, useOptimistic, useRef, useState } from 'react';
import { foldAccents } from '../../../components/text/foldAccents.ts';
import { toggled } from '../state/searchState.ts';
import { SEARCH_FORM } from '../suggestions/SearchField.tsx';
import styles from './FacetChoice.module.css';

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
  /** Called with all that is chosen now; settles when `chosen` is that. */
  onChoose: (values: string[]) => Promise<void>;
}

/** A list longer than this is cut, and has a field to look through it. */
const SHORT = 8;

/**
 * One facet: any number of its values, which add to one another. What is chosen stays, whatever its count. A tick stands
 * at once, while the search it belongs to is on its way.
 */
export const FacetChoice = ({ name, label, values, chosen: settled, onChoose }: FacetChoiceProps) => {
  const [chosen, setChosen] = useOptimistic(settled);
  const [open, setOpen] = useState(false);
  const [filter, setFilter] = useState('');
  const list = useId();
  const boxes = useRef<HTMLUListElement>(null);

  const choose = (next: string[]) =>
    startTransition(async () => {
      setChosen(next);
      await onChoose(next);
    });
  // What was ticked before the script arrived stands in the boxes and nowhere else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const ticked = [...(boxes.current?.querySelectorAll('input') ?? [])].filter(
      ({ checked, value }) => checked !== settled.includes(value),
    );
    if (ticked.length > 0) choose(ticked.reduce((list, { value }) => toggled(list, value), [...settled]));
  }, []);

  const missing = chosen.filter((value) => !values.some((one) => one.value === value));
  const all = [...values, ...missing.map((value) => ({ value, label: value, count: 0 }))];
  if (all.length === 0) return null;
  const isLong = all.length > SHORT;
  const fits = (one: Value) => !open || foldAccents(one.label).includes(foldAccents(filter.trim()));
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
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
          }}
        />
      )}
      <ul id={list} ref={boxes} className={styles.values}>
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
                autoComplete="off"
                checked={chosen.includes(one.value)}
                onChange={() => choose(toggled(chosen, one.value))}
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
            setFilter('');
          }}
        >
          {open ? `The first ${SHORT}` : `All ${all.length}`}
        </button>
      )}
    </fieldset>
  );
};
