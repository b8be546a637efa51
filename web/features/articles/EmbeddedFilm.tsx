import { useState } from 'react';
import { Link } from 'react-router';
import { accentProps } from '../../lib/color/accent.ts';
import { pathOf } from '../../lib/paths.ts';
import { createPlayhead } from '../player/state/playhead.ts';
import { VideoPlayer } from '../player/VideoPlayer.tsx';
import type { EmbeddedFilmFragment } from './EmbeddedFilm.generated.ts';
import styles from './EmbeddedFilm.module.css';

/** Renders a film inside an article with its own player. */
export const EmbeddedFilm = ({ film }: { film: EmbeddedFilmFragment }) => {
  const [playhead] = useState(createPlayhead);
  return (
    <figure {...accentProps(film.accent)} className={styles.film}>
      <VideoPlayer film={film} playhead={playhead} sizes="(min-width: 64rem) 60rem, 100vw" />
      <figcaption>
        <Link to={pathOf('Film', film.slug)}>{film.title}</Link>
        {film.tagline && <span>{film.tagline}</span>}
      </figcaption>
    </figure>
  );
};
