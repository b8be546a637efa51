import type { IndexSettings } from 'algoliasearch';
import pluralize from 'pluralize';
import type { Config } from '../../config/config.ts';
import type { Model } from '../../core/model/model.ts';
import { isCount, isObject, objectOf } from '../../core/validators.ts';
import { createContentClient } from '../../providers/content/client.ts';
import { readRecords } from '../../providers/content/indexing.ts';
import { documentRecords } from '../../providers/search/indexing/records.ts';
import { MAX_RECORD_BYTES } from '../../providers/search/records/recordSize.ts';
import {
  differentSettings,
  indexedTypes,
  type ModelIndexes,
  modelIndexes,
  readMark,
} from '../../sync/index/modelIndexes.ts';
import type { CallAlgolia } from './accounts.ts';
import { type Check, failure, notBuilt, ok, type Problem, warning } from './check.ts';
import { queryOutcomes } from './contentChecks.ts';
import { callProvider } from './providerCall.ts';
import { checkShape } from './responseShape.ts';

const BUILD = 'run trivium index, which builds the indexes of this model from the content';
const MAX_LISTED = 5;

/** Checks the search indexes of the model: built, with its settings, complete, and within the size limit of records. */
export function searchIndexChecks(config: Config, callAlgolia: CallAlgolia, model: Model): readonly Check[] {
  if (indexedTypes(model).length === 0) return [];
  const access: IndexAccess = { config, callAlgolia, model, indexes: modelIndexes(config, model) };
  return [builtCheck(access), settingsCheck(access), recordCheck(access)];
}

/** The indexes of a model, and the application with them. */
interface IndexAccess {
  readonly config: Config;
  readonly callAlgolia: CallAlgolia;
  readonly model: Model;
  readonly indexes: ModelIndexes;
}

/** The gateway starts without indexes: the content service answers searches, and changes wait until they are built. */
const notBuiltYet = ({ names }: ModelIndexes): Problem =>
  notBuilt('SEARCH_INDEX_NOT_BUILT', {
    expected: `the indexes of this model, such as ${names.documents}`,
    actual: 'not yet built',
    fix: BUILD,
  });

/** The checks of the keys report the cause. */
const unreadable = ok('not checked: a key of Algolia is rejected');

const builtCheck = (access: IndexAccess): Check => ({
  id: 'search-index',
  title: 'Algolia index',
  async run(signal) {
    const { writeKey } = access.config.search;
    const { documents } = access.indexes.names;
    if (writeKey === undefined) {
      await countRecords(access, signal);
      return ok(documents);
    }
    const settings = await readSettings(access, writeKey, documents, signal);
    return readMark(settings) ? ok(`${documents}, built from this model`) : notBuiltYet(access.indexes);
  },
});

const readSettings = (
  { callAlgolia, indexes }: IndexAccess,
  writeKey: string,
  indexName: string,
  signal: AbortSignal,
): Promise<IndexSettings> =>
  callProvider(
    'search',
    async () =>
      checkShape<IndexSettings>(
        await callAlgolia(writeKey, signal, (client) => client.getSettings({ indexName })),
        isObject,
        'the settings of an index',
      ),
    { 401: unreadable, 403: unreadable, 404: notBuiltYet(indexes) },
  );

async function countRecords(
  { config, callAlgolia, indexes }: IndexAccess,
  signal: AbortSignal,
): Promise<number> {
  const indexName = indexes.names.documents;
  const searchParams = { query: '', hitsPerPage: 0, analytics: false };
  const { nbHits } = await callProvider(
    'search',
    async () =>
      checkShape<{ readonly nbHits: number }>(
        await callAlgolia(config.search.searchKey, signal, (client) =>
          client.searchSingleIndex({ indexName, searchParams }),
        ),
        objectOf({ nbHits: isCount }),
        'a number of hits',
      ),
    { 401: unreadable, 403: unreadable, 404: notBuiltYet(indexes) },
  );
  return nbHits;
}

const settingsCheck = (access: IndexAccess): Check => ({
  id: 'search-index-settings',
  title: 'Algolia index settings',
  async run(signal) {
    const { config, indexes } = access;
    const { writeKey } = config.search;
    if (writeKey === undefined) return ok('not readable without ALGOLIA_WRITE_KEY');
    const all = await Promise.all(
      (['documents', 'moments', 'suggestions'] as const).map(async (kind) => ({
        kind,
        settings: await readSettings(access, writeKey, indexes.names[kind], signal),
      })),
    );
    if (!all.some(({ kind, settings }) => kind === 'documents' && readMark(settings)))
      return notBuiltYet(indexes);
    const different = all.flatMap(({ kind, settings }) =>
      differentSettings(indexes.settings[kind], settings).map((name) => `${indexes.names[kind]}: ${name}`),
    );
    return different.length === 0
      ? ok('the settings of this model')
      : failure('SEARCH_INDEX_SETTINGS_CHANGED', {
          expected: 'the settings that follow from this model',
          actual: `other values of ${different.slice(0, MAX_LISTED).join(', ')}`,
          fix: 'run trivium index, which restores them; docs/operating.md (Search indexes) lists the settings that the dashboard may change',
        });
  },
});

const recordCheck = (access: IndexAccess): Check => ({
  id: 'search-records',
  title: 'Algolia records',
  async run(signal) {
    const { config, model } = access;
    const content = createContentClient(config.content);
    const [{ rows, total }, indexed] = await Promise.all([
      callProvider(
        'content',
        () => readRecords(content, model, indexedTypes(model), '', signal),
        queryOutcomes(config.content),
      ),
      countRecords(access, signal),
    ]);
    const tooLarge = rows.flatMap((row) => documentRecords(row).skipped?.objectID ?? []);
    if (tooLarge.length > 0)
      return warning('SEARCH_RECORD_TOO_LARGE', {
        expected: `records of at most ${MAX_RECORD_BYTES} bytes after their texts are shortened`,
        actual: `larger records: ${tooLarge.slice(0, MAX_LISTED).join(', ')}`,
        fix: 'shorten the lists of these documents, or remove @searchable from a field with many values',
      });
    if (indexed === 0 && total > 0)
      return failure('SEARCH_INDEX_EMPTY', {
        expected: pluralize('record', total, true),
        actual: 'an empty index',
        fix: 'run trivium index, which writes the records that are missing',
      });
    if (indexed !== total)
      return warning('SEARCH_INDEX_INCOMPLETE', {
        expected: `${pluralize('record', total, true)}, one for each published searchable document`,
        actual: String(indexed),
        fix: 'run trivium index --check, which lists the differences; changes in progress also differ for some seconds',
      });
    return ok(
      `${indexed} of ${pluralize('document', total, true)}; the first ${rows.length} are within the size limit`,
    );
  },
});
