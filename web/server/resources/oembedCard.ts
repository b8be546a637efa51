import { DEFAULT_ASPECT_RATIO, embedSnippet, fitFrame } from '../../features/embed/embedSnippet.ts';
import type { FilmMoment } from '../../lib/filmMoment.ts';
import { isPlayable } from '../../lib/playable.ts';
import { PUBLICATION } from '../../lib/publication.ts';

/** An oEmbed response: https://oembed.com, section 2.3.4. */
export interface OEmbedCard {
  version: '1.0';
  type: 'video' | 'rich' | 'link';
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

/** The maximum size of a frame in CSS pixels; undefined for no limit. */
export interface MaxSize {
  width: number | undefined;
  height: number | undefined;
}

interface FilmInput {
  slug: string;
  title: string;
  video: {
    status: string;
    isAudio?: boolean;
    aspectRatio: number | null;
    playback: { policy: string; still: string | null } | null;
  } | null;
}

const MAX_WIDTH_PX = 960;
const STILL_WIDTH_PX = 1280;
const CACHE_AGE_SECONDS = 3600;

const cardOf = (origin: string, title: string) => ({
  version: '1.0' as const,
  title,
  provider_name: PUBLICATION.name,
  provider_url: `${origin}/`,
  cache_age: CACHE_AGE_SECONDS,
});

/**
 * Returns the card of a film: an embedded player, of the type `rich` for sound without pictures, or a link if the video
 * is not ready. The still of a signed video is left out, because its URL expires.
 */
export const filmCard = (
  origin: string,
  film: FilmInput,
  moment: FilmMoment,
  maxSize: MaxSize,
): OEmbedCard => {
  const { slug, title, video } = film;
  const card = cardOf(origin, title);
  if (!video || !isPlayable(film)) return { ...card, type: 'link' };
  const aspectRatio = video.aspectRatio ?? DEFAULT_ASPECT_RATIO;
  const { width = MAX_WIDTH_PX, height } = maxSize;
  const size = fitFrame(aspectRatio, { width: Math.min(width, MAX_WIDTH_PX), height });
  const still = video.playback?.policy === 'PUBLIC' ? video.playback.still : null;
  return {
    ...card,
    type: video.isAudio ? 'rich' : 'video',
    ...size,
    html: embedSnippet({ origin, slug, title, ...moment, ...size }),
    ...(still && {
      thumbnail_url: still,
      thumbnail_width: STILL_WIDTH_PX,
      thumbnail_height: Math.round(STILL_WIDTH_PX / aspectRatio),
    }),
  };
};

/** Returns the card of an article: a link with its cover. */
export const articleCard = (
  origin: string,
  { title, cover }: { title: string; cover: { url: string | null } | null },
): OEmbedCard => ({
  ...cardOf(origin, title),
  type: 'link',
  ...(cover?.url && { thumbnail_url: cover.url, thumbnail_width: 1200, thumbnail_height: 630 }),
});
