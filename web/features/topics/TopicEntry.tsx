import { Link } from 'react-router';
import { accentProps } from '../../lib/color/accent.ts';
import { pathOf } from '../../lib/paths.ts';
import { isPlayable } from '../../lib/playable.ts';
import { initialOf } from '../../lib/text/initialsOf.ts';
import { compact } from '../../lib/text/lists.ts';
import { pluralize } from '../../lib/text/pluralize.ts';
import { Initial } from '../../ui/images/Initial.tsx';
import { Picture } from '../../ui/images/Picture.tsx';
import { FilmStill } from '../cards/films/FilmStill.tsx';
import type { TopicEntryFragment } from './TopicEntry.generated.ts';
import styles from './TopicEntry.module.css';

const SIZES = '(min-width: 40rem) 16rem, 40vw';

/**
 * Renders a topic as a list entry: title, description, number of films and articles, and the still of a playable film,
 * else the cover of its newest article, else the initial of the title.
 */
export const TopicEntry = ({ topic }: { topic: TopicEntryFragment }) => {
  const { id, slug, title, description, films, articles } = topic;
  const visibleFilms = compact(films?.nodes);
  const playableFilms = visibleFilms.filter(isPlayable);
  // Prefers a film with this as its first topic, so that topics with the same films get different stills.
  const film = playableFilms.find(({ topics }) => topics[0]?.id === id) ?? playableFilms[0];
  const cover = compact(articles?.nodes)[0]?.cover;
  const counts = [
    films?.totalCount && pluralize(films.totalCount, 'film'),
    articles?.totalCount && pluralize(articles.totalCount, 'article'),
  ].filter(Boolean);
  return (
    <article {...accentProps((film ?? visibleFilms[0])?.accent)} className={styles.entry}>
      <div className={styles.still}>
        {film && <FilmStill film={film} sizes={SIZES} />}
        {!film && cover && <Picture {...cover} alt="" sizes={SIZES} className={styles.cover} />}
        {!film && !cover && <Initial letters={initialOf(title)} />}
      </div>
      <div className={styles.text}>
        <h2 className={styles.title}>
          <Link to={pathOf('Topic', slug)}>{title}</Link>
        </h2>
        {description && <p className={styles.description}>{description}</p>}
        <p className={styles.facts}>{counts.join(', ') || 'Nothing published yet'}</p>
      </div>
    </article>
  );
};
