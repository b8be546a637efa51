import { rejectArguments } from '../load/readArguments.ts';

/** The paths of the pages with budgets, by their name in `--pages`. */
export const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  films: '/films',
  film: '/films/lorenz',
  articles: '/articles',
  article: '/articles/sensitive-dependence',
  people: '/people',
  person: '/people/edward-lorenz',
  topic: '/topics/chaos',
  collection: '/collections/nothing-left-to-chance',
  search: '/search?topic=chaos',
  library: '/library',
};

/** The paths of pages of the documentation with budgets. */
export const DOCS_PAGES: Readonly<Record<string, string>> = {
  'docs-guide': '/docs/first-request',
  'docs-errors': '/docs/errors',
  'docs-type': '/docs/reference/Film',
};

/** The source files of the routes, as in the manifest of the built app. */
export const SOURCES: Readonly<Record<string, string>> = {
  home: 'features/home/HomePage.tsx',
  films: 'features/films/FilmsPage.tsx',
  film: 'features/films/FilmPage.tsx',
  articles: 'features/articles/ArticlesPage.tsx',
  article: 'features/articles/ArticlePage.tsx',
  people: 'features/people/PeoplePage.tsx',
  person: 'features/people/PersonPage.tsx',
  topic: 'features/topics/TopicPage.tsx',
  collection: 'features/collections/CollectionPage.tsx',
  search: 'features/search/SearchPage.tsx',
  library: 'features/library/LibraryPage.tsx',
};

/**
 * Parses `--pages`, a list such as `home,film`.
 * @param defaults the pages without `--pages`
 * @param pages all pages by name
 * @throws Error that lists the valid names
 */
export function selectPages(
  option: string | undefined,
  defaults: readonly string[],
  pages: Readonly<Record<string, unknown>> = PAGES,
): readonly string[] {
  const names = option?.split(',') ?? defaults;
  const unknown = names.filter((name) => !Object.hasOwn(pages, name));
  if (unknown.length > 0)
    rejectArguments(`expected pages of ${Object.keys(pages).join(', ')}, got ${unknown.join(', ')}`);
  return names;
}
