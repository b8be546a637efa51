import type { FragmentType } from '@apollo/client';
import { later } from '../../../components/lazyIsland.tsx';
import wholeLink from '../../../components/StretchedLink.module.css';
import { accented } from '../../../components/text/accent.ts';
import { Duration } from '../../../components/text/Duration.tsx';
import { type FilmCardFragment, useFilmCardFragment } from './FilmCard.generated.ts';
import styles from './FilmCard.module.css';
import { useFilmLink } from './FilmLink.tsx';
import { FilmStill } from './FilmStill.tsx';
import { useLiveliness } from './useHoverPreview.ts';

const WatchLater = later(() =>
  import('../../watch-history/deferred.ts').then(({ WatchLater }) => WatchLater),
);

interface FilmCardProps {
  film: FragmentType<FilmCardFragment>;
  sizes?: string;
  /** The level of its title among the page's headings. */
  level?: 2 | 3;
  /** The slug of the collection it stands in here: its page then goes on within that. */
  within?: string | undefined;
}

/** A film among others: its still, which moves when pointed at, its title and its line. */
export const FilmCard = ({
  film: from,
  sizes = '(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw',
  level = 3,
  within,
}: FilmCardProps) => {
  const film = useFilmCardFragment(from);
  const { id, slug, title, tagline, year, accent, topics, video } = film;
  const { alive, handlers } = useLiveliness();
  const { transition, link } = useFilmLink(slug, within);
  const Heading = `h${level}` as const;
  return (
    <article {...accented(accent)} {...handlers} className={`${styles.card} ${wholeLink.card}`}>
      <FilmStill film={film} sizes={sizes} alive={alive} transition={transition} />
      <div className={styles.words}>
        <Heading className={styles.title}>{link(title, wholeLink.link)}</Heading>
        {tagline && <p className={styles.tagline}>{tagline}</p>}
        <div className={styles.facts}>
          <p>{[year, ...topics.slice(0, 2).map((topic) => topic.title)].filter(Boolean).join(', ')}</p>
          {video?.duration != null && (
            <>
              <WatchLater id={id} title={title} className={styles.later} />
              <Duration seconds={video.duration} />
            </>
          )}
        </div>
      </div>
    </article>
  );
};
