import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Container } from '../../../components/Container.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatDate } from '../../../components/text/dates.ts';
import {
  clearHistory,
  clearPosition,
  clearWatched,
  filmsInProgress,
  savedFilms,
  setSavedForLater,
  type WatchHistory,
  type WatchState,
  watchedFilms,
} from '../watchHistory.ts';
import { formatProgress, LibraryFilms } from './LibraryFilms.tsx';
import styles from './LibraryLists.module.css';

/** Films that a list shows at first, and that “Load more” adds. */
const PAGE_SIZE = 24;

interface LibraryListsProps {
  history: WatchHistory;
  /** Applies a change to the watch history and shows a message with an “Undo” button. */
  onChange: (message: string, change: (history: WatchHistory) => WatchHistory) => void;
}

/** Renders the lists of films in progress, saved films and watched films. */
export const LibraryLists = ({ history, onChange }: LibraryListsProps) => {
  if (Object.keys(history.films).length === 0)
    return (
      <Container>
        <EmptyState>
          <p>
            Nothing here yet. A film that you leave half-way waits here for you, with the second you left it
            at.
          </p>
          <p>Choose “Watch later” on a film to save it here.</p>
          <p>
            <Link to="/films">All films</Link>
          </p>
        </EmptyState>
      </Container>
    );
  return (
    <>
      <List
        title="Continue watching"
        films={filmsInProgress(history)}
        onRemove={({ id }) => onChange('Removed.', (current) => clearPosition(current, id))}
        detailOf={formatProgress}
      />
      <List
        title="Saved for later"
        films={savedFilms(history)}
        onRemove={({ id }) => onChange('Removed.', (current) => setSavedForLater(current, id, false, 0))}
        detailOf={({ savedAt }) => `Saved ${formatDay(savedAt)}`}
      />
      <List
        title="History"
        films={watchedFilms(history)}
        onRemove={({ id }) => onChange('Removed.', (current) => clearWatched(current, id))}
        detailOf={({ watchedAt }) => formatDay(watchedAt)}
      >
        <button
          type="button"
          className={styles.button}
          onClick={() => onChange('History cleared.', clearHistory)}
        >
          Clear history
        </button>
      </List>
    </>
  );
};

const DAY_MS = 86_400_000;

const formatDay = (timestamp: number): string => {
  const days = Math.floor(Date.now() / DAY_MS) - Math.floor(timestamp / DAY_MS);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : formatDate(new Date(timestamp).toISOString());
};

interface ListProps {
  title: string;
  films: readonly WatchState[];
  onRemove: (state: WatchState) => void;
  detailOf: (state: WatchState) => string;
  children?: ReactNode;
}

const List = ({ title, films, onRemove, detailOf, children }: ListProps) => {
  const [count, setCount] = useState(PAGE_SIZE);
  if (films.length === 0) return null;
  const pages = Array.from({ length: Math.ceil(Math.min(count, films.length) / PAGE_SIZE) }, (_, page) =>
    films.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  );
  return (
    <Section title={title}>
      <div className={styles.pages}>
        {pages.map((page, index) => (
          <LibraryFilms key={index} films={page} listName={title} onRemove={onRemove} detailOf={detailOf} />
        ))}
      </div>
      {films.length > count && (
        <button type="button" className={styles.button} onClick={() => setCount(count + PAGE_SIZE)}>
          Load more ({count} of {films.length} films)
        </button>
      )}
      {children}
    </Section>
  );
};
