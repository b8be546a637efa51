import { useEffect, useId, useRef, useState } from 'react';
import { foldAccents } from '../../../lib/text/foldAccents.ts';
import { SEARCH_FORM_ID } from '../field/SearchField.tsx';
import { toggleItem } from '../state/searchState.ts';
import styles from './FacetChoice.module.css';

interface FacetValue {
  value: string;
  label: string;
  count: number;
}

interface FacetChoiceProps {
  /** The URL parameter. */
  name: string;
  label: string;
  values: readonly FacetValue[];
  selected: readonly string[];
  /** Called with all selected values. */
  onChange: (values: string[]) => void;
}

/** The number of values that a collapsed list shows. Longer lists can be expanded and filtered. */
const COLLAPSED_VALUES = 8;

/** Renders the values of a facet as checkboxes. Selected values are listed even if they have no results. */
export const FacetChoice = ({ name, label, values, selected, onChange }: FacetChoiceProps) => {
  const [isExpanded, setIsExpanded] = useState(false);
  const [filter, setFilter] = useState('');
  const listId = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);

  // Applies the checkboxes that were changed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const form = fieldset.current?.form;
    if (!form) return;
    const checked = [...new Set(new FormData(form).getAll(name).map(String))];
    if (checked.length !== selected.length || checked.some((value) => !selected.includes(value)))
      onChange(checked);
  }, []);

  const missing = selected.filter((value) => !values.some((one) => one.value === value));
  const all = [...values, ...missing.map((value) => ({ value, label: value, count: 0 }))];
  if (all.length === 0) return null;
  const isLong = all.length > COLLAPSED_VALUES;
  const passesFilter = (one: FacetValue) =>
    !isExpanded || foldAccents(one.label).includes(foldAccents(filter.trim()));
  const filterLabel = `Filter ${label.toLowerCase()}`;
  return (
    <fieldset ref={fieldset} form={SEARCH_FORM_ID} className={styles.facet}>
      <legend className={styles.label}>{label}</legend>
      {isLong && isExpanded && (
        <input
          type="search"
          className={styles.filter}
          aria-label={filterLabel}
          placeholder={filterLabel}
          aria-controls={listId}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <ul id={listId} className={styles.values}>
        {all.map((one, index) => (
          <li
            key={one.value}
            className={styles.value}
            data-collapsed={
              (!isExpanded && index >= COLLAPSED_VALUES && !selected.includes(one.value)) || undefined
            }
            hidden={!passesFilter(one)}
          >
            <label>
              <input
                type="checkbox"
                name={name}
                value={one.value}
                form={SEARCH_FORM_ID}
                autoComplete="off"
                checked={selected.includes(one.value)}
                onChange={() => onChange(toggleItem(selected, one.value))}
              />
              <span className={styles.name}>{one.label}</span>
              <span className={styles.count}>{one.count}</span>
            </label>
          </li>
        ))}
      </ul>
      {isExpanded && !all.some(passesFilter) && <p className={styles.empty}>No matches</p>}
      {isLong && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          aria-controls={listId}
          onClick={() => {
            setIsExpanded(!isExpanded);
            setFilter('');
          }}
        >
          {isExpanded ? 'Show fewer' : `Show all ${all.length}`}
        </button>
      )}
    </fieldset>
  );
};
