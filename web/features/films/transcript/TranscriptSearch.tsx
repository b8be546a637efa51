import styles from './TranscriptSearch.module.css';

interface TranscriptSearchProps {
  query: string;
  /** How many lines contain it. */
  found: number;
  /** Which of them is shown, from 0. */
  at: number;
  onQuery: (query: string) => void;
  onTurn: (by: 1 | -1) => void;
  /** Go in the film to the line that is shown. */
  onTake: () => void;
}

/** Looks for words in a transcript. Enter shows the next line, with Shift the one before; Escape leaves off. */
export const TranscriptSearch = ({ query, found, at, onQuery, onTurn, onTake }: TranscriptSearchProps) => {
  const isSearching = query.trim() !== '';
  return (
    <search className={styles.search}>
      <input
        type="search"
        aria-label="Find in the words"
        placeholder="Find in the words"
        value={query}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQuery('');
          else if (event.key === 'Enter') {
            event.preventDefault();
            onTurn(event.shiftKey ? -1 : 1);
          }
        }}
      />
      <span role="status" className={styles.count}>
        {isSearching && (found > 0 ? `${at + 1} of ${found}` : 'Not said')}
      </span>
      {isSearching && found > 0 && (
        <span className={styles.turns}>
          <button type="button" aria-label="Line before" disabled={found < 2} onClick={() => onTurn(-1)}>
            ↑
          </button>
          <button type="button" aria-label="Next line" disabled={found < 2} onClick={() => onTurn(1)}>
            ↓
          </button>
          <button type="button" onClick={onTake}>
            Play
          </button>
        </span>
      )}
    </search>
  );
};
