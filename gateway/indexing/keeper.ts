import type { Model } from '../model/model.ts';
import type { RecordRow } from '../model/searchables.ts';
import { GivenUp } from '../queue/worker.ts';
import {
  type CaptionTrack,
  documentRecord,
  facetValuesOf,
  fitRecord,
  RECORD_LIMIT,
} from '../search/records.ts';
import type { IndexRecord, IndexWriter } from '../search/writer.ts';
import type { Chore, DocumentNews } from './chores.ts';
import { assetsOf, momentsOf } from './moments.ts';

/** The content and the media library as they are now, past every cache. */
export interface LiveSources {
  /** The rows of these documents; those that are not published or not searchable are absent. */
  readRows(ids: readonly string[]): Promise<readonly RecordRow[]>;
  /** The ids of the searchable documents that refer to one. */
  readReferring(id: string): Promise<readonly string[]>;
  /** The ids of the searchable documents that bear a media asset. */
  readBearers(asset: string): Promise<readonly string[]>;
  /** Which version of a document is published; null when none is. */
  readVersion(id: string): Promise<Version | null>;
  readCues(asset: string): Promise<readonly CaptionTrack[]>;
  /** Reads an asset of which there was news that this process may not have heard yet. */
  refreshAsset(asset: string): Promise<void>;
  /** The records of the suggestions' index, counted anew. */
  countSuggestions(): Promise<readonly IndexRecord[]>;
}

/** A version of a document: its `_rev` and its `_updatedAt`. */
export interface Version {
  readonly revision: string;
  readonly updatedAt: string;
}

interface KeeperOptions {
  readonly model: Model;
  readonly sources: LiveSources;
  readonly search: IndexWriter;
  /** Puts further chores on the list. */
  add(chores: readonly Chore[]): Promise<void>;
  /** Told when searches of an index answer something else than before. */
  onIndexed(index: string): Promise<void>;
  /** Compares an index with its sources, and sees to what differs. */
  compare(index: 'documents' | 'moments'): Promise<void>;
  readonly recordLimit?: number;
}

/** What is read is older than the news: the work has come too early and is to be done again shortly. */
export class TooEarly extends Error {}

/**
 * How often what contradicts the news is taken for a lagging source; then it is believed, for the news may be of a
 * version that was replaced since. By the worker's delays that is after some 90 and some 6 seconds.
 */
const DOUBTS = 5;
const DOUBTS_OF_ABSENCE = 3;

/**
 * Does one chore of the index.
 * @param attempts how often this chore has failed before: an absence is believed the second time
 * @throws TooEarly, UpstreamError: the chore is to be done again later; GivenUp: it is of no use
 */
export type Keeper = (chore: Chore, attempts: number) => Promise<void>;

/**
 * Keeps the indexes true to the content, a chore at a time. News is a hint: what is written is what the source answers
 * when it is read again.
 */
export function createKeeper(options: KeeperOptions): Keeper {
  return (chore, attempts) => {
    if (chore.kind === 'document') return followDocument(options, chore, attempts);
    if (chore.kind === 'asset') return followAsset(options, chore.id);
    if (chore.kind === 'record') return keepRecord(options, chore, attempts);
    if (chore.kind === 'moments') return keepMoments(options, chore, attempts);
    if (chore.kind === 'compare') return options.compare(chore.id);
    return keepSuggestions(options);
  };
}

/** A document's own record and moments follow it, and the records of those who refer to it, for they hold its title. */
async function followDocument(
  { model, sources, add }: KeeperOptions,
  news: DocumentNews,
  attempts: number,
): Promise<void> {
  const { id, type, updatedAt } = news;
  const now = await sources.readVersion(id);
  const doubt = doubtOf(news, now, attempts);
  if (doubt) throw new TooEarly(doubt);
  const referring = (await sources.readReferring(id)).filter((other) => other !== id);
  // A document that is none of the model's may be what a film's asset is named in.
  const isModels = type !== undefined && model.typeOfDocument.has(type);
  await add([
    { kind: 'record', id, updatedAt: now === null ? undefined : updatedAt },
    { kind: 'moments', id },
    ...referring.map((other): Chore => ({ kind: 'record', id: other })),
    ...(isModels ? [] : referring).map((other): Chore => ({ kind: 'moments', id: other })),
  ]);
}

/** Why what the source answers may be older than the news; undefined when nothing speaks for it. */
function doubtOf(
  { id, revision, updatedAt, deletedAt }: DocumentNews,
  now: Version | null,
  attempts: number,
): string | undefined {
  if (deletedAt !== undefined)
    return now && attempts < DOUBTS && Date.parse(now.updatedAt) <= Date.parse(deletedAt)
      ? `${id} was deleted at ${deletedAt}, the content service still answers it as of ${now.updatedAt}`
      : undefined;
  if (updatedAt === undefined) return undefined;
  const expected = `expected ${id} as of ${updatedAt}, the content service`;
  if (now === null)
    return attempts < DOUBTS_OF_ABSENCE ? `${expected} has none such yet or any more` : undefined;
  const age = Date.parse(updatedAt) - Date.parse(now.updatedAt);
  if (age > 0 && attempts < DOUBTS) return `${expected} still answers ${now.updatedAt}`;
  // Where times have no milliseconds, the version before may bear the same.
  if (age === 0 && revision !== undefined && revision !== now.revision && attempts === 0)
    return `${expected} answers another version of that second`;
  return undefined;
}

async function followAsset({ sources, add }: KeeperOptions, asset: string): Promise<void> {
  const bearers = await sources.readBearers(asset);
  await add(bearers.map((id): Chore => ({ kind: 'moments', id, asset })));
}

async function keepRecord(
  options: KeeperOptions,
  { id, updatedAt }: Extract<Chore, { kind: 'record' }>,
  attempts: number,
): Promise<void> {
  const { model, sources, search, add, onIndexed, recordLimit = RECORD_LIMIT } = options;
  const index = search.indexes.documents;
  const [[row], [known]] = await Promise.all([sources.readRows([id]), search.get(index, [id])]);
  if (!row) {
    if (!known) return;
    if (attempts === 0) throw new TooEarly(`the content service has no ${id}; it is asked once more`);
    await search.change(index, { remove: [id] });
    await add([{ kind: 'suggestions', id: '' }]);
    return onIndexed(index);
  }
  const newest = [updatedAt, known?._updatedAt].find((time) => isAfter(time, row._updatedAt));
  if (newest !== undefined && attempts < DOUBTS)
    throw new TooEarly(
      `${id} is known as of ${newest}, the content service answers it as of ${row._updatedAt}`,
    );
  const { record, fits } = fitRecord(documentRecord(row), recordLimit);
  if (!fits) {
    if (known) await search.change(index, { remove: [id] });
    if (known) await onIndexed(index);
    throw new GivenUp(`the record of ${id} is above ${recordLimit} bytes whatever is cut: shorten its lists`);
  }
  if (isSame(known, record)) return;
  await search.change(index, { save: [record] });
  // Moments are narrowed by what their document is, e.g. by its topics.
  const isOtherwise = !isSame(facetValuesOf(model, known ?? {}), facetValuesOf(model, record));
  const hasMoments = isOtherwise && assetsOf(model, row).length > 0;
  await add([{ kind: 'suggestions', id: '' }, ...(hasMoments ? [{ kind: 'moments', id } as const] : [])]);
  await onIndexed(index);
}

const isAfter = (time: unknown, other: string): boolean =>
  typeof time === 'string' && Date.parse(time) > Date.parse(other);

async function keepMoments(
  options: KeeperOptions,
  { id, asset }: Extract<Chore, { kind: 'moments' }>,
  attempts: number,
): Promise<void> {
  const { model, sources, search, onIndexed } = options;
  const index = search.indexes.moments;
  if (asset !== undefined) await sources.refreshAsset(asset);
  const [row] = await sources.readRows([id]);
  const known = new Map<string, IndexRecord>();
  for await (const record of search.browse(index, { filters: `document:${JSON.stringify(id)}` }))
    known.set(record.objectID, record);
  if (!row && known.size > 0 && attempts === 0)
    throw new TooEarly(`the content service has no ${id}; it is asked once more`);
  const wanted = row ? await momentsOf(model, sources, row) : [];
  const save = wanted.filter((record) => !isSame(known.get(record.objectID), record));
  for (const { objectID } of wanted) known.delete(objectID);
  if (save.length === 0 && known.size === 0) return;
  await search.change(index, { save, remove: [...known.keys()] });
  await onIndexed(index);
}

async function keepSuggestions({ sources, search, onIndexed }: KeeperOptions): Promise<void> {
  const index = search.indexes.suggestions;
  const known = new Map<string, IndexRecord>();
  for await (const record of search.browse(index)) known.set(record.objectID, record);
  const wanted = await sources.countSuggestions();
  const save = wanted.filter((record) => !isSame(known.get(record.objectID), record));
  for (const { objectID } of wanted) known.delete(objectID);
  if (save.length === 0 && known.size === 0) return;
  await search.change(index, { save, remove: [...known.keys()] });
  await onIndexed(index);
}

/** Whether two records say the same, whatever the order of their attributes. */
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
