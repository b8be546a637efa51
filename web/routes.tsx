import type { RouteObject } from 'react-router';
import { FailurePage } from './features/failure/FailurePage.tsx';
import { NotFoundPage } from './features/failure/NotFoundPage.tsx';
import { OpeningPage } from './features/shell/OpeningPage.tsx';
import { Shell } from './features/shell/Shell.tsx';

/**
 * The address book: each page is a chunk of its own that brings its component and its loader. A browser and a server
 * can both walk it.
 */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    HydrateFallback: OpeningPage,
    ErrorBoundary: FailurePage,
    children: [
      {
        ErrorBoundary: FailurePage,
        children: [
          { index: true, lazy: () => import('./features/home/HomePage.tsx') },
          { path: 'films', lazy: () => import('./features/film/FilmsPage.tsx') },
          { path: 'films/:slug', lazy: () => import('./features/film/FilmPage.tsx') },
          { path: 'articles', lazy: () => import('./features/article/ArticlesPage.tsx') },
          { path: 'articles/:slug', lazy: () => import('./features/article/ArticlePage.tsx') },
          { path: 'people', lazy: () => import('./features/person/PeoplePage.tsx') },
          { path: 'people/:slug', lazy: () => import('./features/person/PersonPage.tsx') },
          { path: 'topics/:slug', lazy: () => import('./features/topic/TopicPage.tsx') },
          { path: 'collections/:slug', lazy: () => import('./features/collection/CollectionPage.tsx') },
          { path: 'search', lazy: () => import('./features/search/SearchPage.tsx') },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];
