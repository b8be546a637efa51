import { useMemo } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
import { warm } from '../../graphql/warm.ts';
import { graphContext } from '../../routing/graphContext.ts';
import { later } from '../../routing/later.tsx';
import type { PageFaults } from '../../routing/loadPage.ts';
import { loadPage } from '../../routing/loadPage.ts';
import { accented } from '../../ui/accent.ts';
import { addressOf } from '../../ui/addresses.ts';
import { Band } from '../../ui/Band.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
import { present } from '../../ui/present.ts';
import { parseTime } from '../../ui/timecode.ts';
import { ArticleList } from '../article/ArticleList.tsx';
import { createPlayhead } from '../player/playhead.ts';
import { Credits } from './Credits.tsx';
import { FilmActions } from './FilmActions.tsx';
import { FilmCardAtDocument } from './FilmHead.generated.ts';
import { FilmHead } from './FilmHead.tsx';
import { FilmPageDocument, useFilmPageSuspenseQuery } from './FilmPage.generated.ts';
import styles from './FilmPage.module.css';
import { FilmStage } from './FilmStage.tsx';
import { RelatedFilmsWaiting } from './RelatedFilmsWaiting.tsx';
import { Sources } from './Sources.tsx';
import type { Arrival } from './useNeighbours.ts';

const Prose = later(() => import('../richText/Prose.tsx').then(({ Prose }) => Prose));
const Chapters = later(() => import('./Chapters.tsx').then(({ Chapters }) => Chapters));
const TranscriptPanel = later(() =>
  import('./TranscriptPanel.tsx').then(({ TranscriptPanel }) => TranscriptPanel),
);
const RelatedFilms = later(
  () => import('./RelatedFilms.tsx').then(({ RelatedFilms }) => RelatedFilms),
  <RelatedFilmsWaiting />,
);

const loadFilm = loadPage(
  FilmPageDocument,
  ({ params }) => ({ slug: params.slug ?? '' }),
  ({ film }) => film,
);

const timeOf = (search: URLSearchParams) => parseTime(search.get('t'));

/** Warms the film's query, and that of its card when the address names a second; 404 when there is no such film. */
export const loader = async (args: LoaderFunctionArgs): Promise<PageFaults> => {
  const time = timeOf(new URL(args.request.url).searchParams);
  const slug = args.params.slug ?? '';
  const card = time !== null && warm(args.context.get(graphContext), FilmCardAtDocument, { slug, time });
  const [faults] = await Promise.all([loadFilm(args), card]);
  return faults;
};

/** A film's page: the screen, then what it shows, who thought of it, and where to go from here. */
export const Component = () => {
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

  const { title, tagline, year, accent, topics, synopsis, video, chapters, credits, sources } = film;
  const collections = present(film.collections.nodes);
  const articles = present(film.articles.nodes);
  const languages = [...new Set(video?.tracks.map((track) => track.language))];
  return (
    <article {...accented(accent)} className={styles.page}>
      <FilmHead film={film} time={timeOf(search)} />
      <FilmStage {...{ film, slug, title, playhead, start, within }} />
      <ProblemNote problems={problems} />
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.standfirst}>
          {tagline && <p className={styles.tagline}>{tagline}</p>}
          <p className={styles.facts}>
            {year && <span>First described in {year}</span>}
            {topics.map((topic) => (
              <Link key={topic.id} to={addressOf('Topic', topic.slug)}>
                {topic.title}
              </Link>
            ))}
          </p>
          <FilmActions {...{ slug, title, playhead, within }} id={film.id} length={video?.duration ?? null} />
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.synopsis}>{synopsis && <Prose text={synopsis} />}</div>
        <aside className={styles.side} aria-label="Chapters and words">
          {chapters.length > 0 && (
            <section>
              <h2 className={styles.sideTitle}>Chapters</h2>
              <Chapters chapters={chapters} playhead={playhead} />
            </section>
          )}
          {languages.length > 0 && (
            <TranscriptPanel key={slug} slug={slug} languages={languages} playhead={playhead} />
          )}
        </aside>
        <div className={styles.rest}>
          {collections.length > 0 && (
            <p className={styles.part}>
              Part of{' '}
              {collections.map(({ id, slug, title }, at) => (
                <span key={id}>
                  {at > 0 && (at === collections.length - 1 ? ' and ' : ', ')}
                  <Link to={addressOf('Collection', slug)}>{title}</Link>
                </span>
              ))}
              .
            </p>
          )}
          <Credits credits={credits} />
          <Sources sources={sources} />
        </div>
      </div>
      {articles.length > 0 && (
        <Band title="To read with it">
          <ArticleList articles={articles} />
        </Band>
      )}
      <div data-screen-only>
        <RelatedFilms slug={slug} />
      </div>
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
