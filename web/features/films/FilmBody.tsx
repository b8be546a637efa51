import { Suspense } from 'react';
import { Link } from 'react-router';
import { CardRowSkeleton } from '../../components/CardRowSkeleton.tsx';
import { later } from '../../components/lazyIsland.tsx';
import { addressOf } from '../../components/paths.ts';
import { Band } from '../../components/Section.tsx';
import { compact } from '../../components/text/lists.ts';
import { ArticleList } from '../articles/cards/ArticleList.tsx';
import type { Playhead } from '../player/state/playhead.ts';
import { Chapters } from './Chapters.tsx';
import { Credits } from './Credits.tsx';
import { FilmActions } from './FilmActions.tsx';
import type { FilmPageQuery } from './FilmPage.generated.ts';
import styles from './FilmPage.module.css';
import { RelatedFilms } from './RelatedFilms.tsx';
import { Sources } from './Sources.tsx';
import { TranscriptPanel } from './transcript/TranscriptPanel.tsx';

const Prose = later(() => import('../../rich-text/Prose.tsx').then(({ Prose }) => Prose));
interface FilmBodyProps {
  film: NonNullable<FilmPageQuery['film']>;
  playhead: Playhead;
}

/**
 * What stands under a film's screen: what it is called and shows, its parts and words, who thought of it, and where to go
 * from here. A browser takes over each part under a Suspense by itself.
 */
export const FilmBody = ({ film, playhead }: FilmBodyProps) => {
  const { slug, title, tagline, year, topics, synopsis, video, chapters, credits, sources } = film;
  const collections = compact(film.collections.nodes);
  const articles = compact(film.articles.nodes);
  const languages = [...new Set(video?.tracks.map((track) => track.language))];
  return (
    <>
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
          <FilmActions
            {...{ slug, title, playhead }}
            id={film.id}
            length={video?.duration ?? null}
            aspectRatio={video?.aspectRatio ?? null}
          />
        </div>
      </header>
      <div className={styles.columns} data-far="within">
        <div className={styles.synopsis}>{synopsis && <Prose text={synopsis} />}</div>
        <aside className={styles.side} aria-label="Chapters and words">
          {chapters.length > 0 && (
            <section>
              <h2 className={styles.sideTitle}>Chapters</h2>
              <Suspense>
                <Chapters chapters={chapters} playhead={playhead} />
              </Suspense>
            </section>
          )}
          {languages.length > 0 && (
            <Suspense>
              <TranscriptPanel key={slug} slug={slug} languages={languages} playhead={playhead} />
            </Suspense>
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
        <Suspense fallback={<CardRowSkeleton title="Close to this" kind="films" cards={4} />}>
          <RelatedFilms slug={slug} />
        </Suspense>
      </div>
    </>
  );
};
