import type { Organization, WebSite } from 'schema-dts';
import { PUBLICATION } from '../components/publication.ts';

/** Who publishes all of this. */
export const publisherThing = (origin: string): Organization => ({
  '@type': 'Organization',
  '@id': `${origin}/#publisher`,
  name: PUBLICATION.name,
  url: `${origin}/`,
  logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: '512', height: '512' },
});

/** The magazine, and how to search it. https://schema.org/SearchAction */
export const siteThing = (origin: string): WebSite => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  name: PUBLICATION.name,
  description: PUBLICATION.description,
  url: `${origin}/`,
  inLanguage: 'en',
  publisher: publisherThing(origin),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={query}` },
    // The name schema.org has for an action's own input.
    ...{ 'query-input': 'required name=query' },
  },
});
