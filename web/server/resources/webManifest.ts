import { PUBLICATION, SITE_LANGUAGE } from '../../lib/publication.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import type { Resource } from './resource.ts';

const MANIFEST = {
  id: '/',
  name: PUBLICATION.name,
  short_name: PUBLICATION.name,
  description: PUBLICATION.description,
  lang: SITE_LANGUAGE,
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: PUBLICATION.paper.day,
  theme_color: PUBLICATION.paper.day,
  categories: ['education', 'magazines', 'entertainment'],
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Films', url: '/films' },
    { name: 'Articles', url: '/articles' },
    { name: 'Search', url: '/search' },
  ],
};

/** The manifest of the installed app. https://www.w3.org/TR/appmanifest/ */
export const webManifest: Resource = {
  path: '/manifest.webmanifest',
  respond: async () =>
    cacheableResponse({
      body: JSON.stringify(MANIFEST),
      type: 'application/manifest+json; charset=utf-8',
    }),
};
