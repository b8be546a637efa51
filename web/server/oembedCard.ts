import { escapeUTF8 } from 'entities';
import { addressOf } from '../ui/addresses.ts';
import { PUBLICATION } from '../ui/publication.ts';

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

const WIDEST = 960;
const STILL_WIDTH = 1280;
const CACHE_AGE = 3600;

const cardOf = (origin: string, title: string) => ({
  version: '1.0' as const,
  title,
  provider_name: PUBLICATION.name,
  provider_url: `${origin}/`,
  cache_age: CACHE_AGE,
});

/** Height by width of `16:9` and the like. */
const shapeOf = (ratio: string | null): number => {
  const [width, height] = (ratio ?? '').split(':').map(Number);
  return width && height ? height / width : 9 / 16;
};

/** The largest box of a shape that fits, of whole pixels and at least one. */
const fit = (shape: number, { width = WIDEST, height = Number.POSITIVE_INFINITY }: Room) => {
  const wide = Math.min(width, WIDEST, height / shape);
  const whole = (pixels: number) => Math.max(1, Math.floor(pixels));
  return { width: whole(wide), height: whole(wide * shape) };
};

/**
 * A film as a frame that plays it; as a link while it cannot be played. The still of a signed film stops being shown, so it
 * is not given away.
 * @param seconds where it begins, which is also what its still is to show; null for the beginning
 */
export const filmCard = (origin: string, film: ShownFilm, seconds: number | null, room: Room): OEmbedCard => {
  const { slug, title, video } = film;
  const card = cardOf(origin, title);
  if (video?.status !== 'READY') return { ...card, type: 'link' };
  const shape = shapeOf(video.aspectRatio);
  const { width, height } = fit(shape, room);
  const src = `${origin}/embed${addressOf('Film', slug)}${seconds === null ? '' : `?t=${seconds}`}`;
  const still = video.playback?.policy === 'PUBLIC' ? video.playback.still : null;
  return {
    ...card,
    type: 'video',
    width,
    height,
    html: `<iframe src="${escapeUTF8(src)}" width="${width}" height="${height}" title="${escapeUTF8(title)}" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen loading="lazy"></iframe>`,
    ...(still && {
      thumbnail_url: still,
      thumbnail_width: STILL_WIDTH,
      thumbnail_height: Math.round(STILL_WIDTH * shape),
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
