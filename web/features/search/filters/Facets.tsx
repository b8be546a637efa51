import { SEARCH_FORM_ID } from '../field/SearchField.tsx';
import type { SearchState } from '../state/searchState.ts';
import type { ChangeSearch } from '../state/useSearchNavigation.ts';
import { FacetChoice } from './FacetChoice.tsx';
import styles from './Facets.module.css';
import type { FacetCounts } from './facetCounts.ts';
import { YearRange } from './YearRange.tsx';

interface FacetsProps {
  counts: FacetCounts;
  state: SearchState;
  onChange: ChangeSearch;
  /** Called when the reader releases a control. */
  onEditEnd: () => void;
}

/** Renders the filters of a search, with the number of results of each value. */
export const Facets = ({ counts, state, onChange, onEditEnd }: FacetsProps) => (
  <div className={styles.facets}>
    <FacetChoice
      name="topic"
      label="Topics"
      values={counts.topics}
      selected={state.topics}
      onChange={(topics) => onChange({ topics })}
    />
    <YearRange
      years={counts.years}
      from={state.from}
      to={state.to}
      onChange={(from, to) => onChange({ from, to }, 'years')}
      onEditEnd={onEditEnd}
    />
    <button type="submit" form={SEARCH_FORM_ID} className={styles.apply}>
      Apply filters
    </button>
  </div>
);
