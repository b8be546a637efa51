import { Suspense } from 'react';
import { Link } from 'react-router';
import { LazyFigure } from '../../figures/LazyFigure.tsx';
import { pathOf } from '../../lib/paths.ts';
import { isPlayable } from '../../lib/playable.ts';
import { formatDate } from '../../lib/text/dates.ts';
import { compact } from '../../lib/text/lists.ts';
import { CardRowSkeleton } from '../../ui/CardRowSkeleton.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { Section } from '../../ui/Section.tsx';
import { JoinedList } from '../../ui/text/JoinedList.tsx';
import { ArticleList } from '../cards/articles/ArticleList.tsx';
import type { Playhead } from '../player/state/playhead.ts';
import { Colophon } from './Colophon.tsx';
import { Credits } from './Credits.tsx';
import { FilmActions } from './FilmActions.tsx';
import type { FilmPageQuery } from './FilmPage.generated.ts';
import styles from './FilmPage.module.css';
import { FilmPanel } from './panel/FilmPanel.tsx';
import { RelatedFilms } from './RelatedFilms.tsx';
import { relatedArticles } from './relatedArticles.ts';
import { Sources } from './Sources.tsx';

const Prose = lazyIsland(() => import('../../rich-text/Prose.tsx').then(({ Prose }) => Prose));

interface FilmBodyProps {
  film: NonNullable<FilmPageQuery['film']>;
  playhead: Playhead;
  /** Shows chapters and transcript. */
  hasPanel: boolean;
}

/** Renders the parts of a film page other than the player. Each Suspense boundary hydrates by itself. */
export const FilmBody = ({ film, playhead, hasPanel }: FilmBodyProps) => {
  const { slug, synopsis, video, credits, sources } = film;
  const articles = relatedArticles(film.id, compact(film.articles?.nodes));
  const languages = [...new Set(video?.tracks.map((track) => track.language))];
  return (
    <>
      <FilmHeader film={film} playhead={playhead} languages={languages} />
      {hasPanel && (
        <FilmPanel
          slug={slug}
          languages={languages}
          playhead={playhead}
          chapters={compact(film.chapters)}
          className={styles.panel}
        />
      )}
      <div>
        <div className={styles.columns}>
          <div>{synopsis && <Prose text={synopsis} />}</div>
          <div className={styles.details}>
            <Collections collections={compact(film.collections?.nodes)} />
            <Credits credits={credits} />
          </div>
        </div>
        {film.figure && (
          <Section title="Try it yourself">
            <LazyFigure {...film.figure} />
          </Section>
        )}
        <div className={styles.columns}>
          <Sources sources={sources} />
          <Colophon program={film.program} license={film.license} />
        </div>
        <div data-screen-only>
          <Suspense fallback={<CardRowSkeleton title="Related films" kind="films" cardCount={4} />}>
            <RelatedFilms slug={slug} />
          </Suspense>
        </div>
        {articles.length > 0 && (
          <Section title="Related articles">
            <ArticleList articles={articles} />
          </Section>
        )}
      </div>
    </>
  );
};

interface FilmHeaderProps extends Omit<FilmBodyProps, 'hasPanel'> {
  /** The BCP 47 codes of the captions. */
  languages: readonly string[];
}

const FilmHeader = ({ film, playhead, languages }: FilmHeaderProps) => {
  const { id, slug, title, tagline, year, publishedAt, expectedOn, video } = film;
  const topics = compact(film.topics);
  const canPlay = isPlayable(film);
  return (
    <header className={styles.header}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {tagline && <p className={styles.tagline}>{tagline}</p>}
      </div>
      <div>
        <p className={styles.facts}>
          {canPlay && publishedAt && (
            <span>
              Published <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
            </span>
          )}
          {!canPlay && expectedOn && (
            <span>
              Expected <time dateTime={expectedOn}>{formatDate(expectedOn)}</time>
            </span>
          )}
          {year && <span>First described in {year}</span>}
        </p>
        {topics.length > 0 && (
          <p className={styles.topics}>
            {topics.map((topic) => (
              <Link key={topic.id} to={pathOf('Topic', topic.slug)}>
                {topic.title}
              </Link>
            ))}
          </p>
        )}
        <FilmActions
          id={id}
          slug={slug}
          title={title}
          playhead={playhead}
          duration={canPlay ? (video?.duration ?? null) : null}
          aspectRatio={video?.aspectRatio ?? null}
          languages={languages}
        />
      </div>
    </header>
  );
};

const Collections = ({ collections }: { collections: { id: string; slug: string; title: string }[] }) =>
  collections.length > 0 && (
    <p className={styles.collections}>
      Part of{' '}
      <JoinedList
        items={collections.map(({ slug, title }) => <Link to={pathOf('Collection', slug)}>{title}</Link>)}
      />
      .
    </p>
  );
