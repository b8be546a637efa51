import type { VideoStatus } from '../../../apollo/schema.generated.ts';

interface Filmed {
  video: { status: VideoStatus } | null;
}

/**
 * Parts films that are still to come, because their encoding is not finished or has failed, from the rest, each in
 * the order given. A film of which the library says nothing is not among those to come.
 */
export const partToCome = <F extends Filmed>(films: readonly F[]): { shown: F[]; toCome: F[] } => {
  const isToCome = ({ video }: F) => video?.status === 'PREPARING' || video?.status === 'ERRORED';
  return { shown: films.filter((film) => !isToCome(film)), toCome: films.filter(isToCome) };
};
