import { hash, randomBytes } from 'node:crypto';
import { algoliasearch, type IndexSettings, type SynonymHit } from 'algoliasearch';
import type { SearchConfig } from '../../../config/config.ts';
import { NEVER_ABORTED } from '../../../services/scheduling/deadline.ts';
import { createUpstreamCall, type ObserveCalls } from '../../../services/upstream/upstreamCall.ts';
import { hostOptions, type IndexNames, isMissingIndex, readFailure, rethrowWithResponse } from '../client.ts';
import { type IndexRecord, isWithinIdLimit, type SkippedRecord } from '../records/recordSize.ts';
import { createSearchRequester } from '../requester/requester.ts';
import { type RecordAction, writeRecords } from './recordBatches.ts';

/** An index that is filled before it replaces another. */
export interface TemporaryIndex {
  /** Adds records; resolves with the records that Algolia does not accept. */
  add(records: readonly IndexRecord[]): Promise<readonly SkippedRecord[]>;
  /** Replaces the index atomically; resolves when searches use it. */
  publish(): Promise<void>;
  /** Deletes the temporary index. */
  discard(): Promise<void>;
}

export interface RecordBatch {
  readonly save?: readonly IndexRecord[];
  readonly remove?: readonly string[];
}

export interface BrowseOptions {
  /** In Algolia's filter syntax. */
  readonly filters?: string;
  /** `objectID` is always included. Default: all. */
  readonly attributes?: readonly string[];
}

/** The indexing API of Algolia. Every failure is an `UpstreamError`. */
export interface IndexWriter {
  readonly indexes: IndexNames;
  /** Reads records by id; null for each that does not exist. */
  get(index: string, ids: readonly string[]): Promise<readonly (IndexRecord | null)[]>;
  /** Reads all records that match the filter. A missing index has none. */
  browse(index: string, options?: BrowseOptions): AsyncIterable<IndexRecord>;
  /** Saves and deletes records; resolves when searches use them, with the records that Algolia does not accept. */
  batch(index: string, records: RecordBatch): Promise<readonly SkippedRecord[]>;
  /** Creates a temporary index for an index. */
  createTemporaryIndex(index: string, configuration: IndexConfiguration): Promise<TemporaryIndex>;
  /** Returns the settings of an index; null if it does not exist. */
  readSettings(index: string): Promise<IndexSettings | null>;
  /** Changes settings of an existing index. */
  writeSettings(index: string, settings: IndexSettings): Promise<void>;
  /** Returns all indexes that the key may see. */
  list(): Promise<readonly ListedIndex[]>;
  /** Deletes an index, if it exists. */
  remove(index: string): Promise<void>;
}

export interface ListedIndex {
  readonly name: string;
  /** True for an index of `createTemporaryIndex`. */
  readonly isTemporary: boolean;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  /** The time of the last write, in milliseconds since 1970. */
  readonly updatedAt: number;
}

export interface IndexConfiguration {
  readonly settings: IndexSettings;
  /** Groups of texts that searches take for the same. They replace the synonyms of the model whose index is copied. */
  readonly synonyms: readonly (readonly string[])[];
  /** An existing index whose other settings, synonyms and rules are copied. */
  readonly copiedFrom?: string | undefined;
}

const TEMPORARY_NAME = /_tmp_[0-9a-f]{8}$/;
const REQUEST_TIMEOUT_MS = 30_000;
/** Time for Algolia to process written records. */
const TASK_TIMEOUT_MS = 600_000;

/** Enough for a page of 1000 records of up to 64 kB. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Creates the writer with the write key. @throws Error without one */
export function createIndexWriter(
  config: SearchConfig,
  indexes: IndexNames,
  observe?: ObserveCalls,
): IndexWriter {
  if (!config.writeKey)
    throw new Error('expected a key that may write the search indexes, got none: set ALGOLIA_WRITE_KEY');
  // Index writes are background work, so the SDK may retry at other hosts and wait after a 429.
  const { requester, hostsCache } = createSearchRequester(MAX_RESPONSE_BYTES);
  const client = algoliasearch(config.appId, config.writeKey, {
    ...hostOptions(config),
    requester,
    hostsCache,
  });
  const options = { provider: 'search', kind: 'index', readFailure, observe } as const;
  const callApi = createUpstreamCall({ ...options, timeoutMs: REQUEST_TIMEOUT_MS });
  const callForTask = createUpstreamCall({ ...options, timeoutMs: TASK_TIMEOUT_MS });
  const send = <T>(call: () => Promise<T>) => callApi(NEVER_ABORTED, () => call().catch(rethrowWithResponse));
  const write = (indexName: string, actions: readonly RecordAction[]) =>
    writeRecords(actions, async (batch) => {
      const batchWriteParams = { requests: [...batch] };
      return (await send(() => client.batch({ indexName, batchWriteParams }))).taskID;
    });
  const waitForTask = (indexName: string, taskID: number) =>
    callForTask(NEVER_ABORTED, () =>
      client
        .waitForTask({
          indexName,
          taskID,
          maxRetries: 600,
          timeout: (attempt) => Math.min(20 * attempt, 1000),
        })
        .catch(rethrowWithResponse),
    );
  const browsePage = async (
    indexName: string,
    cursor: string | undefined,
    { filters, attributes = ['*'] }: BrowseOptions,
  ) => {
    // The cursor contains the parameters of the first page.
    const browseParams =
      cursor === undefined
        ? {
            hitsPerPage: 1000,
            ...(filters && { filters }),
            // The default is the setting of the index, which lists only the attributes that searches need.
            attributesToRetrieve: [...attributes],
          }
        : { cursor };
    try {
      return await send(() => client.browse<IndexRecord>({ indexName, browseParams }));
    } catch (error) {
      if (isMissingIndex(error)) return { hits: [], cursor: undefined };
      throw error;
    }
  };

  /** Deletes the synonyms that a model declared. Others, which people added, stay. */
  const deleteModelSynonyms = async (indexName: string): Promise<readonly number[]> => {
    const ids: string[] = [];
    await send(() =>
      client.browseSynonyms({
        indexName,
        aggregator: ({ hits }) => {
          ids.push(...hits.map(({ objectID }) => objectID).filter(isOfModel));
        },
      }),
    );
    const deleted = ids.map((objectID) => send(() => client.deleteSynonym({ indexName, objectID })));
    return (await Promise.all(deleted)).map(({ taskID }) => taskID);
  };

  return {
    indexes,
    async get(indexName, ids) {
      // No record has a longer id, and Algolia refuses all ids of a request for it.
      const requests = ids.filter(isWithinIdLimit).map((objectID) => ({ indexName, objectID }));
      if (requests.length === 0) return ids.map(() => null);
      const { results } = await send(() => client.getObjects<IndexRecord>({ requests }));
      const found = new Map(requests.map(({ objectID }, i) => [objectID, results[i] ?? null]));
      return ids.map((id) => found.get(id) ?? null);
    },
    async *browse(indexName, options = {}) {
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = await browsePage(indexName, cursor, options);
        yield* page.hits;
        cursor = page.cursor;
      }
    },
    async batch(indexName, { save = [], remove = [] }) {
      const { taskIDs, skipped } = await write(indexName, [
        ...save.map((body): RecordAction => ({ action: 'updateObject', body })),
        ...remove.map(removal),
      ]);
      // An outdated version of a record that is not accepted must not stay.
      const { taskIDs: removals } = await write(
        indexName,
        skipped.map(({ objectID }) => removal(objectID)),
      );
      for (const taskID of [...taskIDs, ...removals]) await waitForTask(indexName, taskID);
      return skipped;
    },
    async createTemporaryIndex(indexName, { settings, synonyms, copiedFrom }) {
      const temporary = `${indexName}_tmp_${randomBytes(4).toString('hex')}`;
      const tasks: number[] = [];
      if (copiedFrom !== undefined) {
        const scope = [...COPIED_SCOPES];
        const operationIndexParams = { operation: 'copy' as const, destination: temporary, scope };
        const { taskID } = await send(() =>
          client.operationIndex({ indexName: copiedFrom, operationIndexParams }),
        );
        await waitForTask(temporary, taskID);
        tasks.push(...(await deleteModelSynonyms(temporary)));
      }
      tasks.push(
        (await send(() => client.setSettings({ indexName: temporary, indexSettings: settings }))).taskID,
      );
      if (synonyms.length > 0) {
        const synonymHit = synonyms.map(modelSynonym);
        tasks.push((await send(() => client.saveSynonyms({ indexName: temporary, synonymHit }))).taskID);
      }
      return {
        async add(records) {
          const actions = records.map((body): RecordAction => ({ action: 'updateObject', body }));
          const { taskIDs, skipped } = await write(temporary, actions);
          tasks.push(...taskIDs);
          return skipped;
        },
        async publish() {
          for (const taskID of tasks.splice(0)) await waitForTask(temporary, taskID);
          const { taskID } = await send(() =>
            client.operationIndex({
              indexName: temporary,
              operationIndexParams: { operation: 'move', destination: indexName },
            }),
          );
          await waitForTask(temporary, taskID);
        },
        async discard() {
          await send(() => client.deleteIndex({ indexName: temporary }));
        },
      };
    },
    async readSettings(indexName) {
      try {
        return (await send(() => client.getSettings({ indexName }))) as IndexSettings;
      } catch (error) {
        if (isMissingIndex(error)) return null;
        throw error;
      }
    },
    async writeSettings(indexName, indexSettings) {
      const { taskID } = await send(() => client.setSettings({ indexName, indexSettings }));
      await waitForTask(indexName, taskID);
    },
    async list() {
      const indexes: ListedIndex[] = [];
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const { items, nbPages = 1 } = await send(() => client.listIndices({ page }));
        for (const { name, createdAt, updatedAt } of items)
          indexes.push({
            name,
            isTemporary: TEMPORARY_NAME.test(name),
            createdAt: Date.parse(createdAt),
            updatedAt: Date.parse(updatedAt),
          });
        pages = nbPages;
      }
      return indexes;
    },
    async remove(indexName) {
      await send(() => client.deleteIndex({ indexName }));
    },
  };
}

/** Algolia copies neither records nor replicas with them. */
const COPIED_SCOPES = ['settings', 'rules', 'synonyms'] as const;

/** The beginning of the ids of synonyms that a model declares. */
const MODEL_SYNONYM = 'model-';
const isOfModel = (objectID: string): boolean => objectID.startsWith(MODEL_SYNONYM);

const modelSynonym = (texts: readonly string[]): SynonymHit => ({
  objectID: `${MODEL_SYNONYM}${hash('sha256', texts.join('\n'), 'hex')}`,
  type: 'synonym',
  synonyms: [...texts],
});

const removal = (objectID: string): RecordAction => ({ action: 'deleteObject', body: { objectID } });
