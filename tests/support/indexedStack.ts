import { openStorage } from '../../gateway/app/storage.ts';
import { createIndexWriter, type IndexWriter } from '../../gateway/providers/search/indexing/writer.ts';
import type { IndexRecord } from '../../gateway/providers/search/records/recordSize.ts';
import type { Queue } from '../../gateway/services/storage/queue/queue.ts';
import type { Storage } from '../../gateway/services/storage/storage.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

/** A test stack whose gateway receives webhooks, with access to its search indexes and its job queue. */
export interface IndexedStack {
  readonly stack: Stack;
  readonly storage: Storage;
  /** The queue of index jobs. */
  readonly jobs: Queue;
  readonly writer: IndexWriter;
  /** Returns the record of a document; null if the index has none. */
  readRecord(id: string): Promise<IndexRecord | null | undefined>;
  close(): Promise<void>;
}

/** Starts the stack. Close it in `afterAll`. */
export async function startIndexedStack(options: StackOptions = {}): Promise<IndexedStack> {
  const stack = await startStack(options);
  await stack.connectWebhooks();
  const storage = openStorage(stack.config, () => undefined);
  const writer = createIndexWriter(stack.config.search, stack.indexes.names);
  return {
    stack,
    storage,
    jobs: storage.indexJobs(stack.indexes.fingerprint),
    writer,
    readRecord: async (id) => (await writer.get(writer.indexes.documents, [id]))[0],
    async close() {
      await storage[Symbol.asyncDispose]();
      await stack.close();
    },
  };
}

/** Returns a film document for the content service. */
export const newFilm = (id: string, fields: object = {}) => ({
  _id: id,
  _type: 'film',
  title: `About ${id}`,
  slug: { _type: 'slug', current: id },
  credits: [],
  ...fields,
});
