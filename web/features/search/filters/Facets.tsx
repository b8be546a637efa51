import type { SearchState } from '../state/searchState.ts';
import type { ChangeSearch } from '../state/useSearchState.ts';
import { SEARCH_FORM } from '../suggestions/SearchField.tsx';
import { FacetChoice } from './FacetChoice.tsx';
import styles from './Facets.module.css';
import type { FacetCounts } from './facetCounts.ts';
import { YearRange } from './YearRange.tsx';

interface FacetsProps {
  counts: FacetCounts;
  state: SearchState;
  onChange: ChangeSearch;
  /** The reader has let go of a control. */
  onSettle: () => void;
}

/** What a search can be narrowed by, with how much each choice would find. */
export const Facets = ({ counts, state, onChange, onSettle }: FacetsProps) => (
  <div className={styles.facets}>
    <FacetChoice
      name="topic"
      label="Topics"
      values={counts.topics}
      chosen={state.topics}
      onChoose={(topics) => onChange({ topics })}
    />
    <YearRange
      years={counts.years}
      from={state.from}
      to={state.to}
      onChange={(from, to) => onChange({ from, to }, 'years')}
      onSettle={onSettle}
    />
    <button type="submit" form={SEARCH_FORM} className={styles.apply}>
      Show what fits
    </button>
  </div>
);
