import { useEffect, useRef } from 'react';
import styles from './FacetSheet.module.css';
import { Facets } from './Facets.tsx';
import type { FacetCounts } from './facetCounts.ts';
import type { SearchState } from './searchState.ts';
import type { ChangeSearch } from './useSearchState.ts';

interface FacetSheetProps {
  counts: FacetCounts;
  state: SearchState;
  /** What the button says that closes the sheet: how much fits. */
  result: string;
  onChange: ChangeSearch;
  onSettle: () => void;
  onClose: () => void;
}

/** The facets on a narrow screen: a sheet over the results, which change behind it. */
export const FacetSheet = ({ counts, state, result, onChange, onSettle, onClose }: FacetSheetProps) => {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!sheet.current?.open) sheet.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog without being told
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-label="Narrow the search"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.body}>
        <Facets counts={counts} state={state} onChange={onChange} onSettle={onSettle} />
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.show} onClick={() => sheet.current?.close()}>
          {result}
        </button>
      </div>
    </dialog>
  );
};
