import styles from './TranscriptSearch.module.css';

interface TranscriptSearchProps {
  query: string;
  /** The number of matching cues. */
  matchCount: number;
  /** The index of the selected match, counted from 0. */
  matchIndex: number;
  onQuery: (query: string) => void;
  onStep: (change: 1 | -1) => void;
  /** Plays the film from the selected match. */
  onPlay: () => void;
}

/** Renders the search field of a transcript. Enter selects the next match, Shift+Enter the previous one; Escape clears the field. */
export const TranscriptSearch = (props: TranscriptSearchProps) => {
  const { query, matchCount, matchIndex, onQuery, onStep, onPlay } = props;
  const hasQuery = query.trim() !== '';
  return (
    <search className={styles.search}>
      <input
        type="search"
        aria-label="Search transcript"
        placeholder="Search transcript"
        value={query}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQuery('');
          else if (event.key === 'Enter') {
            event.preventDefault();
            onStep(event.shiftKey ? -1 : 1);
          }
        }}
      />
      <span role="status" className={styles.count}>
        {hasQuery && (matchCount > 0 ? `${matchIndex + 1} of ${matchCount}` : 'No matches')}
      </span>
      {hasQuery && matchCount > 0 && (
        <span className={styles.actions}>
          <button
            type="button"
            aria-label="Previous match"
            disabled={matchCount < 2}
            onClick={() => onStep(-1)}
          >
            ↑
          </button>
          <button type="button" aria-label="Next match" disabled={matchCount < 2} onClick={() => onStep(1)}>
            ↓
          </button>
          <button type="button" onClick={onPlay}>
            Play
          </button>
        </span>
      )}
    </search>
  );
};
