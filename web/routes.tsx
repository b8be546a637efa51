import { data, type RouteObject } from 'react-router';
import { FailurePage } from './features/failure/FailurePage.tsx';
import { Shell } from './features/shell/Shell.tsx';

/** A page is a chunk of its own. Its route is named after its file, by which a server finds what the chunk was built into. */
const page = (path: string, id: string, lazy: () => Promise<object>): RouteObject =>
  path === '' ? { index: true, id, lazy } : { path, id, lazy };

/**
 * The address book: each page is a chunk of its own that brings its component and its loader. A browser and a server
 * both walk it.
 */
export const routes: RouteObject[] = [
  {
    // Within the pages of others a film stands alone.
    ErrorBoundary: FailurePage,
    children: [
      page(
        'embed/films/:slug',
        'features/embed/EmbedPage.tsx',
        () => import('./features/embed/EmbedPage.tsx'),
      ),
    ],
  },
  {
    Component: Shell,
    ErrorBoundary: FailurePage,
    children: [
      {
        ErrorBoundary: FailurePage,
        children: [
          page('', 'features/home/HomePage.tsx', () => import('./features/home/HomePage.tsx')),
          page('films', 'features/film/FilmsPage.tsx', () => import('./features/film/FilmsPage.tsx')),
          page('films/:slug', 'features/film/FilmPage.tsx', () => import('./features/film/FilmPage.tsx')),
          page(
            'articles',
            'features/article/ArticlesPage.tsx',
            () => import('./features/article/ArticlesPage.tsx'),
          ),
          page(
            'articles/:slug',
            'features/article/ArticlePage.tsx',
            () => import('./features/article/ArticlePage.tsx'),
          ),
          page('people', 'features/person/PeoplePage.tsx', () => import('./features/person/PeoplePage.tsx')),
          page(
            'people/:slug',
            'features/person/PersonPage.tsx',
            () => import('./features/person/PersonPage.tsx'),
          ),
          page('topics', 'features/topic/TopicsPage.tsx', () => import('./features/topic/TopicsPage.tsx')),
          page(
            'topics/:slug',
            'features/topic/TopicPage.tsx',
            () => import('./features/topic/TopicPage.tsx'),
          ),
          page(
            'collections',
            'features/collection/CollectionsPage.tsx',
            () => import('./features/collection/CollectionsPage.tsx'),
          ),
          page(
            'collections/:slug',
            'features/collection/CollectionPage.tsx',
            () => import('./features/collection/CollectionPage.tsx'),
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
