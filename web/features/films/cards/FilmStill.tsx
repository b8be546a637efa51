import type { FragmentType } from '@apollo/client';
import { useState } from 'react';
import { FilmImage } from '../../../components/images/FilmImage.tsx';
import { lazyIsland } from '../../../components/lazyIsland.tsx';
import { accentProps } from '../../../components/text/accent.ts';
import { type FilmStillFragment, useFilmStillFragment } from './FilmStill.generated.ts';
import styles from './FilmStill.module.css';
import { VideoPlaceholder } from './VideoPlaceholder.tsx';

const WatchedMark = lazyIsland(() =>
  import('../../watch-history/deferred.ts').then(({ WatchedMark }) => WatchedMark),
);

interface FilmStillProps {
  film: FragmentType<FilmStillFragment>;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Loads the image eagerly and with high priority, for a still in the first view of a page. */
  isLead?: boolean;
  /** Shows the animated preview. */
  isPreviewing?: boolean;
  viewTransitionName?: string | undefined;
}

/** Renders a still with the aspect ratio of its film. The image is decorative, because a title is always beside it. */
export const FilmStill = ({ film, sizes, isLead, isPreviewing, viewTransitionName }: FilmStillProps) => {
  const { id, video, accent } = useFilmStillFragment(film);
  const [isPreviewLoaded, setIsPreviewLoaded] = useState(false);
  const { style, ...accentAttributes } = accentProps(accent);
  const playback = video?.playback;
  const placeholder = <VideoPlaceholder status={video?.status ?? null} />;
  return (
    <div
      {...accentAttributes}
      className={styles.frame}
      style={{
        ...style,
        aspectRatio: video?.aspectRatio?.replace(':', ' / '),
        viewTransitionName,
      }}
    >
      {playback ? (
        <>
          <FilmImage still={playback} {...{ sizes, isLead }} decoding="async" fallback={placeholder} />
          {isPreviewing && (
            <img
              className={styles.preview}
              data-loaded={isPreviewLoaded || undefined}
              onLoad={() => setIsPreviewLoaded(true)}
              src={playback.animated ?? undefined}
              alt=""
            />
          )}
        </>
      ) : (
        placeholder
      )}
      <WatchedMark id={id} />
    </div>
  );
};
