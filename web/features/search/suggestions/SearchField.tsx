import { useEffect, useMemo, useRef, useState } from 'react';
import { useQueries } from '../../../apollo/queries.ts';
import { debounce } from '../../../kit/search/debounce.ts';
import { createSentQueries } from '../state/sentQueries.ts';
import styles from './SearchField.module.css';

/** The id of the form that all controls of the search page belong to, so that they work without scripts. */
export const SEARCH_FORM_ID = 'search-form';

interface SearchFieldProps {
  /** The query in the URL. */
  query: string;
  /** The `type` parameter of the URL, which a form submission without scripts preserves. */
  resultType: string | undefined;
  /** Called with the debounced query. */
  onQueryChange: (query: string) => void;
  /** Called on Enter and when the field loses focus. */
  onDone: (query: string, hasEntered: boolean) => void;
}

/** Renders the query field of the search page. It follows the URL, e.g. on back. */
export const SearchField = ({ query, resultType, onQueryChange, onDone }: SearchFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const { loadClient } = useQueries();
  const [sentQueries] = useState(() => createSentQueries(query));
  const sendQuery = useRef(onQueryChange);
  const debounced = useMemo(() => debounce((value: string) => sendQuery.current(value)), []);

  useEffect(() => {
    sendQuery.current = (value) => {
      sentQueries.add(value);
      onQueryChange(value);
    };
  });
  useEffect(() => {
    if (sentQueries.confirm(query)) return;
    debounced.cancel();
    setText(query);
  }, [query, sentQueries, debounced]);
  // Applies the focus and the text that the field got before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (document.activeElement === input.current) preloadClient();
    const typed = input.current?.value ?? '';
    if (typed !== text) changeText(typed);
    return debounced.cancel;
  }, []);

  /**
   * Loads Apollo Client, so that loading it does not delay typing on a slow phone. A failed load is repeated by the first
   * request.
   */
  const preloadClient = () => void loadClient().catch(() => undefined);
  const changeText = (value: string) => {
    setText(value);
    debounced.call(value.trim());
  };
  const finish = (hasEntered: boolean) => {
    debounced.cancel();
    if (text.trim() !== sentQueries.latest()) sendQuery.current(text.trim());
    onDone(text.trim(), hasEntered);
  };

  return (
    <search>
      <form
        id={SEARCH_FORM_ID}
        action="/search"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          finish(true);
        }}
      >
        <input
          ref={input}
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
          value={text}
          onFocus={preloadClient}
          onChange={({ target }) => changeText(target.value)}
          onBlur={() => finish(false)}
          onKeyDown={({ key }) => key === 'Escape' && text && changeText('')}
        />
        {resultType && <input type="hidden" name="type" value={resultType} />}
        <button
          type="button"
          className={styles.clear}
          hidden={!text}
          onClick={() => {
            changeText('');
            input.current?.focus();
          }}
        >
          Clear
        </button>
        <button type="submit" className={styles.submit}>
          Search
        </button>
      </form>
    </search>
  );
};
