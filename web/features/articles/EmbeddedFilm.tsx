import type { FragmentType } from '@apollo/client';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../../components/paths.ts';
import { accented } from '../../components/text/accent.ts';
import { createPlayhead } from '../player/state/playhead.ts';
import { Screen } from '../player/VideoPlayer.tsx';
import { type EmbeddedFilmFragment, useEmbeddedFilmFragment } from './EmbeddedFilm.generated.ts';
import styles from './EmbeddedFilm.module.css';

/** A film within an article: it plays where it stands. */
export const EmbeddedFilm = ({ film: from }: { film: FragmentType<EmbeddedFilmFragment> }) => {
  const film = useEmbeddedFilmFragment(from);
  const playhead = useMemo(createPlayhead, []);
  return (
    <figure {...accented(film.accent)} className={styles.film}>
      <Screen film={film} playhead={playhead} sizes="(min-width: 64rem) 60rem, 100vw" />
      <figcaption>
        <Link to={addressOf('Film', film.slug)}>{film.title}</Link>
        {film.tagline && <span>{film.tagline}</span>}
      </figcaption>
    </figure>
  );
};
