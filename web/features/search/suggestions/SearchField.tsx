import { useEffect, useMemo, useRef, useState } from 'react';
import { debounce } from '../state/debounce.ts';
import styles from './SearchField.module.css';

/** The form that all controls of the page belong to, so that it works without a script as well. */
export const SEARCH_FORM = 'search-form';

interface SearchFieldProps {
  /** The words in the address. */
  query: string;
  /** The kind that is sought, as the address names it; kept when the form is sent without a script. */
  type: string | undefined;
  /** Called with the words while they are typed: with the first letter at once, then when the typing pauses. */
  onQuery: (query: string) => void;
  /** The words are as they should be: Enter was pressed, or the field was left. */
  onDone: (query: string, entered: boolean) => void;
}

/** Where the words are typed, set as large as a title. Follows the address when that changes by other ways, such as back. */
export const SearchField = ({ query, type, onQuery, onDone }: SearchFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const known = useRef(query);
  const ask = useRef(onQuery);
  const debounced = useMemo(() => debounce((words: string) => ask.current(words)), []);

  useEffect(() => {
    ask.current = (words) => {
      known.current = words;
      onQuery(words);
    };
  });
  useEffect(() => {
    if (query === known.current) return;
    known.current = query;
    debounced.cancel();
    setText(query);
  }, [query, debounced]);
  // What was typed before the script arrived stands in the field and nowhere else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== text) write(typed);
    return debounced.cancel;
  }, []);

  const write = (words: string) => {
    setText(words);
    debounced.call(words.trim());
  };
  const done = (entered: boolean) => {
    debounced.cancel();
    if (text.trim() !== known.current) ask.current(text.trim());
    onDone(text.trim(), entered);
  };

  return (
    <search>
      <form
        id={SEARCH_FORM}
        action="/search"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          done(true);
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
          onChange={({ target }) => write(target.value)}
          onBlur={() => done(false)}
          onKeyDown={({ key }) => key === 'Escape' && text && write('')}
        />
        {type && <input type="hidden" name="type" value={type} />}
        <button
          type="button"
          className={styles.clear}
          hidden={!text}
          onClick={() => {
            write('');
            input.current?.focus();
          }}
        >
          Clear
        </button>
        <button type="submit" className={styles.send}>
          Search
        </button>
      </form>
    </search>
  );
};
