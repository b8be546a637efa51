import type { Article } from 'schema-dts';
import { addressOf } from '../components/paths.ts';
import { publisherThing } from './site.ts';

/** What is told of an article. */
export interface ToldArticle {
  slug: string;
  title: string;
  excerpt: string | null;
  publishedAt: string | null;
  updatedAt: string | null;
  picture: string | null;
  minutes: number | null;
  topics: readonly { title: string }[];
  /** Whose work it follows. */
  authors: readonly { name: string; slug: string }[];
  films: readonly { slug: string; title: string }[];
}

/** An article of the magazine. Those whose work it follows did not write it, so they are what it is about. */
export const articleThing = (origin: string, article: ToldArticle): Article => {
  const { slug, title, excerpt, publishedAt, updatedAt, picture, minutes, topics, authors, films } = article;
  const url = `${origin}${addressOf('Article', slug)}`;
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: title,
    url,
    mainEntityOfPage: url,
    inLanguage: 'en',
    author: publisherThing(origin),
    publisher: publisherThing(origin),
    image: picture ?? `${origin}/card.png`,
    ...(excerpt && { description: excerpt }),
    ...(publishedAt && { datePublished: publishedAt }),
    ...(updatedAt && { dateModified: updatedAt }),
    ...(minutes && { timeRequired: `PT${minutes}M` }),
    keywords: topics.map((topic) => topic.title),
    about: authors.map((person) => ({
      '@type': 'Person',
      name: person.name,
      url: `${origin}${addressOf('Person', person.slug)}`,
    })),
    mentions: films.map((film) => ({
      '@type': 'VideoObject',
      '@id': `${origin}${addressOf('Film', film.slug)}#film`,
      name: film.title,
    })),
  };
};
