import { cacheableResponse } from './cacheableResponse.ts';
import type { Resource } from './resource.ts';

/** Returns robots.txt (RFC 9309). Search results are disallowed: there is no end of them. */
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
  respond: async ({ origin }) =>
    cacheableResponse({ body: robotsTxt(origin), type: 'text/plain; charset=utf-8' }),
};
