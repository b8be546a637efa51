import type { SearchType } from '../../graphql/schema.generated.ts';
import { SUBJECT_NAMES } from '../../ui/addresses.ts';
import styles from './Facets.module.css';
import type { SearchPageQuery } from './SearchPage.generated.ts';
import { isRefined, type SearchState, toggled } from './searchState.ts';
import { YearRange } from './YearRange.tsx';

type Facet = NonNullable<SearchPageQuery['search']>['facets'][number];

interface FacetsProps {
  facets: readonly Facet[];
  state: SearchState;
  onChange: (part: Partial<SearchState>) => void;
}

const TYPE_NAMES: Record<string, string> = Object.fromEntries(
  Object.entries(SUBJECT_NAMES).map(([type, { many }]) => [type.toUpperCase(), many]),
);

/** What a search can be narrowed by, with how much each choice would find. */
export const Facets = ({ facets, state, onChange }: FacetsProps) => {
  const facet = (key: Facet['key']) => facets.find((one) => one.key === key);
  const types = facet('TYPE');
  const topics = facet('TOPICS');
  const years = facet('YEAR');
  return (
    <div className={styles.facets}>
      {types && (
        <Choice
          label="Kind"
          values={types.values.map((one) => ({ ...one, label: TYPE_NAMES[one.value] ?? one.label }))}
          chosen={state.types}
          onToggle={(value) => onChange({ types: toggled(state.types, value as SearchType) })}
        />
      )}
      {topics && (
        <Choice
          label="Topic"
          values={topics.values}
          chosen={state.topics}
          onToggle={(value) => onChange({ topics: toggled(state.topics, value) })}
        />
      )}
      {(years?.stats || state.from !== null || state.to !== null) && (
        <YearRange
          bounds={years?.stats ?? null}
          from={state.from}
          to={state.to}
          onChange={(from, to) => onChange({ from, to })}
        />
      )}
      {isRefined(state) && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => onChange({ types: [], topics: [], from: null, to: null })}
        >
          Clear all
        </button>
      )}
    </div>
  );
};

interface ChoiceProps {
  label: string;
  values: readonly { value: string; label: string; count: number }[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** One facet: any number of its values, which add to one another. */
const Choice = ({ label, values, chosen, onToggle }: ChoiceProps) => {
  if (values.length === 0 && chosen.length === 0) return null;
  const missing = chosen.filter((value) => !values.some((one) => one.value === value));
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.values}>
        {[...values, ...missing.map((value) => ({ value, label: value, count: 0 }))].map(
          ({ value, label, count }) => (
            <label key={value} className={styles.value}>
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
              <span>{label}</span>
              <span className={styles.count}>{count}</span>
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
};
