import type { VideoStatus } from '../../../data/schema.generated.ts';

interface FilmWithVideo {
  video: { status: VideoStatus } | null;
}

/**
 * Splits films into available and upcoming ones, each in the given order. A film is upcoming while its video is being
 * encoded and after its encoding has failed; a film without a video counts as available.
 */
export const splitByAvailability = <F extends FilmWithVideo>(
  films: readonly F[],
): { available: F[]; upcoming: F[] } => {
  const isUpcoming = ({ video }: F) => video?.status === 'PREPARING' || video?.status === 'ERRORED';
  return { available: films.filter((film) => !isUpcoming(film)), upcoming: films.filter(isUpcoming) };
};
