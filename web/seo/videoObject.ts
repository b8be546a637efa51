import type { AudioObject, Clip, VideoObject } from 'schema-dts';
import { momentQuery } from '../lib/filmMoment.ts';
import { pathOf } from '../lib/paths.ts';
import { SITE_LANGUAGE } from '../lib/publication.ts';
import { isoDuration } from '../lib/text/timecode.ts';
import { publisher } from './webSite.ts';

export interface FilmInput {
  slug: string;
  title: string;
  description: string;
  publishedAt: string | null;
  updatedAt: string | null;
  chapters: readonly { start: number; title: string }[];
  topics: readonly { title: string }[];
  people: readonly { name: string; slug: string }[];
  /** The text of its licence; null if there is none. */
  licenseUrl?: string | null;
  /** True for sound without pictures. */
  isAudio?: boolean;
  /** Null while the video is not ready. */
  durationSeconds: number | null;
  /** Permanent URLs of a public video; null for a video that is signed or not ready. */
  publicPlayback: { still: string | null; stream: string } | null;
  /** In English. */
  transcript?: string | undefined;
}

const clipsOf = (origin: string, { slug, chapters, durationSeconds }: FilmInput): Clip[] =>
  chapters.map(({ start, title }, index) => ({
    '@type': 'Clip',
    name: title,
    startOffset: start,
    ...((chapters[index + 1] ?? durationSeconds !== null)
      ? { endOffset: chapters[index + 1]?.start ?? (durationSeconds as number) }
      : {}),
    url: `${origin}${pathOf('Film', slug)}${momentQuery({ seconds: start })}`,
  }));

/**
 * Returns the structured data of a film, with its chapters as clips:
 * https://developers.google.com/search/docs/appearance/structured-data/video. URLs of a signed video are left out, because
 * they expire. Sound without pictures is an `AudioObject`.
 */
export const videoObject = (origin: string, film: FilmInput): VideoObject | AudioObject => {
  const {
    slug,
    title,
    description,
    publishedAt,
    updatedAt,
    topics,
    people,
    licenseUrl,
    isAudio = false,
    durationSeconds,
    publicPlayback,
    transcript,
  } = film;
  const url = `${origin}${pathOf('Film', slug)}`;
  return {
    '@type': isAudio ? 'AudioObject' : 'VideoObject',
    '@id': `${url}#film`,
    name: title,
    description,
    url,
    inLanguage: SITE_LANGUAGE,
    publisher: publisher(origin),
    ...(publishedAt && { uploadDate: publishedAt, datePublished: publishedAt }),
    ...(updatedAt && { dateModified: updatedAt }),
    ...(licenseUrl && { license: licenseUrl }),
    ...(durationSeconds !== null && { duration: isoDuration(durationSeconds) }),
    // Search engines require a picture of each video.
    ...(!isAudio && { thumbnailUrl: publicPlayback?.still ?? `${origin}/card.png` }),
    ...(publicPlayback && {
      contentUrl: publicPlayback.stream,
      embedUrl: `${origin}/embed${pathOf('Film', slug)}`,
    }),
    ...(transcript && { transcript }),
    keywords: topics.map((topic) => topic.title),
    about: people.map(({ name, slug: person }) => ({
      '@type': 'Person',
      name,
      url: `${origin}${pathOf('Person', person)}`,
    })),
    hasPart: clipsOf(origin, film),
  };
};
