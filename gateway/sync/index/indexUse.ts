import type { Logger } from 'pino';
import type { IndexWriter } from '../../providers/search/indexing/writer.ts';
import { pause } from '../../services/scheduling/pause.ts';
import type { IndexedModels } from '../../services/storage/storage.ts';
import { type ModelIndexes, readMark } from './modelIndexes.ts';
import { createMark } from './rebuild.ts';

/** The use of the indexes of a model by this gateway. */
export interface IndexUse {
  /** Resolves when the indexes are built; with false if the use ends before. Then marks every day that they are used. */
  start(): Promise<boolean>;
  close(): void;
}

interface IndexUseOptions {
  readonly search: IndexWriter;
  readonly indexes: ModelIndexes;
  readonly indexedModels: IndexedModels;
  readonly log: Logger;
}

/** The interval at which missing indexes are looked for; it grows with the time for which they are missing. */
const BUILT_CHECK_INTERVAL_MS = { min: 2_000, max: 60_000 } as const;
export const MARK_INTERVAL_MS = 86_400_000;
/** Gateways of one model share the mark. */
const MIN_MARK_AGE_MS = MARK_INTERVAL_MS / 2;

/**
 * Creates the use. Until `trivium index` has built the indexes, changes wait in the queue: a write would create an index without
 * settings.
 */
export function createIndexUse({ search, indexes, indexedModels, log }: IndexUseOptions): IndexUse {
  const closing = new AbortController();
  const { documents } = indexes.names;
  const markUse = async (): Promise<boolean> => {
    await indexedModels.add(indexes.fingerprint);
    const mark = readMark(await search.readSettings(documents));
    if (mark && Date.now() - Date.parse(mark.usedAt) > MIN_MARK_AGE_MS)
      await search.writeSettings(documents, { userData: createMark(indexes) });
    return mark !== undefined;
  };
  /** Returns undefined if the state is unknown. */
  const tryToMark = async (): Promise<boolean | undefined> => {
    try {
      return await markUse();
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'the state of the search index cannot be read');
      return undefined;
    }
  };
  const waitUntilBuilt = async (): Promise<boolean> => {
    const startedAt = Date.now();
    for (let wasLogged = false; !closing.signal.aborted; ) {
      const isBuilt = await tryToMark();
      if (isBuilt && !closing.signal.aborted) return true;
      if (isBuilt === false && !wasLogged) {
        log.warn(
          { index: documents },
          'the search index of this model is not yet built: run trivium index; until then changes wait',
        );
        wasLogged = true;
      }
      const { min, max } = BUILT_CHECK_INTERVAL_MS;
      await pause(Math.min(max, Math.max(min, (Date.now() - startedAt) / 10)), closing.signal);
    }
    return false;
  };
  const markEveryDay = async () => {
    while (!closing.signal.aborted) {
      await pause(MARK_INTERVAL_MS, closing.signal);
      if (!closing.signal.aborted) await tryToMark();
    }
  };
  return {
    async start() {
      const isBuilt = await waitUntilBuilt();
      if (isBuilt) void markEveryDay();
      return isBuilt && !closing.signal.aborted;
    },
    close: () => closing.abort(),
  };
}
