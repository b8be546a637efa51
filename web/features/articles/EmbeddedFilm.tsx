import { useState } from 'react';
import { Link } from 'react-router';
import { accentProps } from '../../lib/color/accent.ts';
import { pathOf } from '../../lib/paths.ts';
import { isUnready, useVideoServiceFailure } from '../../lib/playable.ts';
import { UnreadyFilms } from '../cards/films/UnreadyFilms.tsx';
import { createPlayhead } from '../player/state/playhead.ts';
import { VideoPlayer } from '../player/VideoPlayer.tsx';
import type { EmbeddedFilmFragment } from './EmbeddedFilm.generated.ts';
import styles from './EmbeddedFilm.module.css';

/** Renders a film inside an article with its own player, or as a line if it cannot be played. */
export const EmbeddedFilm = ({ film }: { film: EmbeddedFilmFragment }) =>
  isUnready(film, useVideoServiceFailure()) ? <UnreadyFilms films={[film]} /> : <PlayableFilm film={film} />;

const PlayableFilm = ({ film }: { film: EmbeddedFilmFragment }) => {
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
