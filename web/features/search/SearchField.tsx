import { useEffect, useRef, useState } from 'react';
import { useSettled } from '../../ui/useSettled.ts';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** The words in the address. */
  query: string;
  /** Called with the words once the typing pauses. */
  onQuery: (query: string) => void;
}

const PAUSE = 160;

/** Where the words are typed, set as large as a title. Follows the address when that changes by other ways, such as back. */
export const SearchField = ({ query, onQuery }: SearchFieldProps) => {
  const [text, setText] = useState(query);
  const settled = useSettled(text, PAUSE);
  const known = useRef(query);

  useEffect(() => {
    if (query === known.current) return;
    known.current = query;
    setText(query);
  }, [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in the typing asks
  useEffect(() => {
    if (settled === known.current) return;
    known.current = settled;
    onQuery(settled);
  }, [settled]);

  return (
    <search>
      <form
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          known.current = text;
          onQuery(text);
        }}
      >
        <input
          type="search"
          name="q"
          className={styles.field}
          aria-label="Search films, articles, people and moments"
          placeholder="What moves you?"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </search>
  );
};
