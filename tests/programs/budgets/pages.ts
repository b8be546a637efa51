/** An address of each kind of page that the budgets hold for, by the name `--pages` knows it under. */
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

/** The source file of each page's route, as the manifest of the built app names it. */
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
  library: 'features/watch-history/library/LibraryPage.tsx',
};

/**
 * The pages a command is about: those named by `--pages home,film`, or `all`.
 * @throws Error that lists the names there are
 */
export function chosenPages(named: string | undefined, all: readonly string[]): readonly string[] {
  const names = named?.split(',') ?? all;
  const unknown = names.filter((name) => !Object.hasOwn(PAGES, name));
  if (unknown.length > 0)
    throw new Error(`expected pages of ${Object.keys(PAGES).join(', ')}, got ${unknown.join(', ')}`);
  return names;
}
