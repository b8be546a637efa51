import type { Clip, VideoObject } from 'schema-dts';
import { addressOf } from '../components/paths.ts';
import { isoDuration } from '../components/text/timecode.ts';
import { publisherThing } from './site.ts';

/** What is told of a film. */
export interface ToldFilm {
  slug: string;
  title: string;
  description: string;
  publishedAt: string | null;
  updatedAt: string | null;
  chapters: readonly { start: number; title: string }[];
  topics: readonly { title: string }[];
  people: readonly { name: string; slug: string }[];
  /** In seconds; null until it is known. */
  seconds: number | null;
  /** Addresses that everybody may ask for and that stay; null for a film that is signed or not ready. */
  open: { still: string; stream: string } | null;
  /** What is said in it, in English. */
  transcript?: string | undefined;
}

const clipsOf = (origin: string, { slug, chapters, seconds }: ToldFilm): Clip[] =>
  chapters.map(({ start, title }, at) => ({
    '@type': 'Clip',
    name: title,
    startOffset: start,
    ...((chapters[at + 1] ?? seconds !== null)
      ? { endOffset: chapters[at + 1]?.start ?? (seconds as number) }
      : {}),
    // As exact as the clip tells it, where the address of a page for readers counts whole seconds.
    url: `${origin}${addressOf('Film', slug)}?t=${start}`,
  }));

/**
 * A film with its chapters as clips, as search engines ask for it:
 * https://developers.google.com/search/docs/appearance/structured-data/video. A film that not everybody may play is
 * told without its files.
 */
export const filmThing = (origin: string, film: ToldFilm): VideoObject => {
  const { slug, title, description, publishedAt, updatedAt, topics, people, seconds, open, transcript } =
    film;
  const url = `${origin}${addressOf('Film', slug)}`;
  return {
    '@type': 'VideoObject',
    '@id': `${url}#film`,
    name: title,
    description,
    url,
    inLanguage: 'en',
    publisher: publisherThing(origin),
    ...(publishedAt && { uploadDate: publishedAt, datePublished: publishedAt }),
    ...(updatedAt && { dateModified: updatedAt }),
    ...(seconds !== null && { duration: isoDuration(seconds) }),
    thumbnailUrl: open?.still ?? `${origin}/card.png`,
    ...(open && { contentUrl: open.stream, embedUrl: `${origin}/embed${addressOf('Film', slug)}` }),
    ...(transcript && { transcript }),
    keywords: topics.map((topic) => topic.title),
    about: people.map(({ name, slug: person }) => ({
      '@type': 'Person',
      name,
      url: `${origin}${addressOf('Person', person)}`,
    })),
    hasPart: clipsOf(origin, film),
  };
};
