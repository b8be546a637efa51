import { useState } from 'react';
import styles from './FilmStill.module.css';

interface FilmPreviewProps {
  /** The URL of an MP4 file; null if the media library has none. */
  videoUrl: string | null;
  /** The URL of an animated image, which is shown instead of a missing video. */
  imageUrl: string | null;
}

/** Renders the moving preview over a still: a silent loop that appears when it has begun. */
export const FilmPreview = ({ videoUrl, imageUrl }: FilmPreviewProps) => {
  const [isShown, setIsShown] = useState(false);
  const shown = { className: styles.preview, 'data-shown': isShown || undefined };
  if (videoUrl)
    return (
      <video
        {...shown}
        src={videoUrl}
        onPlaying={() => setIsShown(true)}
        autoPlay
        muted
        loop
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        tabIndex={-1}
        aria-hidden="true"
      />
    );
  return imageUrl ? <img {...shown} src={imageUrl} onLoad={() => setIsShown(true)} alt="" /> : null;
};
