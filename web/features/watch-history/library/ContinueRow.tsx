import { Band } from '../../../components/Section.tsx';
import { useHydrated } from '../../../components/timing/useHydrated.ts';
import { forgetPlace, toContinue } from '../watchHistory.ts';
import { readersLibrary, useLibrary } from '../watchHistoryStore.ts';
import styles from './ContinueRow.module.css';
import { KeptFilmCardWaiting } from './SavedFilmCard.tsx';
import rows from './SavedFilms.module.css';
import { KeptFilms, reached } from './SavedFilms.tsx';

/** Films shown at most. */
const ROW = 4;

/**
 * The films a reader is in the middle of. A server does not know them, so it leaves their room, and only readers who
 * have any see it: a script that runs before the first paint tells, and nothing moves when they come.
 */
export const ContinueRow = () => {
  const films = toContinue(useLibrary());
  const isHydrated = useHydrated();
  return (
    <div className={styles.room}>
      <Band title="Go on watching" more={{ to: '/library', words: 'Your library' }}>
        {isHydrated ? (
          <KeptFilms
            films={films.slice(0, ROW)}
            row
            removal="from the films to go on with"
            asideOf={reached}
            onRemove={({ id }) => readersLibrary.update((library) => forgetPlace(library, id))}
          />
        ) : (
          <ul className={rows.row}>
            <li>
              <KeptFilmCardWaiting />
            </li>
          </ul>
        )}
      </Band>
    </div>
  );
};
