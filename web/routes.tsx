import { data, type RouteObject } from 'react-router';
import { lazyIsland } from './components/lazyIsland.tsx';
import { AppLayout } from './layout/AppLayout.tsx';

const ErrorPage = lazyIsland(() => import('./layout/layoutChunk.ts').then(({ ErrorPage }) => ErrorPage));

/** Creates the route of a page. Its id is its source file, by which the server finds the chunk of the page. */
const page = (path: string, id: string, lazy: () => Promise<object>): RouteObject =>
  path === '' ? { index: true, id, lazy } : { path, id, lazy };

/** The routes of the browser and the server. Each page is a separate chunk with its component and loader. */
export const routes: RouteObject[] = [
  {
    // Embedded films have no layout.
    ErrorBoundary: ErrorPage,
    children: [
      page(
        'embed/films/:slug',
        'features/embed/EmbedPage.tsx',
        () => import('./features/embed/EmbedPage.tsx'),
      ),
    ],
  },
  {
    Component: AppLayout,
    ErrorBoundary: ErrorPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          page('', 'features/home/HomePage.tsx', () => import('./features/home/HomePage.tsx')),
          page('films', 'features/films/FilmsPage.tsx', () => import('./features/films/FilmsPage.tsx')),
          page('films/:slug', 'features/films/FilmPage.tsx', () => import('./features/films/FilmPage.tsx')),
          page(
            'articles',
            'features/articles/ArticlesPage.tsx',
            () => import('./features/articles/ArticlesPage.tsx'),
          ),
          page(
            'articles/:slug',
            'features/articles/ArticlePage.tsx',
            () => import('./features/articles/ArticlePage.tsx'),
          ),
          page('people', 'features/people/PeoplePage.tsx', () => import('./features/people/PeoplePage.tsx')),
          page(
            'people/:slug',
            'features/people/PersonPage.tsx',
            () => import('./features/people/PersonPage.tsx'),
          ),
          page('topics', 'features/topics/TopicsPage.tsx', () => import('./features/topics/TopicsPage.tsx')),
          page(
            'topics/:slug',
            'features/topics/TopicPage.tsx',
            () => import('./features/topics/TopicPage.tsx'),
          ),
          page(
            'collections',
            'features/collections/CollectionsPage.tsx',
            () => import('./features/collections/CollectionsPage.tsx'),
          ),
          page(
            'collections/:slug',
            'features/collections/CollectionPage.tsx',
            () => import('./features/collections/CollectionPage.tsx'),
          ),
          page('search', 'features/search/SearchPage.tsx', () => import('./features/search/SearchPage.tsx')),
          page(
            'library',
            'features/library/LibraryPage.tsx',
            () => import('./features/library/LibraryPage.tsx'),
          ),
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
