import { PUBLICATION } from '../../components/publication.ts';
import { embedSnippet, fitFrame, parseAspectRatio } from '../../features/embed/embedSnippet.ts';

/** What oEmbed answers: https://oembed.com, section 2.3.4. */
export interface OEmbedCard {
  version: '1.0';
  type: 'video' | 'link';
  title: string;
  provider_name: string;
  provider_url: string;
  cache_age: number;
  html?: string;
  width?: number;
  height?: number;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}

/** The room there is for a film, in CSS pixels; undefined for any. */
export interface Room {
  width: number | undefined;
  height: number | undefined;
}

interface ShownFilm {
  slug: string;
  title: string;
  video: {
    status: string;
    aspectRatio: string | null;
    playback: { policy: string; still: string } | null;
  } | null;
}

const MAX_WIDTH = 960;
const STILL_WIDTH = 1280;
const CACHE_AGE = 3600;

const cardOf = (origin: string, title: string) => ({
  version: '1.0' as const,
  title,
  provider_name: PUBLICATION.name,
  provider_url: `${origin}/`,
  cache_age: CACHE_AGE,
});

/**
 * A film as a frame that plays it; as a link while it cannot be played. The still of a signed film stops being shown, so it
 * is not given away.
 * @param seconds where it begins, which is also what its still is to show; null for the beginning
 */
export const filmCard = (origin: string, film: ShownFilm, seconds: number | null, room: Room): OEmbedCard => {
  const { slug, title, video } = film;
  const card = cardOf(origin, title);
  if (video?.status !== 'READY') return { ...card, type: 'link' };
  const aspectRatio = parseAspectRatio(video.aspectRatio);
  const { width = MAX_WIDTH, height } = room;
  const size = fitFrame(aspectRatio, { width: Math.min(width, MAX_WIDTH), height });
  const still = video.playback?.policy === 'PUBLIC' ? video.playback.still : null;
  return {
    ...card,
    type: 'video',
    ...size,
    html: embedSnippet({ origin, slug, title, seconds, ...size }),
    ...(still && {
      thumbnail_url: still,
      thumbnail_width: STILL_WIDTH,
      thumbnail_height: Math.round(STILL_WIDTH / aspectRatio),
    }),
  };
};

/** An article is a link with its picture: it is read where it is. */
export const articleCard = (
  origin: string,
  { title, cover }: { title: string; cover: { url: string } | null },
): OEmbedCard => ({
  ...cardOf(origin, title),
  type: 'link',
  ...(cover && { thumbnail_url: cover.url, thumbnail_width: 1200, thumbnail_height: 630 }),
});
