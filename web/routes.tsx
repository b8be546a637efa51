import { data, type RouteObject } from 'react-router';
import { AppLayout } from './layout/AppLayout.tsx';
import { lazyIsland } from './ui/lazyIsland.tsx';

const ErrorPage = lazyIsland(() => import('./layout/layoutChunk.ts').then(({ ErrorPage }) => ErrorPage));

/** The modules of all pages. Each is a separate chunk with its component and loader. */
const modules = import.meta.glob<object>('./features/*/*Page.tsx');

/** Creates the route of a page. Its id is its source file, by which the server finds the chunk of the page. */
const page = (path: string, file: string): RouteObject => {
  const lazy = modules[`./features/${file}`];
  if (!lazy) throw new Error(`expected a page in web/features/${file}, found none`);
  const id = `features/${file}`;
  return path === '' ? { index: true, id, lazy } : { path, id, lazy };
};

/** The routes of the browser and the server. */
export const routes: RouteObject[] = [
  {
    // Embedded films have no layout.
    ErrorBoundary: ErrorPage,
    children: [page('embed/films/:slug', 'embed/EmbedPage.tsx')],
  },
  {
    Component: AppLayout,
    // For errors of the layout itself.
    ErrorBoundary: ErrorPage,
    children: [
      {
        // For errors of a page, which the layout surrounds.
        ErrorBoundary: ErrorPage,
        children: [
          page('', 'home/HomePage.tsx'),
          page('films', 'films/FilmsPage.tsx'),
          page('films/:slug', 'films/FilmPage.tsx'),
          page('articles', 'articles/ArticlesPage.tsx'),
          page('articles/:slug', 'articles/ArticlePage.tsx'),
          page('people', 'people/PeoplePage.tsx'),
          page('people/:slug', 'people/PersonPage.tsx'),
          page('topics', 'topics/TopicsPage.tsx'),
          page('topics/:slug', 'topics/TopicPage.tsx'),
          page('collections', 'collections/CollectionsPage.tsx'),
          page('collections/:slug', 'collections/CollectionPage.tsx'),
          page('authors', 'authors/AuthorsPage.tsx'),
          page('authors/:slug', 'authors/AuthorPage.tsx'),
          page('about', 'about/AboutPage.tsx'),
          page('imprint', 'about/ImprintPage.tsx'),
          page('search', 'search/SearchPage.tsx'),
          page('library', 'library/LibraryPage.tsx'),
          {
            path: '*',
            loader: () => {
              throw data(null, { status: 404 });
            },
          },
        ],
      },
    ],
  },
];
