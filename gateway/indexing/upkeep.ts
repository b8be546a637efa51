import type { Logger } from 'pino';
import type { TaggedCache } from '../cache.ts';
import type { Change } from '../changes.ts';
import type { Config } from '../configuration/config.ts';
import type { ContentClient } from '../content/client.ts';
import { tagsOfDocumentChange } from '../content/tags.ts';
import type { Durable } from '../durable.ts';
import { briefCauseOf, causeOf } from '../errors.ts';
import type { MediaRoom } from '../media/room.ts';
import type { Metrics } from '../metrics.ts';
import type { Model } from '../model/model.ts';
import { createWorker, type WorkerOptions } from '../queue/worker.ts';
import { createIndexWriter } from '../search/writer.ts';
import { addChores, type Chore, choreOf, choresOf, type DocumentNews } from './chores.ts';
import { type CompareOptions, compareDocuments, compareMoments } from './compare.ts';
import { createKeeper, TooEarly } from './keeper.ts';
import { createIndexSources } from './sources.ts';
import { driftMark } from './status.ts';

/** What keeps the indexes true while a gateway runs. */
export interface Upkeep {
  /** Puts on the list what a change asks of the indexes; durable when it resolves. */
  follow(change: Change): Promise<void>;
  /** Compares the documents' index with the content before long. */
  suspect(): Promise<void>;
  close(): Promise<void>;
}

export interface UpkeepOptions {
  readonly config: Config;
  readonly model: Model;
  readonly content: ContentClient;
  readonly media: MediaRoom;
  readonly cache: Pick<TaggedCache, 'purge'>;
  readonly durable: Durable;
  readonly metrics: Pick<Metrics, 'indexWork'>;
  readonly log: Logger;
  /** Publishes what no news told. */
  publish(change: Change): Promise<void>;
}

/**
 * Milliseconds between two comparisons of an index. That of moments reads the media library and a part of every moment,
 * of which there are many more than documents.
 */
const COMPARED_EVERY = { documents: 10 * 60_000, moments: 60 * 60_000 } as const;
/** Milliseconds between two looks whether it is time. */
const LOOK_EVERY = 60_000;
const DEAD_READ = 10_000;

/** Begins to work off the list of index work, wherever it was left. */
export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { config, model, content, media, cache, durable, metrics, log } = options;
  const search = createIndexWriter(config.search);
  const sources = createIndexSources({ model, content, media, isShared: durable.redis !== undefined });
  const add = async (chores: readonly Chore[], gathering?: number) => {
    await addChores(durable.index, chores, gathering === undefined ? {} : { gathering });
    worker.wake();
  };
  const comparing: CompareOptions = {
    ...sources,
    model,
    search,
    add,
    tracksOf: media.tracksOf,
    rereadMedia: media.mirror.reread,
    givenUp: async () => new Set((await durable.index.dead(DEAD_READ)).map(choreOf).map(({ id }) => id)),
    publish: (documents) => options.publish(changeOf(documents)),
  };
  const keep = createKeeper({
    model,
    search,
    sources,
    add,
    onIndexed: (index) => cache.purge([`search:${index}`]),
    async compare(index) {
      const found = await (index === 'documents' ? compareDocuments(comparing) : compareMoments(comparing));
      await driftMark(durable, index).write(JSON.stringify(found));
      if (found.missing + found.extra + found.stale > 0)
        log.warn({ index, ...found }, 'the index differed from its sources without any news of it');
    },
  });
  const tellFailure = failureTeller(log, 'the index could not follow');
  const worker = createWorker({
    queue: durable.index,
    async handle(item) {
      const chore = choreOf(item);
      await keep(chore, item.attempts);
      metrics.indexWork(chore.kind, 'done');
    },
    onFailure(item, error, givenUp) {
      const outcome = givenUp ? 'given up' : error instanceof TooEarly ? 'too early' : 'failed';
      metrics.indexWork(choreOf(item).kind, outcome);
      tellFailure(item, error, givenUp);
    },
    onTrouble: (error) => log.warn({ err: error }, 'index work is delayed'),
  });
  const looking = setInterval(() => {
    compareWhenDue(durable, (chores) => add(chores, 0)).catch((error) =>
      log.warn({ err: error }, 'the index is not compared'),
    );
  }, LOOK_EVERY).unref();

  return {
    follow: (change) => add(choresOf(change)),
    suspect: () => add([{ kind: 'compare', id: 'documents' }]),
    async close() {
      clearInterval(looking);
      await worker.close();
    },
  };
}

/** Puts comparisons on the list whose time has come; gateways that share the list find the same times. */
async function compareWhenDue(durable: Durable, add: (chores: readonly Chore[]) => Promise<void>) {
  for (const id of ['documents', 'moments'] as const) {
    const last = JSON.parse((await driftMark(durable, id).read()) ?? '{}') as { at?: string };
    const age = Date.now() - Date.parse(last.at ?? '');
    if (!(age < COMPARED_EVERY[id])) await add([{ kind: 'compare', id }]);
  }
}

const changeOf = (documents: readonly DocumentNews[]): Change => ({
  source: 'content',
  tags: [...new Set(documents.flatMap(({ type }) => (type ? tagsOfDocumentChange(type) : [])))],
  documents,
  assets: [],
});

/** Tells of work that failed: what will be done again as a warning, what is given up as an error. */
export const failureTeller =
  (log: Logger, what: string): WorkerOptions['onFailure'] =>
  ({ key, attempts }, error, givenUp) => {
    if (error instanceof TooEarly && !givenUp)
      return log.debug({ key, reason: error.message }, 'asked too early');
    if (givenUp) log.error({ key, attempts, err: causeOf(error) }, `${what}, and it is given up`);
    else log.warn({ key, attempts, reason: briefCauseOf(error) }, `${what} yet`);
  };
