import { useEffect, useId, useRef } from 'react';
import { Form, Link, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { useOptimisticChange } from '../../../lib/navigation/useOptimisticChange.ts';
import { pluralize } from '../../../lib/text/pluralize.ts';
import styles from './FilmFilters.module.css';
import { FILM_ORDERS, filmListHref, hasFilters, parseFilmListState } from './filmListState.ts';
import {
  type FilterOption,
  type IndexedFilm,
  lengthOptions,
  selectFilms,
  topicOptions,
  yearsOf,
} from './selectFilms.ts';

interface FilmFiltersProps {
  /** All films, newest first. */
  films: readonly IndexedFilm[];
}

/** Renders the filters and the order of the list of films as a form, which works without scripts. */
export const FilmFilters = ({ films }: FilmFiltersProps) => {
  const formId = useId();
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const { location } = useNavigation();
  // Shows the new values while their list loads.
  const requested = location?.pathname === '/films' ? new URLSearchParams(location.search) : searchParams;
  const [state, changeOptimistically] = useOptimisticChange(parseFilmListState(requested));
  const years = yearsOf(films);
  const count = selectFilms(films, state).length;

  const apply = (form: HTMLFormElement) => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const chosen = parseFilmListState(new URLSearchParams(fields));
    const href = filmListHref(chosen);
    if (href === filmListHref(state)) return;
    void changeOptimistically(chosen, async () => navigate(href, { preventScrollReset: true }));
  };
  return (
    <Form
      action="/films"
      aria-label="Filters"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
      onChange={({ currentTarget, target }) => {
        // Years are applied when they are complete.
        if (target instanceof HTMLSelectElement) apply(currentTarget);
      }}
      onBlur={({ currentTarget, target }) => {
        if (target instanceof HTMLInputElement) apply(currentTarget);
      }}
    >
      <Choice
        label="Topic"
        name="topic"
        all="All topics"
        value={state.topic}
        options={topicOptions(films, state)}
      />
      <Choice
        label="Length"
        name="length"
        all="Any length"
        value={state.length}
        options={lengthOptions(films, state)}
      />
      {years && (
        <fieldset className={styles.years}>
          <legend>Years</legend>
          <YearField label="From year" name="from" value={state.from} placeholder={years.first} />
          <span aria-hidden="true">to</span>
          <YearField label="To year" name="to" value={state.to} placeholder={years.last} />
        </fieldset>
      )}
      <label className={styles.choice} htmlFor={`${formId}order`}>
        <span>Order</span>
        <select id={`${formId}order`} name="order" value={state.order} onChange={() => undefined}>
          {Object.entries(FILM_ORDERS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={styles.submit}>
        Apply
      </button>
      <p className={styles.count}>
        <span role="status">
          {hasFilters(state) ? `${count} of ${pluralize(films.length, 'film')}` : pluralize(count, 'film')}
        </span>
        {hasFilters(state) && (
          <Link to="/films" preventScrollReset>
            Clear filters
          </Link>
        )}
      </p>
    </Form>
  );
};

interface ChoiceProps {
  label: string;
  name: string;
  /** The label of the option without a filter. */
  all: string;
  value: string | null;
  options: readonly FilterOption<string>[];
}

/** Renders a filter with one value. The form handles its changes. */
const Choice = ({ label, name, all, value, options }: ChoiceProps) => {
  const id = useId();
  return (
    <label className={styles.choice} htmlFor={id}>
      <span>{label}</span>
      <select id={id} name={name} value={value ?? ''} onChange={() => undefined}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {`${option.label} (${option.count})`}
          </option>
        ))}
      </select>
    </label>
  );
};

interface YearFieldProps {
  label: string;
  name: string;
  value: number | null;
  placeholder: number;
}

const YearField = ({ label, name, value, placeholder }: YearFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const lastValue = useRef(value);
  // A new value in the URL replaces the text.
  useEffect(() => {
    if (lastValue.current === value || !input.current) return;
    lastValue.current = value;
    input.current.value = String(value ?? '');
  }, [value]);
  return (
    <input
      ref={input}
      aria-label={label}
      name={name}
      inputMode="numeric"
      pattern="-?\d{1,4}"
      size={4}
      maxLength={5}
      autoComplete="off"
      defaultValue={value ?? ''}
      placeholder={String(placeholder)}
    />
  );
};
