import type { Article, Person } from 'schema-dts';
import { pathOf } from '../lib/paths.ts';
import { SITE_LANGUAGE } from '../lib/publication.ts';
import { publisher } from './webSite.ts';

export interface ArticleInput {
  slug: string;
  title: string;
  excerpt: string | null;
  publishedAt: string | null;
  updatedAt: string | null;
  imageUrl: string | null;
  readingMinutes: number | null;
  topics: readonly { title: string }[];
  /** The people who wrote it. */
  authors: readonly { name: string; slug: string | null }[];
  /** The people whose work it explains. */
  people: readonly { name: string; slug: string }[];
  films: readonly { slug: string; title: string }[];
}

const authorObject = (origin: string, { name, slug }: ArticleInput['authors'][number]): Person => ({
  '@type': 'Person',
  name,
  ...(slug && { url: `${origin}${pathOf('Contributor', slug)}` }),
});

/** Returns the structured data of an article. Without authors the publication is its author. */
export const articleObject = (origin: string, article: ArticleInput): Article => {
  const { slug, title, excerpt, publishedAt, updatedAt, imageUrl, readingMinutes } = article;
  const { topics, authors, people, films } = article;
  const url = `${origin}${pathOf('Article', slug)}`;
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: title,
    url,
    mainEntityOfPage: url,
    inLanguage: SITE_LANGUAGE,
    author: authors.length > 0 ? authors.map((author) => authorObject(origin, author)) : publisher(origin),
    publisher: publisher(origin),
    image: imageUrl ?? `${origin}/card.png`,
    ...(excerpt && { description: excerpt }),
    ...(publishedAt && { datePublished: publishedAt }),
    ...(updatedAt && { dateModified: updatedAt }),
    ...(readingMinutes && { timeRequired: `PT${readingMinutes}M` }),
    keywords: topics.map((topic) => topic.title),
    about: people.map((person) => ({
      '@type': 'Person',
      name: person.name,
      url: `${origin}${pathOf('Person', person.slug)}`,
    })),
    mentions: films.map((film) => ({
      '@type': 'VideoObject',
      '@id': `${origin}${pathOf('Film', film.slug)}#film`,
      name: film.title,
    })),
  };
};
