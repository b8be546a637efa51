import { TextTracks } from '../../kit/video/TextTracks.tsx';
import type { VideoPlayerFragment } from './VideoPlayer.generated.ts';
import styles from './VideoPlayer.module.css';

type Video = NonNullable<VideoPlayerFragment['video']>;

interface NoScriptVideoProps {
  title: string;
  playback: NonNullable<Video['playback']>;
  tracks: Video['tracks'];
  /** The initial position; null for the start. */
  startSeconds: number | null;
}

/** Renders a plain video element with the controls of the browser, for browsers without JavaScript. */
export const NoScriptVideo = ({ title, playback, tracks, startSeconds }: NoScriptVideoProps) => (
  <noscript>
    {/* biome-ignore lint/a11y/useMediaCaption: TextTracks renders the captions that exist */}
    <video
      className={styles.noScript}
      aria-label={title}
      controls
      playsInline
      crossOrigin="anonymous"
      preload="none"
      poster={playback.still1600 ?? undefined}
    >
      <source
        src={playback.hlsUrl + (startSeconds ? `#t=${startSeconds}` : '')}
        type="application/vnd.apple.mpegurl"
      />
      <TextTracks tracks={tracks} />
    </video>
  </noscript>
);
