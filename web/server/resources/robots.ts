import { answerWith } from './cacheableResponse.ts';
import type { Resource } from './resource.ts';

/** What crawlers may read: all pages; results of searches are endless and say nothing new. RFC 9309. */
const robotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /search?',
    'Disallow: /graphql',
    'Disallow: /explorer/',
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

export const robots: Resource = {
  path: '/robots.txt',
  answer: async ({ request, origin }) =>
    answerWith(request, { body: robotsTxt(origin), type: 'text/plain; charset=utf-8' }),
};
