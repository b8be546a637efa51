import { randomBytes } from 'node:crypto';
import { algoliasearch, type IndexSettings } from 'algoliasearch';
import type { SearchConfig } from '../../config/config.ts';
import { createUpstreamCall } from '../../services/upstream/upstreamCall.ts';
import { createUpstreamFetch } from '../../services/upstream/upstreamFetch.ts';
import {
  errorReason,
  hostOf,
  isMissingIndex,
  readFailure,
  type SearchIndexes,
  searchIndexes,
} from './client.ts';
import { createSearchRequester } from './requester.ts';

/** A record of any index. */
export type IndexRecord = Readonly<Record<string, unknown>> & { readonly objectID: string };

/** An index in the making, which nobody searches until it is published. */
export interface IndexDraft {
  /** Adds records; resolves when the provider has taken them. */
  add(records: readonly IndexRecord[]): Promise<void>;
  /** Puts the draft in the place of the index, all at once; resolves when it is searched. */
  publish(): Promise<void>;
  /** Removes the draft; the index stays as it was. */
  discard(): Promise<void>;
}

/** What becomes of records. */
export interface RecordChange {
  readonly save?: readonly IndexRecord[];
  readonly remove?: readonly string[];
}

export interface BrowseOptions {
  /** In the provider's own syntax. */
  readonly filters?: string;
  /** `objectID` is always among them. */
  readonly attributes?: readonly string[];
}

/** The search service as the index builder writes it. Every failure is an UpstreamError. */
export interface IndexWriter {
  readonly indexes: SearchIndexes;
  /** The records of these ids as they stand; null for each that is not there. */
  get(index: string, ids: readonly string[]): Promise<readonly (IndexRecord | null)[]>;
  /** Every record, or those that the filter lets through, with all or some of its attributes. A missing index has none. */
  browse(index: string, options?: BrowseOptions): AsyncIterable<IndexRecord>;
  /** Writes and removes records; resolves when searches see it. */
  change(index: string, change: RecordChange): Promise<void>;
  /** A draft with these settings, and with the synonyms and rules that the index has been given by hand. */
  draft(index: string, settings: IndexSettings): Promise<IndexDraft>;
}

/** Milliseconds for one writing request, and for the provider to work off what was written. */
const WRITE_DEADLINE = 30_000;
const TASK_DEADLINE = 600_000;

/** Bytes of an answer: a page of a thousand records of 100 kB would be more, and is not kept in one piece by anybody. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

/** The search service under its write key. */
export function createIndexWriter(config: SearchConfig): IndexWriter {
  if (!config.writeKey)
    throw new Error('expected a key that may write the search indexes, got none: set ALGOLIA_WRITE_KEY');
  // Nobody waits for the index: its builder may be sent to the provider's other hosts, and waits when it is told to.
  const { requester, hostsCache } = createSearchRequester(createUpstreamFetch({ maxBytes: LARGEST_ANSWER }));
  const client = algoliasearch(config.appId, config.writeKey, { ...hostOf(config), requester, hostsCache });
  const wire = createUpstreamCall({ provider: 'search', timeoutMs: WRITE_DEADLINE, readFailure });
  const patientWire = createUpstreamCall({ provider: 'search', timeoutMs: TASK_DEADLINE, readFailure });
  const forever = new AbortController().signal;
  const write = <T>(call: () => Promise<T>) => wire(forever, () => call().catch(errorReason));
  const published = (indexName: string, taskID: number) =>
    patientWire(forever, () =>
      client
        .waitForTask({ indexName, taskID, maxRetries: 600, timeout: (asked) => Math.min(20 * asked, 1000) })
        .catch(errorReason),
    );
  const browsePage = async (
    indexName: string,
    cursor: string | undefined,
    { filters, attributes = ['*'] }: BrowseOptions,
  ) => {
    // A cursor carries what was asked for with the first page.
    const browseParams =
      cursor === undefined
        ? {
            hitsPerPage: 1000,
            ...(filters && { filters }),
            // The index's own settings name what searches need, which is less than all.
            attributesToRetrieve: [...attributes],
          }
        : { cursor };
    try {
      return await write(() => client.browse<IndexRecord>({ indexName, browseParams }));
    } catch (error) {
      if (isMissingIndex(error)) return { hits: [], cursor: undefined };
      throw error;
    }
  };

  return {
    indexes: searchIndexes(config.indexPrefix),
    async get(indexName, ids) {
      if (ids.length === 0) return [];
      const requests = ids.map((objectID) => ({ indexName, objectID }));
      const { results } = await write(() => client.getObjects<IndexRecord>({ requests }));
      return results.map((record) => record ?? null);
    },
    async *browse(indexName, options = {}) {
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = await browsePage(indexName, cursor, options);
        yield* page.hits;
        cursor = page.cursor;
      }
    },
    async change(indexName, { save = [], remove = [] }) {
      const requests = [
        ...save.map((body) => ({ action: 'updateObject' as const, body })),
        ...remove.map((objectID) => ({ action: 'deleteObject' as const, body: { objectID } })),
      ];
      if (requests.length === 0) return;
      const { taskID } = await write(() => client.batch({ indexName, batchWriteParams: { requests } }));
      await published(indexName, taskID);
    },
    async draft(indexName, settings) {
      const draft = `${indexName}_tmp_${randomBytes(4).toString('hex')}`;
      const tasks: number[] = [];
      try {
        const { taskID } = await write(() =>
          client.operationIndex({
            indexName,
            operationIndexParams: { operation: 'copy', destination: draft, scope: ['rules', 'synonyms'] },
          }),
        );
        await published(draft, taskID);
      } catch (error) {
        // An index that is not there yet has neither synonyms nor rules.
        if (!isMissingIndex(error)) throw error;
      }
      tasks.push(
        (await write(() => client.setSettings({ indexName: draft, indexSettings: settings }))).taskID,
      );
      return {
        async add(records) {
          if (records.length === 0) return;
          const answers = await write(() => client.saveObjects({ indexName: draft, objects: [...records] }));
          tasks.push(...answers.map(({ taskID }) => taskID));
        },
        async publish() {
          for (const taskID of tasks.splice(0)) await published(draft, taskID);
          const { taskID } = await write(() =>
            client.operationIndex({
              indexName: draft,
              operationIndexParams: { operation: 'move', destination: indexName },
            }),
          );
          await published(draft, taskID);
        },
        async discard() {
          await write(() => client.deleteIndex({ indexName: draft }));
        },
      };
    },
  };
}
