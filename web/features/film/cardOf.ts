import type { PlaybackPolicy } from '../../graphql/schema.generated.ts';
import { CARD_SHAPE, type CardPicture } from '../../ui/PageHead.tsx';

interface Filmed {
  title: string;
  video: { playback: { policy: PlaybackPolicy; card: string } | null } | null;
}

/** The picture of a page about several films: the still of the first that everybody may watch. */
export const cardOf = (films: readonly Filmed[]): CardPicture | null => {
  for (const { title, video } of films)
    if (video?.playback?.policy === 'PUBLIC')
      return { url: video.playback.card, ...CARD_SHAPE, alt: `A still from the film “${title}”.` };
  return null;
};
