import { useMemo } from 'react';
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { graphContext } from '../../apollo/graphContext.ts';
import { loadPage, type PageFaults, slugParam } from '../../apollo/loadPage.ts';
import { warm } from '../../apollo/preloadQuery.ts';
import { later } from '../../components/lazyIsland.tsx';
import { accented } from '../../components/text/accent.ts';
import { parseTime } from '../../components/text/timecode.ts';
import { createPlayhead } from '../player/state/playhead.ts';
import { FilmPageDocument, useFilmPageSuspenseQuery } from './FilmPage.generated.ts';
import styles from './FilmPage.module.css';
import { FilmStage } from './FilmStage.tsx';
import type { Arrival } from './up-next/adjacentFilms.ts';

// What lies under the screen, and what lies around it, is taken over after it.
const FilmHead = later(() => import('./deferred.ts').then(({ FilmHead }) => FilmHead));
const FilmBody = later(() => import('./deferred.ts').then(({ FilmBody }) => FilmBody));

const loadFilm = loadPage(FilmPageDocument, slugParam, ({ film }) => film);

const timeOf = (search: URLSearchParams) => parseTime(search.get('t'));

/** Loads the film and, if the URL has a time, its card at that time. The status is 404 if there is no such film. */
export const loader = async (args: LoaderFunctionArgs): Promise<PageFaults> => {
  const time = timeOf(new URL(args.request.url).searchParams);
  const [faults] = await Promise.all([loadFilm(args), time !== null && warmCardAt(args, time)]);
  return faults;
};

const warmCardAt = async ({ context, params: { slug = '' } }: LoaderFunctionArgs, time: number) => {
  const { FilmCardAtDocument } = await import('./cards/FilmCardAt.generated.ts');
  await warm(context.get(graphContext), FilmCardAtDocument, { slug, time });
};

/** A film's page: the screen, then what it shows, who thought of it, and where to go from here. */
const FilmPage = () => {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useFilmPageSuspenseQuery({ variables: { slug } });
  // A playhead belongs to one film: another page begins at its own beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the film is what the playhead depends on
  const playhead = useMemo(createPlayhead, [slug]);
  const start = useStart();
  const film = data?.film;
  const within = search.get('in');
  if (!film) return null;

  return (
    <article {...accented(film.accent)} className={styles.page}>
      <FilmHead film={film} time={timeOf(search)} />
      <FilmStage {...{ film, slug, playhead, within }} title={film.title} start={start} />
      <ProblemNote problems={problems} />
      <FilmBody film={film} playhead={playhead} />
    </article>
  );
};

/** The second at which to begin at once: that of the address, or the first when another film led here. Null waits. */
const useStart = (): number | null => {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const isNew = useNavigationType() !== 'POP';
  return timeOf(search) ?? (isNew && (state as Arrival | null)?.plays ? 0 : null);
};

export { FilmPage as Component };
