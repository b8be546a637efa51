import type { ShareVideo } from '../../../seo/PageHead.tsx';

/** The `maxHeight` of `mp4Url` in `FilmHead.graphql`. */
const MAX_HEIGHT = 1080;

interface VideoSize {
  readonly aspectRatio: number | null;
  /** The height of the best stored resolution in pixels. */
  readonly height: number | null;
}

/**
 * Returns the share video with the best size that its file can have; null without a size.
 * @param url an MP4 file; null without one, for example for sound
 */
export const shareVideoOf = (url: string | null, video: VideoSize | null): ShareVideo | null => {
  const { aspectRatio, height } = video ?? {};
  if (!url || !aspectRatio || !height) return null;
  const fileHeight = Math.min(height, MAX_HEIGHT);
  return { url, width: Math.round(fileHeight * aspectRatio), height: fileHeight };
};
