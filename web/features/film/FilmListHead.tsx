import type { PlaybackPolicy } from '../../graphql/schema.generated.ts';
import { useOrigin } from '../../routing/originContext.ts';
import type { Subject } from '../../ui/addresses.ts';
import { CARD_SHAPE, type CardPicture, PageHead } from '../../ui/PageHead.tsx';
import { listThing } from '../structuredData/list.ts';
import { trailThing } from '../structuredData/trail.ts';

interface ListedFilm {
  slug: string;
  title: string;
  video: { playback: { policy: PlaybackPolicy; card: string } | null } | null;
}

interface FilmListHeadProps {
  subject: Subject;
  slug: string;
  title: string;
  description: string | null;
  films: readonly ListedFilm[];
}

/** The head of a page about several films, such as a collection or a topic. */
export const FilmListHead = ({ subject, slug, title, description, films }: FilmListHeadProps) => {
  const origin = useOrigin();
  return (
    <PageHead
      title={title}
      description={description}
      picture={cardOf(films)}
      things={[
        listThing(origin, { subject, slug, title, description, films }),
        trailThing(origin, subject, slug, title),
      ]}
    />
  );
};

/** The still of the first film that everybody may watch. */
const cardOf = (films: readonly ListedFilm[]): CardPicture | null => {
  for (const { title, video } of films)
    if (video?.playback?.policy === 'PUBLIC')
      return { url: video.playback.card, ...CARD_SHAPE, alt: `A still from the film “${title}”.` };
  return null;
};
