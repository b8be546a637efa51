import { type RefObject, useEffect, useState } from 'react';
import { debounce } from '../../../kit/search/debounce.ts';
import styles from './SearchField.module.css';

/** The id of the form that all controls of the search page belong to, so that they work without scripts. */
export const SEARCH_FORM_ID = 'search-form';

interface SearchFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  /** The query in the URL. */
  query: string;
  /** The `type` parameter of the URL, which a form submission without scripts preserves. */
  resultType: string | undefined;
  /** Called when the text has changed: debounced, and at once on Enter and when the field loses focus. */
  onChange: () => void;
  /** Called on Enter and when the field loses focus. */
  onEditEnd: () => void;
}

/** Renders the query field of the search page. The browser holds its text, so that nothing delays or replaces it. */
export const SearchField = ({ ref, query, resultType, onChange, onEditEnd }: SearchFieldProps) => {
  const [debounced] = useState(() => debounce((send: () => void) => send()));

  /**
   * Loads the code of Apollo Client, so that loading it does not delay typing on a slow phone. A failed load is repeated by the
   * first request.
   */
  const preloadClient = () => void import('../../../data/client.ts').catch(() => undefined);
  // Applies the focus and the text that the field got before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (document.activeElement === ref.current) preloadClient();
    if (ref.current?.value.trim() !== query) debounced.call(onChange);
    return debounced.cancel;
  }, []);
  const endEdit = () => {
    debounced.flush();
    onEditEnd();
  };
  const clear = () => {
    if (!ref.current) return;
    ref.current.value = '';
    ref.current.focus();
    debounced.call(onChange);
  };
  return (
    <search>
      <form
        id={SEARCH_FORM_ID}
        action="/search"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          endEdit();
          void import('../suggestions/recentSearches.ts').then(({ saveSearch }) =>
            saveSearch(ref.current?.value ?? ''),
          );
        }}
      >
        <input
          ref={ref}
          data-search-shortcut=""
          type="search"
          name="q"
          className={styles.field}
          aria-label="Search films, articles, people and moments"
          placeholder="What moves you?"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          defaultValue={query}
          onFocus={preloadClient}
          onChange={() => debounced.call(onChange)}
          onBlur={endEdit}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !event.currentTarget.value) return;
            event.preventDefault();
            clear();
          }}
        />
        {resultType && <input type="hidden" name="type" value={resultType} />}
        <button type="button" className={styles.clear} onClick={clear}>
          Clear
        </button>
        <button type="submit" className={styles.submit}>
          Search
        </button>
      </form>
    </search>
  );
};
