import type { PlaybackPolicy } from '../../../data/schema.generated.ts';
import type { PageType } from '../../../lib/paths.ts';
import { breadcrumbList } from '../../../seo/breadcrumbList.ts';
import { collectionPage } from '../../../seo/collectionPage.ts';
import { useOrigin } from '../../../seo/originContext.ts';
import { PageHead, SHARE_IMAGE_SIZE, type ShareImage } from '../../../seo/PageHead.tsx';

interface ListedFilm {
  slug: string;
  title: string;
  video: { playback: { policy: PlaybackPolicy; shareImage: string | null } | null } | null;
}

interface FilmListHeadProps {
  pageType: PageType;
  slug: string;
  title: string;
  description: string | null;
  films: readonly ListedFilm[];
  feedPath?: string;
}

/** Renders the head of a page that lists films, such as a collection or a topic. */
export const FilmListHead = ({ pageType, slug, title, description, films, feedPath }: FilmListHeadProps) => {
  const origin = useOrigin();
  return (
    <PageHead
      title={title}
      description={description}
      image={shareImageOf(films)}
      feedPath={feedPath}
      structuredData={[
        collectionPage(origin, { pageType, slug, title, description, films }),
        breadcrumbList(origin, pageType, slug, title),
      ]}
    />
  );
};

/** Returns the still of the first public film; null if there is none. */
const shareImageOf = (films: readonly ListedFilm[]): ShareImage | null => {
  for (const { title, video } of films)
    if (video?.playback?.policy === 'PUBLIC' && video.playback.shareImage)
      return {
        url: video.playback.shareImage,
        ...SHARE_IMAGE_SIZE,
        alt: `A still from the film “${title}”.`,
      };
  return null;
};
