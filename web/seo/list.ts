import type { CollectionPage } from 'schema-dts';
import { addressOf, type Subject } from '../components/paths.ts';

interface ToldList {
  subject: Subject;
  slug: string;
  title: string;
  description: string | null;
  films: readonly { slug: string; title: string }[];
}

/** A page that brings films together: a collection in its order, or a topic. */
export const listThing = (
  origin: string,
  { subject, slug, title, description, films }: ToldList,
): CollectionPage => ({
  '@type': 'CollectionPage',
  name: title,
  url: `${origin}${addressOf(subject, slug)}`,
  ...(description && { description }),
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: films.length,
    itemListElement: films.map((film, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: film.title,
      url: `${origin}${addressOf('Film', film.slug)}`,
    })),
  },
});
