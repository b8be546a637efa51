import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { Initial } from '../../components/images/Initial.tsx';
import { addressOf } from '../../components/paths.ts';
import { accented } from '../../components/text/accent.ts';
import { compact } from '../../components/text/lists.ts';
import { pluralize } from '../../components/text/pluralize.ts';
import { FilmStill } from '../films/cards/FilmStill.tsx';
import { type TopicEntryFragment, useTopicEntryFragment } from './TopicEntry.generated.ts';
import styles from './TopicEntry.module.css';

/** A topic among others: what belongs to it, how much there is, and a still of one of its films. */
export const TopicEntry = ({ topic }: { topic: FragmentType<TopicEntryFragment> }) => {
  const { id, slug, title, description, films, articles } = useTopicEntryFragment(topic);
  const all = compact(films.nodes);
  const ready = all.filter(({ video }) => video?.status === 'READY');
  // A film that is about this first of all: topics that share films would otherwise look alike.
  const film = ready.find(({ topics }) => topics[0]?.id === id) ?? ready[0];
  const contents = [
    films.totalCount > 0 && pluralize(films.totalCount, 'film'),
    articles.totalCount > 0 && pluralize(articles.totalCount, 'article'),
  ].filter(Boolean);
  return (
    <article {...accented((film ?? all[0])?.accent)} className={styles.entry}>
      <div className={styles.still}>
        {film ? (
          <FilmStill film={film} sizes="(min-width: 40rem) 16rem, 40vw" />
        ) : (
          <Initial letters={title.slice(0, 1)} />
        )}
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={addressOf('Topic', slug)}>{title}</Link>
        </h2>
        {description && <p className={styles.description}>{description}</p>}
        <p className={styles.facts}>{contents.join(', ') || 'Nothing published yet'}</p>
      </div>
    </article>
  );
};
