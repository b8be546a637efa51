import type { Model } from '../model.ts';
import { GivenUp } from '../queue/worker.ts';
import {
  type CaptionTrack,
  documentRecord,
  fitRecord,
  momentRecords,
  RECORD_LIMIT,
} from '../search/records.ts';
import type { IndexRecord, IndexWriter } from '../search/writer.ts';
import type { RecordRow } from '../searchables.ts';
import type { Chore } from './chores.ts';
import { assetsOf } from './moments.ts';

/** The content and the media library as they are now, past every cache. */
export interface LiveSources {
  /** The rows of these documents; those that are not published or not searchable are absent. */
  readRows(ids: readonly string[]): Promise<readonly RecordRow[]>;
  /** The ids of the searchable documents that refer to one. */
  readReferring(id: string): Promise<readonly string[]>;
  /** The ids of the searchable documents that bear a media asset. */
  readBearers(asset: string): Promise<readonly string[]>;
  /** When a document was last changed; null when it is not published. */
  readUpdatedAt(id: string): Promise<string | null>;
  readCues(asset: string): Promise<readonly CaptionTrack[]>;
  /** The records of the suggestions' index, counted anew. */
  countSuggestions(): Promise<readonly IndexRecord[]>;
}

interface KeeperOptions {
  readonly model: Model;
  readonly sources: LiveSources;
  readonly search: IndexWriter;
  /** Puts further chores on the list. */
  add(chores: readonly Chore[]): Promise<void>;
  /** Told when searches of an index answer something else than before. */
  onIndexed(index: string): Promise<void>;
  readonly recordLimit?: number;
}

/** What is read is older than the news: the work has come too early and is to be done again shortly. */
export class TooEarly extends Error {}

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
    if (chore.kind === 'document') return followDocument(options, chore);
    if (chore.kind === 'asset') return followAsset(options, chore.id);
    if (chore.kind === 'record') return keepRecord(options, chore.id, attempts);
    if (chore.kind === 'moments') return keepMoments(options, chore.id, attempts);
    return keepSuggestions(options);
  };
}

/** A document's own record and moments follow it, and the records of those who refer to it, for they hold its title. */
async function followDocument(
  { model, sources, add }: KeeperOptions,
  { id, type, updatedAt }: Extract<Chore, { kind: 'document' }>,
): Promise<void> {
  if (updatedAt !== undefined) {
    const now = await sources.readUpdatedAt(id);
    if (now !== null && Date.parse(now) < Date.parse(updatedAt))
      throw new TooEarly(`expected ${id} as of ${updatedAt}, the content service still answers ${now}`);
  }
  const referring = (await sources.readReferring(id)).filter((other) => other !== id);
  // A document that is none of the model's may be what a film's asset is named in.
  const isModels = type !== undefined && model.typeOfDocument.has(type);
  await add([
    { kind: 'record', id },
    { kind: 'moments', id },
    ...referring.map((other): Chore => ({ kind: 'record', id: other })),
    ...(isModels ? [] : referring).map((other): Chore => ({ kind: 'moments', id: other })),
  ]);
}

async function followAsset({ sources, add }: KeeperOptions, asset: string): Promise<void> {
  const bearers = await sources.readBearers(asset);
  await add(bearers.map((id): Chore => ({ kind: 'moments', id })));
}

async function keepRecord(options: KeeperOptions, id: string, attempts: number): Promise<void> {
  const { sources, search, add, onIndexed, recordLimit = RECORD_LIMIT } = options;
  const index = search.indexes.documents;
  const [[row], [known]] = await Promise.all([sources.readRows([id]), search.get(index, [id])]);
  if (!row) {
    if (!known) return;
    if (attempts === 0) throw new TooEarly(`the content service has no ${id}; it is asked once more`);
    await search.change(index, { remove: [id] });
    await add([{ kind: 'suggestions', id: '' }]);
    return onIndexed(index);
  }
  if (known && Date.parse(String(known._updatedAt)) > Date.parse(row._updatedAt))
    throw new TooEarly(
      `the index has ${id} as of ${known._updatedAt}, the content service ${row._updatedAt}`,
    );
  const { record, fits } = fitRecord(documentRecord(row), recordLimit);
  if (isSame(known, record)) return;
  await search.change(index, fits ? { save: [record] } : { remove: [id] });
  await add([{ kind: 'suggestions', id: '' }]);
  await onIndexed(index);
  if (!fits) throw new GivenUp(`the record of ${id} is above ${recordLimit} bytes whatever is cut`);
}

async function keepMoments(options: KeeperOptions, id: string, attempts: number): Promise<void> {
  const { model, sources, search, onIndexed } = options;
  const index = search.indexes.moments;
  const [row] = await sources.readRows([id]);
  const known = new Map<string, IndexRecord>();
  for await (const record of search.browse(index, `document:${JSON.stringify(id)}`))
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

/** The moments of a document's films, as their captions are now. */
export async function momentsOf(
  model: Model,
  { readCues }: Pick<LiveSources, 'readCues'>,
  row: RecordRow,
): Promise<readonly IndexRecord[]> {
  const moments: IndexRecord[] = [];
  for (const asset of assetsOf(model, row)) moments.push(...momentRecords(row, asset, await readCues(asset)));
  return moments;
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
