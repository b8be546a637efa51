import { PUBLICATION, SITE_LANGUAGE } from '../../lib/publication.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import type { Resource } from './resource.ts';
import { element, xmlDocument } from './xml.ts';

const TYPE = 'application/opensearchdescription+xml';

/** Returns the description with which browsers search the site from the address bar. https://developer.mozilla.org/docs/Web/XML/Guides/OpenSearch */
export const openSearchXml = (origin: string): string =>
  xmlDocument(
    element(
      'OpenSearchDescription',
      [
        element('ShortName', PUBLICATION.name),
        element('Description', `Films, articles, people and moments of ${PUBLICATION.name}`),
        element('InputEncoding', 'UTF-8'),
        element('Language', SITE_LANGUAGE),
        element('Image', `${origin}/favicon.ico`, { width: 32, height: 32, type: 'image/x-icon' }),
        element('Url', null, {
          type: 'text/html',
          method: 'get',
          template: `${origin}/search?q={searchTerms}`,
        }),
        element('Url', null, { type: TYPE, rel: 'self', template: `${origin}/opensearch.xml` }),
      ],
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    ),
  );

export const openSearch: Resource = {
  path: '/opensearch.xml',
  respond: async ({ origin }) =>
    cacheableResponse({ body: openSearchXml(origin), type: `${TYPE}; charset=utf-8` }),
};
