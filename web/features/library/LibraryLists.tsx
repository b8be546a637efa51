import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { splitPages } from '../../lib/pages.ts';
import { pathOf } from '../../lib/paths.ts';
import { formatLocalDate, localDay } from '../../lib/text/dates.ts';
import { forgetVisitedPage, pathsWithCopy, syncSavedPages } from '../../offline/offlinePages.ts';
import { CardPages } from '../../ui/CardPages.tsx';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import {
  clearArticleRead,
  clearReadingPosition,
  type ReadingHistory,
  readArticles,
  readingHistory,
  setArticleSaved,
} from '../reading-history/readingHistory.ts';
import { savedArticlePaths } from '../reading-history/useOfflineCopy.ts';
import {
  clearHistory,
  clearPosition,
  clearWatched,
  setSavedForLater,
  type WatchHistory,
  type WatchState,
  watchedFilms,
  watchHistory,
} from '../watch-history/watchHistory.ts';
import { formatPosition, LibraryArticles } from './LibraryArticles.tsx';
import { formatProgress, LibraryFilms } from './LibraryFilms.tsx';
import styles from './LibraryLists.module.css';
import { LibraryTransfer } from './LibraryTransfer.tsx';
import { type Library, mergeLibraries } from './libraryFile.ts';

/** Films that a list shows at first, and that “Load more” adds. */
const PAGE_SIZE = 24;

interface LibraryListsProps {
  library: Library;
  /** Applies a change to the library and shows a message with an “Undo” button. */
  onChange: (message: string, change: (library: Library) => Library) => void;
}

/** Renders the lists of films and articles in progress, saved, and watched or read. */
export const LibraryLists = ({ library, onChange }: LibraryListsProps) => {
  const { films, articles } = library;
  const saved = readingHistory.saved(articles);
  const offlinePaths = useOfflinePaths(articles);
  const changeFilms = (message: string, change: (history: WatchHistory) => WatchHistory) =>
    onChange(message, (current) => ({ ...current, films: change(current.films) }));
  const changeArticles = (change: (history: ReadingHistory) => ReadingHistory) =>
    onChange('Removed.', (current) => ({ ...current, articles: change(current.articles) }));
  const isEmpty = Object.keys(films).length === 0 && Object.keys(articles).length === 0;
  return (
    <>
      {isEmpty && <EmptyLibrary />}
      <FilmList
        title="Continue watching"
        films={watchHistory.inProgress(films)}
        onRemove={({ id }) => changeFilms('Removed.', (current) => clearPosition(current, id))}
        detailOf={formatProgress}
      />
      <ArticleList
        title="Continue reading"
        articles={readingHistory.inProgress(articles)}
        offlinePaths={offlinePaths}
        onRemove={(state) => changeArticles((current) => clearReadingPosition(current, state))}
        detailOf={formatPosition}
      />
      <FilmList
        title="Saved for later"
        films={watchHistory.saved(films)}
        onRemove={({ id }) => changeFilms('Removed.', (current) => setSavedForLater(current, id, false, 0))}
        detailOf={({ savedAt }) => `Saved ${formatDay(savedAt)}`}
      />
      <ArticleList
        title="Saved articles"
        articles={saved}
        offlinePaths={offlinePaths}
        onRemove={(state) => changeArticles((current) => setArticleSaved(current, state, false, 0))}
        detailOf={({ savedAt }) => `Saved ${formatDay(savedAt)}`}
      />
      <FilmList
        title="History"
        films={watchedFilms(films)}
        onRemove={({ id }) => changeFilms('Removed.', (current) => clearWatched(current, id))}
        detailOf={({ watchedAt }) => formatDay(watchedAt)}
      >
        <button
          type="button"
          className={styles.button}
          onClick={() => changeFilms('History cleared.', clearHistory)}
        >
          Clear history
        </button>
      </FilmList>
      <ArticleList
        title="Articles you read"
        articles={readArticles(articles)}
        offlinePaths={offlinePaths}
        onRemove={(state) => {
          changeArticles((current) => clearArticleRead(current, state));
          void forgetVisitedPage(pathOf('Article', state.slug), savedArticlePaths());
        }}
        detailOf={({ readAt }) => `Read ${formatDay(readAt)}`}
      />
      <LibraryTransfer
        library={library}
        onImport={(message, imported) => onChange(message, (current) => mergeLibraries(current, imported))}
      />
    </>
  );
};

const EmptyLibrary = () => (
  <Container>
    <EmptyState>
      <p>
        Nothing here yet. A film that you leave half-way waits here for you, with the second you left it at;
        an article, with the line.
      </p>
      <p>Choose “Watch later” on a film or “Save for later” on an article to save it here.</p>
      <p>
        Browse <Link to="/films">all films</Link> or <Link to="/articles">all articles</Link>.
      </p>
    </EmptyState>
  </Container>
);

/** Stores copies of all saved articles. Returns the paths of the articles that have one. */
const useOfflinePaths = (articles: ReadingHistory): ReadonlySet<string> => {
  const [available, setAvailable] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const pathsOf = (states: readonly { slug: string }[]) =>
      states.map(({ slug }) => pathOf('Article', slug));
    let isCurrent = true;
    const update = async () => {
      const found = await pathsWithCopy(pathsOf(Object.values(articles)));
      if (isCurrent) setAvailable(found);
    };
    // Without a connection the copies stay as they are.
    void syncSavedPages(pathsOf(readingHistory.saved(articles))).then(update, update);
    return () => {
      isCurrent = false;
    };
  }, [articles]);
  return available;
};

const DAY_MS = 86_400_000;

const formatDay = (timestamp: number): string => {
  const days = (localDay(Date.now()) - localDay(timestamp)) / DAY_MS;
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : formatLocalDate(timestamp);
};

interface FilmListProps {
  title: string;
  films: readonly WatchState[];
  onRemove: (state: WatchState) => void;
  detailOf: (state: WatchState) => string;
  children?: ReactNode;
}

const FilmList = ({ title, films, onRemove, detailOf, children }: FilmListProps) => {
  const [pageCount, setPageCount] = useState(1);
  if (films.length === 0) return null;
  const pages = splitPages(films, PAGE_SIZE);
  const shown = pages.slice(0, pageCount);
  return (
    <Section title={title}>
      <CardPages>
        {shown.map((page, index) => (
          <LibraryFilms key={index} films={page} listName={title} onRemove={onRemove} detailOf={detailOf} />
        ))}
      </CardPages>
      {pages.length > pageCount && (
        <button type="button" className={styles.button} onClick={() => setPageCount(pageCount + 1)}>
          Load more ({shown.flat().length} of {films.length} films)
        </button>
      )}
      {children}
    </Section>
  );
};

interface ArticleListProps extends Omit<ComponentProps<typeof LibraryArticles>, 'listName'> {
  title: string;
}

const ArticleList = ({ title, ...list }: ArticleListProps) =>
  list.articles.length > 0 && (
    <Section title={title}>
      <LibraryArticles listName={title} {...list} />
    </Section>
  );
