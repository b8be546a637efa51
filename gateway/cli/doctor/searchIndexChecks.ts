import { isDeepStrictEqual } from 'node:util';
import type { IndexSettings } from 'algoliasearch';
import type { Config } from '../../config/config.ts';
import type { Model } from '../../core/model/model.ts';
import { createContentClient } from '../../providers/content/client.ts';
import { readRecords } from '../../providers/content/indexing.ts';
import { indexNames } from '../../providers/search/client.ts';
import { documentRecords } from '../../providers/search/indexing/records.ts';
import { MAX_RECORD_BYTES } from '../../providers/search/records/recordSize.ts';
import { indexedTypes, indexSettings } from '../../sync/index/rebuild.ts';
import type { CallAlgolia } from './algoliaAccount.ts';
import { type Check, failure, ok, type Problem, warning } from './check.ts';
import { queryOutcomes } from './contentChecks.ts';
import { callProvider } from './providerCall.ts';

const BUILD = 'run trivium index, which builds the indexes from the content';
const MAX_LISTED = 5;

/** Checks the search indexes: present, built from this model, complete, and within the size limit of records. */
export function searchIndexChecks(config: Config, callAlgolia: CallAlgolia, model: Model): readonly Check[] {
  if (indexedTypes(model).length === 0) return [];
  return [
    presenceCheck(config, callAlgolia),
    modelCheck(config, callAlgolia, model),
    recordCheck(config, callAlgolia, model),
  ];
}

const missingIndex = (name: string): Problem =>
  failure('SEARCH_INDEX_MISSING', { expected: `the index ${name}`, actual: 'no such index', fix: BUILD });

/** The checks of the keys report the cause. */
const unreadable = ok('not checked: a key of Algolia is rejected');

const presenceCheck = ({ search }: Config, callAlgolia: CallAlgolia): Check => ({
  id: 'search-index',
  title: 'Algolia index',
  async run(signal) {
    const { documents } = indexNames(search.indexPrefix);
    const count = await countRecords(callAlgolia, search.searchKey, documents, signal);
    return count > 0
      ? ok(`${documents}: ${count} records`)
      : failure('SEARCH_INDEX_EMPTY', { expected: 'records', actual: 'an empty index', fix: BUILD });
  },
});

async function countRecords(
  callAlgolia: CallAlgolia,
  key: string,
  indexName: string,
  signal: AbortSignal,
): Promise<number> {
  const searchParams = { query: '', hitsPerPage: 0, analytics: false };
  const { nbHits = 0 } = await callProvider(
    'search',
    () => callAlgolia(key, signal, (client) => client.searchSingleIndex({ indexName, searchParams })),
    { 403: unreadable, 404: missingIndex(indexName) },
  );
  return nbHits;
}

const modelCheck = ({ search }: Config, callAlgolia: CallAlgolia, model: Model): Check => ({
  id: 'search-index-model',
  title: 'Algolia index settings',
  async run(signal) {
    const { writeKey, languages } = search;
    if (writeKey === undefined) return ok('not readable without ALGOLIA_WRITE_KEY');
    const names = indexNames(search.indexPrefix);
    const expected = indexSettings(model, languages);
    const differences = await Promise.all(
      Object.entries(names).map(async ([kind, indexName]) => {
        const actual = await callProvider(
          'search',
          () => callAlgolia(writeKey, signal, (client) => client.getSettings({ indexName })),
          { 403: unreadable, 404: missingIndex(indexName) },
        );
        return differentSettings(expected[kind as keyof typeof expected], actual).map(
          (setting) => `${indexName}: ${setting}`,
        );
      }),
    );
    const different = differences.flat();
    return different.length === 0
      ? ok('those of this model')
      : failure('SEARCH_INDEX_OF_ANOTHER_MODEL', {
          expected: 'indexes that were built from this model',
          actual: `other values of ${different.slice(0, MAX_LISTED).join(', ')}`,
          fix: `check SCHEMA_DIR and ALGOLIA_INDEX_PREFIX, then ${BUILD}`,
        });
  },
});

/** Returns the names of the settings that differ. Algolia returns an empty list as null, or omits it. */
function differentSettings(expected: IndexSettings, actual: object): readonly string[] {
  const normalized = (value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;
  return Object.entries(expected)
    .filter(
      ([name, value]) =>
        !isDeepStrictEqual(normalized(value), normalized((actual as Record<string, unknown>)[name])),
    )
    .map(([name]) => name);
}

const recordCheck = (config: Config, callAlgolia: CallAlgolia, model: Model): Check => ({
  id: 'search-records',
  title: 'Algolia records',
  async run(signal) {
    const { documents } = indexNames(config.search.indexPrefix);
    const content = createContentClient(config.content);
    const [{ rows, total }, indexed] = await Promise.all([
      callProvider(
        'content',
        () => readRecords(content, model, indexedTypes(model), ''),
        queryOutcomes(config.content),
      ),
      countRecords(callAlgolia, config.search.searchKey, documents, signal),
    ]);
    const tooLarge = rows.flatMap((row) => documentRecords(row).skipped?.objectID ?? []);
    if (tooLarge.length > 0)
      return warning('SEARCH_RECORD_TOO_LARGE', {
        expected: `records of at most ${MAX_RECORD_BYTES} bytes after their texts are shortened`,
        actual: `larger ones: ${tooLarge.slice(0, MAX_LISTED).join(', ')}`,
        fix: 'shorten the lists of these documents, or remove @searchable from a field with many values',
      });
    if (indexed !== total)
      return warning('SEARCH_INDEX_INCOMPLETE', {
        expected: `${total} records, one for each published searchable document`,
        actual: String(indexed),
        fix: 'run trivium index --check, which lists the differences; changes in progress also differ for some seconds',
      });
    return ok(`${indexed} of ${total} documents; the first ${rows.length} are within the size limit`);
  },
});
