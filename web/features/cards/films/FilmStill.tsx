import type { ReactNode } from 'react';
import { accentProps } from '../../../lib/color/accent.ts';
import { FilmImage, type FilmImageProps } from '../../../ui/images/FilmImage.tsx';
import { WatchedMark } from '../../watch-history/WatchedMark.tsx';
import { FilmPreview } from './FilmPreview.tsx';
import type { FilmStillFragment } from './FilmStill.generated.ts';
import styles from './FilmStill.module.css';
import { VideoPlaceholder } from './VideoPlaceholder.tsx';

interface FilmStillProps {
  film: FilmStillFragment;
  /** A large picture of the film, shown in place of the still. */
  poster?: FilmImageProps['poster'];
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Loads the image eagerly and with high priority, for a still in the first view of a page. */
  isLead?: boolean;
  /** Shows the moving preview. */
  isPreviewing?: boolean;
  viewTransitionName?: string | undefined;
  /** Rendered over the image, if the film can be played. */
  children?: ReactNode;
}

/** Renders a still with the aspect ratio of its film. The image is decorative, because a title is always beside it. */
export const FilmStill = ({
  film,
  poster,
  sizes,
  isLead,
  isPreviewing,
  viewTransitionName,
  children,
}: FilmStillProps) => {
  const { id, video, accent } = film;
  const { style, ...accentAttributes } = accentProps(accent);
  const playback = video?.playback;
  const placeholder = <VideoPlaceholder id={id} status={video?.status ?? null} />;
  return (
    <div
      {...accentAttributes}
      className={styles.frame}
      style={{
        ...style,
        aspectRatio: video?.aspectRatio ?? undefined,
        viewTransitionName,
      }}
    >
      {playback ? (
        <>
          <FilmImage
            still={playback}
            poster={poster}
            sizes={sizes}
            isLead={isLead}
            decoding="async"
            fallback={placeholder}
          />
          {isPreviewing && <FilmPreview videoUrl={playback.preview} imageUrl={playback.animated} />}
          {children}
        </>
      ) : (
        placeholder
      )}
      <WatchedMark id={id} />
    </div>
  );
};
