import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Plain } from '../../../components/Container.tsx';
import { Empty } from '../../../components/EmptyState.tsx';
import { Band } from '../../../components/Section.tsx';
import { day } from '../../../components/text/dates.ts';
import {
  forgetHistory,
  forgetPlace,
  forgetSeen,
  forLater,
  history,
  type KeptFilm,
  type Library,
  saveForLater,
  toContinue,
} from '../watchHistory.ts';
import styles from './LibraryLists.module.css';
import { KeptFilms, reached } from './SavedFilms.tsx';

/** Films shown of a list at first, and more at each asking. */
const STEP = 24;

interface LibraryListsProps {
  library: Library;
  onChange: (words: string, act: (library: Library) => Library) => void;
}

/** The films that the reader's library holds, as lists of what was begun, put aside and seen. */
export const LibraryLists = ({ library, onChange }: LibraryListsProps) => {
  const seen = history(library);
  if (Object.keys(library.films).length === 0)
    return (
      <Plain>
        <Empty>
          <p>
            Nothing here yet. A film that you leave half-way waits here for you, with the second you left it
            at.
          </p>
          <p>“Watch later” beside a film puts it aside.</p>
          <p>
            <Link to="/films">All films</Link>
          </p>
        </Empty>
      </Plain>
    );
  return (
    <>
      <List
        title="Go on watching"
        films={toContinue(library)}
        removal="from the films to go on with"
        onRemove={({ id }) => onChange('Removed.', (now) => forgetPlace(now, id))}
        asideOf={reached}
      />
      <List
        title="For later"
        films={forLater(library)}
        removal="from the films for later"
        onRemove={({ id }) => onChange('Removed.', (now) => saveForLater(now, id, false, 0))}
        asideOf={({ laterAt }) => `Saved ${dayOf(laterAt)}`}
      />
      <List
        title="Seen"
        films={seen}
        removal="from the films seen"
        onRemove={({ id }) => onChange('Removed.', (now) => forgetSeen(now, id))}
        asideOf={({ seenAt }) => dayOf(seenAt)}
      >
        <button
          type="button"
          className={styles.clear}
          onClick={() => onChange('All that you have seen is forgotten.', forgetHistory)}
        >
          Forget all
        </button>
      </List>
    </>
  );
};

const dayOf = (milliseconds: number): string => {
  const days = Math.floor(Date.now() / 86_400_000) - Math.floor(milliseconds / 86_400_000);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : day(new Date(milliseconds).toISOString());
};

interface ListProps {
  title: string;
  films: readonly KeptFilm[];
  removal: string;
  onRemove: (film: KeptFilm) => void;
  asideOf: (film: KeptFilm) => string;
  children?: ReactNode;
}

const List = ({ title, films, removal, onRemove, asideOf, children }: ListProps) => {
  const [count, setCount] = useState(STEP);
  if (films.length === 0) return null;
  const parts = Array.from({ length: Math.ceil(Math.min(count, films.length) / STEP) }, (_, part) =>
    films.slice(part * STEP, (part + 1) * STEP),
  );
  return (
    <Band title={title}>
      <div className={styles.parts}>
        {parts.map((part, at) => (
          <KeptFilms key={at} films={part} removal={removal} onRemove={onRemove} asideOf={asideOf} />
        ))}
      </div>
      {films.length > count && (
        <button type="button" className={styles.clear} onClick={() => setCount(count + STEP)}>
          {count} of {films.length} films. Show more
        </button>
      )}
      {children}
    </Band>
  );
};
