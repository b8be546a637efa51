import type { CollectionPage } from 'schema-dts';
import { type PageType, pathOf } from '../lib/paths.ts';

interface CollectionInput {
  pageType: PageType;
  slug: string;
  title: string;
  description: string | null;
  films: readonly { slug: string; title: string }[];
}

/** Returns the structured data of a page with a list of films: a collection or a topic. */
export const collectionPage = (
  origin: string,
  { pageType, slug, title, description, films }: CollectionInput,
): CollectionPage => ({
  '@type': 'CollectionPage',
  name: title,
  url: `${origin}${pathOf(pageType, slug)}`,
  ...(description && { description }),
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: films.length,
    itemListElement: films.map((film, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: film.title,
      url: `${origin}${pathOf('Film', film.slug)}`,
    })),
  },
});
