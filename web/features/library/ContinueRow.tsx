import { focusNextItem } from '../../lib/focus/focusNextItem.ts';
import { useHydrated } from '../../lib/timing/useHydrated.ts';
import { Section } from '../../ui/Section.tsx';
import {
  clearPosition,
  type WatchHistory,
  type WatchState,
  watchHistory,
} from '../watch-history/watchHistory.ts';
import { useWatchHistory, watchHistoryStore } from '../watch-history/watchHistoryStore.ts';
import styles from './ContinueRow.module.css';
import { LibraryFilmCardSkeleton } from './LibraryFilmCard.tsx';
import filmStyles from './LibraryFilms.module.css';
import { formatProgress, LibraryFilms } from './LibraryFilms.tsx';

const MAX_FILMS_IN_ROW = 4;

/** Returns the films of the row “Continue watching”. */
export const filmsToContinue = (history: WatchHistory): WatchState[] =>
  watchHistory.inProgress(history).slice(0, MAX_FILMS_IN_ROW);

/**
 * Renders the “Continue watching” row of the home page. The server renders a skeleton, because it does not know the
 * films; an inline script shows it before the first paint to readers who have any, which avoids a layout shift.
 */
export const ContinueRow = () => {
  const films = filmsToContinue(useWatchHistory());
  const isHydrated = useHydrated();
  return (
    <div className={styles.row}>
      <Section title="Continue watching" more={{ to: '/library', label: 'Your library' }}>
        {isHydrated ? (
          <LibraryFilms
            films={films}
            isRow
            listName="Continue watching"
            detailOf={formatProgress}
            onRemove={({ id }) => {
              focusNextItem();
              watchHistoryStore.update((history) => clearPosition(history, id));
            }}
          />
        ) : (
          <ul className={filmStyles.row}>
            <li>
              <LibraryFilmCardSkeleton />
            </li>
          </ul>
        )}
      </Section>
    </div>
  );
};
