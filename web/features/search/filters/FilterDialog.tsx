import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import type { SearchState } from '../state/searchState.ts';
import type { ChangeSearch } from '../state/useSearchNavigation.ts';
import { Facets } from './Facets.tsx';
import styles from './FilterDialog.late.module.css';
import type { FacetCounts } from './facetCounts.ts';

interface FilterDialogProps {
  counts: FacetCounts;
  state: SearchState;
  /** The label of the close button, with the number of results. */
  closeLabel: string;
  onChange: ChangeSearch;
  onEditEnd: () => void;
  onClose: () => void;
}

/** Renders the filters as a dialog on narrow screens. The results behind it update while it is open. */
export const FilterDialog = ({
  counts,
  state,
  closeLabel,
  onChange,
  onEditEnd,
  onClose,
}: FilterDialogProps) => (
  <Dialog label="Filters" className={styles.dialog} onClose={onClose}>
    {(close) => (
      <>
        <div className={styles.body}>
          <Facets counts={counts} state={state} onChange={onChange} onEditEnd={onEditEnd} />
        </div>
        <div className={styles.footer}>
          <button type="button" className={styles.close} onClick={close}>
            {closeLabel}
          </button>
        </div>
      </>
    )}
  </Dialog>
);
