import { TextTracks } from './captions/TextTracks.tsx';
import type { ScreenFragment } from './VideoPlayer.generated.ts';
import styles from './VideoPlayer.module.css';

type Video = NonNullable<ScreenFragment['video']>;

interface PlainFilmProps {
  title: string;
  playback: NonNullable<Video['playback']>;
  tracks: Video['tracks'];
  /** Second at which it begins; null for its beginning. */
  start: number | null;
}

/** The film for browsers that run no scripts: the element itself, with the browser's own controls. */
export const PlainFilm = ({ title, playback, tracks, start }: PlainFilmProps) => (
  <noscript>
    {/* biome-ignore lint/a11y/useMediaCaption: the tracks are the film's own, below */}
    <video
      className={styles.plain}
      aria-label={title}
      controls
      playsInline
      crossOrigin="anonymous"
      preload="none"
      poster={playback.still1600}
    >
      <source src={playback.hlsUrl + (start ? `#t=${start}` : '')} type="application/vnd.apple.mpegurl" />
      <TextTracks tracks={tracks} />
    </video>
  </noscript>
);
