import { type CSSProperties, useMemo } from 'react';
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors, slugParam } from '../../data/pageLoader.ts';
import { queryClientRouterContext } from '../../data/queryClient.ts';
import { accentProps } from '../../lib/color/accent.ts';
import { languageOf, timeOf, timeOfLink } from '../../lib/filmMoment.ts';
import { hasNavigated } from '../../lib/navigation/hasNavigated.ts';
import { usePageSlug } from '../../lib/paths.ts';
import { isPlayable } from '../../lib/playable.ts';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { createPlayhead } from '../player/state/playhead.ts';
import { startWithin } from '../player/state/startSeconds.ts';
import { FilmPageDocument, useFilmPageSuspenseQuery } from './FilmPage.generated.ts';
import styles from './FilmPage.module.css';
import { FilmPlayerSection } from './FilmPlayerSection.tsx';
import type { FilmLinkState } from './up-next/adjacentFilms.ts';

// Hydrates after the player.
const FilmHead = lazyIsland(() => import('./filmPageChunk.ts').then(({ FilmHead }) => FilmHead));
const FilmBody = lazyIsland(() => import('./filmPageChunk.ts').then(({ FilmBody }) => FilmBody));

const loadFilm = createPageLoader(FilmPageDocument, slugParam, ({ film }) => film);

/** Loads the film and, if the URL has a time, its share image at that time. The status is 404 if there is no such film. */
export const loader = async (args: LoaderFunctionArgs): Promise<PageErrors> => {
  const time = timeOf(new URL(args.request.url).searchParams);
  const [errors] = await Promise.all([loadFilm(args), time !== null && preloadShareImage(args, time)]);
  return errors;
};

const preloadShareImage = async ({ context, request }: LoaderFunctionArgs, time: number) => {
  const { FilmShareImageDocument } = await import('./head/FilmShareImage.generated.ts');
  await context
    .get(queryClientRouterContext)
    .load(FilmShareImageDocument, { ...slugParam({ request }), time });
};

/** Renders the page of a film. In wide windows its chapters and transcript are beside the player. */
const FilmPage = () => {
  const slug = usePageSlug();
  const [searchParams] = useSearchParams();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useFilmPageSuspenseQuery({ variables: { slug } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each film has its own playhead
  const playhead = useMemo(() => createPlayhead(), [slug]);
  const startSeconds = useStartSeconds();
  const film = data?.film;
  if (!film) return null;

  const { video } = film;
  const canPlay = isPlayable(film);
  const hasPanel =
    canPlay && (film.chapters.some((chapter) => chapter !== null) || Boolean(video?.tracks.length));
  const { style, ...accentAttributes } = accentProps(film.accent);
  return (
    <article
      {...accentAttributes}
      className={styles.page}
      style={{ ...style, '--aspect-ratio': video?.aspectRatio } as CSSProperties}
      data-panel={hasPanel || undefined}
      data-playable={canPlay || undefined}
    >
      {/* The still at 0 is black. */}
      <FilmHead
        film={film}
        time={startWithin(timeOf(searchParams), video?.duration ?? null) || null}
        language={languageOf(searchParams)}
      />
      <FilmPlayerSection
        film={film}
        slug={slug}
        playhead={playhead}
        startSeconds={startSeconds}
        title={film.title}
        collectionSlug={searchParams.get('in')}
      />
      <div>
        <ErrorNotice errors={errors} />
      </div>
      <FilmBody film={film} playhead={playhead} hasPanel={hasPanel} />
    </article>
  );
};

/**
 * Returns the second at which playback starts by itself: the time of the URL, or 0 after the previous film. Null if it
 * does not, and on a page that the reader has visited before, which offers the saved position.
 */
const useStartSeconds = (): number | null => {
  const [searchParams] = useSearchParams();
  const { state, hash } = useLocation();
  const isRevisit = useNavigationType() === 'POP' && typeof document !== 'undefined' && isRestoredPage();
  if (isRevisit) return null;
  return (
    timeOfLink({ search: searchParams, hash }) ?? ((state as FilmLinkState | null)?.shouldPlay ? 0 : null)
  );
};

/** Returns true after back, forward or reload, given that no link of a page has led to this page. */
const isRestoredPage = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return hasNavigated() || entry?.type === 'reload' || entry?.type === 'back_forward';
};

export { FilmPage as Component };
