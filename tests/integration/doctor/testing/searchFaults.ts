import { createClient } from '@sanity/client';
import { algoliasearch, type IndexSettings } from 'algoliasearch';
import { hostOptions } from '../../../../gateway/providers/search/client.ts';
import type { Accounts } from './accounts.ts';
import { type FaultRow, type Restore, respond } from './faultRow.ts';

const CLOSED_PORT_URL = 'http://127.0.0.1:9';

/** Changes the settings of the document index, and restores them. */
const indexSettings =
  (settings: IndexSettings) =>
  async ({ env, emulators, indexes }: Accounts): Promise<Restore> => {
    const host = hostOptions({ host: emulators.search.url });
    const client = algoliasearch(env.ALGOLIA_APP_ID as string, env.ALGOLIA_WRITE_KEY as string, host);
    const indexName = indexes.names.documents;
    const { searchableAttributes = [], userData } = await client.getSettings({ indexName });
    await client.setSettings({ indexName, indexSettings: settings });
    return async () =>
      void (await client.setSettings({ indexName, indexSettings: { searchableAttributes, userData } }));
  };

const searchKey = (description: object) =>
  respond('search', '^/1/keys/canary-search-read', {
    body: { acl: ['search'], validity: 0, ...description },
  });

/** Adds a film with more topics than a record has space for, and removes it. */
async function tooLargeFilm({ env, emulators }: Accounts): Promise<Restore> {
  const client = createClient({
    projectId: env.SANITY_PROJECT_ID as string,
    dataset: env.SANITY_DATASET as string,
    apiVersion: '2025-02-19',
    token: env.SANITY_WRITE_TOKEN as string,
    apiHost: emulators.content.url,
    useProjectHostname: false,
    useCdn: false,
  });
  const topic = await client.fetch<string>('*[_type == "topic"][0]._id');
  const topics = Array.from({ length: 600 }, (_, i) => ({ _type: 'reference', _ref: topic, _key: `t${i}` }));
  const _id = 'film-too-large';
  await client.create({
    _id,
    _type: 'film',
    title: 'Large',
    slug: { _type: 'slug', current: 'large' },
    topics,
  });
  return async () => void (await client.delete(_id));
}

export const SEARCH_ROWS: readonly FaultRow[] = [
  [
    'the page of a proxy in place of Algolia',
    {
      codes: ['SEARCH_UNREACHABLE'],
      arrange: (accounts) => accounts.setFaults('search', [{ kind: 'garbage' }]),
    },
  ],
  [
    'a rejected search key',
    { codes: ['SEARCH_KEY_REJECTED'], env: { ALGOLIA_SEARCH_KEY: 'canary-wrong-key' } },
  ],
  [
    'a search service that rejects both keys with 401',
    { codes: ['SEARCH_KEY_REJECTED'], arrange: respond('search', '^/1/', { status: 401 }) },
  ],
  [
    'a write key that only searches',
    { codes: ['SEARCH_KEY_ACL_MISSING'], env: { ALGOLIA_WRITE_KEY: 'canary-search-read' } },
  ],
  [
    'a search key that can write',
    { codes: ['SEARCH_KEY_TOO_POWERFUL'], arrange: searchKey({ acl: ['search', 'addObject'] }) },
  ],
  [
    'a search key for other indexes',
    { codes: ['SEARCH_KEY_INDEX_DENIED'], arrange: searchKey({ indexes: ['other_*'] }) },
  ],
  ['a search key that expires', { codes: ['SEARCH_KEY_EXPIRES'], arrange: searchKey({ validity: 3_600 }) }],
  [
    'indexes that are not yet built',
    { codes: ['SEARCH_INDEX_NOT_BUILT'], env: { ALGOLIA_INDEX_PREFIX: 'elsewhere' } },
  ],
  ['indexes of another model', { codes: ['SEARCH_INDEX_NOT_BUILT'], env: { ALGOLIA_LANGUAGES: 'de' } }],
  [
    'an empty index',
    {
      codes: ['SEARCH_INDEX_EMPTY'],
      arrange: respond('search', '_documents/query$', { body: { hits: [], nbHits: 0 } }),
    },
  ],
  [
    'an index that lacks documents',
    {
      codes: ['SEARCH_INDEX_INCOMPLETE'],
      arrange: respond('search', '_documents/query$', { body: { hits: [], nbHits: 3 } }),
    },
  ],
  [
    'an index with other settings',
    {
      codes: ['SEARCH_INDEX_SETTINGS_CHANGED'],
      arrange: indexSettings({ searchableAttributes: ['other'] }),
    },
  ],
  [
    'an index with records that were not built',
    {
      codes: ['SEARCH_INDEX_NOT_BUILT'],
      arrange: indexSettings({ userData: { records: 'other' } }),
    },
  ],
  [
    'a document that is too large for a record',
    { codes: ['SEARCH_RECORD_TOO_LARGE'], arrange: tooLargeFilm },
  ],
  [
    'a search service that is away',
    { codes: ['SEARCH_UNREACHABLE'], env: { ALGOLIA_HOST: CLOSED_PORT_URL } },
  ],
];
