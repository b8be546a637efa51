import { Dialog } from '../../../components/Dialog.tsx';
import type { SearchState } from '../state/searchState.ts';
import type { ChangeSearch } from '../state/useSearchState.ts';
import { Facets } from './Facets.tsx';
import styles from './FilterDialog.module.css';
import type { FacetCounts } from './facetCounts.ts';

interface FilterDialogProps {
  counts: FacetCounts;
  state: SearchState;
  /** The label of the button that closes the dialog: how much fits. */
  result: string;
  onChange: ChangeSearch;
  onSettle: () => void;
  onClose: () => void;
}

/** The facets on a narrow screen, over the results, which change behind them. */
export const FilterDialog = ({ counts, state, result, onChange, onSettle, onClose }: FilterDialogProps) => (
  <Dialog label="Narrow the search" className={styles.dialog} onClose={onClose}>
    {(close) => (
      <>
        <div className={styles.body}>
          <Facets counts={counts} state={state} onChange={onChange} onSettle={onSettle} />
        </div>
        <div className={styles.foot}>
          <button type="button" className={styles.show} onClick={close}>
            {result}
          </button>
        </div>
      </>
    )}
  </Dialog>
);
