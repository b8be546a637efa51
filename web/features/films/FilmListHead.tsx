import type { PlaybackPolicy } from '../../apollo/schema.generated.ts';
import type { Subject } from '../../components/paths.ts';
import { trailThing } from '../../seo/breadcrumbList.ts';
import { listThing } from '../../seo/list.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { CARD_SHAPE, type CardPicture, PageHead } from '../../seo/PageHead.tsx';

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
