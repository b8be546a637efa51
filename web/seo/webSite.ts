import type { Organization, WebSite } from 'schema-dts';
import { PUBLICATION, SITE_LANGUAGE } from '../lib/publication.ts';

/** Returns the publisher of the site. */
export const publisher = (origin: string): Organization => ({
  '@type': 'Organization',
  '@id': `${origin}/#publisher`,
  name: PUBLICATION.name,
  url: `${origin}/`,
  logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: '512', height: '512' },
});

/** Returns the structured data of the site, with its search URL: https://schema.org/SearchAction. */
export const webSite = (origin: string): WebSite => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  name: PUBLICATION.name,
  description: PUBLICATION.description,
  url: `${origin}/`,
  inLanguage: SITE_LANGUAGE,
  publisher: publisher(origin),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={query}` },
    // A property of schema.org that its types lack.
    ...{ 'query-input': 'required name=query' },
  },
});
