import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentVersion } from '../content/record.ts';
import type { Model } from '../model/model.ts';
import type { IndexWriter } from '../search/writer.ts';
import type { Chore, DocumentNews } from './chores.ts';
import { assetsOf } from './moments.ts';

/** What a comparison found; it is the records that no news led to. */
export interface FoundDrift {
  /** When it ended, ISO 8601. */
  readonly at: string;
  readonly missing: number;
  readonly extra: number;
  readonly stale: number;
  /** Why nothing is done about the extra ones; absent when something is. */
  readonly refused?: string;
}

export interface CompareOptions {
  readonly model: Model;
  readonly search: Pick<IndexWriter, 'indexes' | 'browse' | 'get'>;
  /** Pages of the versions of all searchable documents. */
  readAllVersions(): AsyncIterable<readonly DocumentVersion[]>;
  readVersions(ids: readonly string[]): Promise<readonly DocumentVersion[]>;
  /** The text tracks of an asset from which moments are made. */
  tracksOf(asset: string): Promise<readonly string[]>;
  /** Reads the media library again. */
  rereadMedia(): Promise<void>;
  /** Ids of documents whose records were given up. */
  givenUp(): Promise<ReadonlySet<string>>;
  /** News that nobody brought. */
  publish(documents: readonly DocumentNews[]): Promise<void>;
  add(chores: readonly Chore[]): Promise<void>;
  /** Milliseconds in which what is on its way arrives. */
  readonly settle?: number;
}

const SETTLE = 5_000;
const CHUNK = 200;
/** More extra records than a tenth of the index, and than this many, are no deletions but another content. */
const REMOVABLE = 0.1;
const ALWAYS_REMOVABLE = 25;

/**
 * Finds what no news told by comparing the ids and revisions of all documents with those of their records, which costs a
 * page of a thousand on either side, and publishes it as news. What differs is looked at twice.
 * @throws UpstreamError
 */
export async function compareDocuments(options: CompareOptions): Promise<FoundDrift> {
  const { search, publish } = options;
  const index = search.indexes.documents;
  const wanted = new Map<string, string>();
  for await (const page of options.readAllVersions())
    for (const { objectID, _rev } of page) wanted.set(objectID, _rev);
  const differing: string[] = [];
  let records = 0;
  for await (const { objectID, _rev } of search.browse(index, { attributes: ['_rev'] })) {
    records += 1;
    if (wanted.get(objectID) !== _rev) differing.push(objectID);
    wanted.delete(objectID);
  }
  const givenUp = wanted.size > 0 ? await options.givenUp() : new Set();
  differing.push(...[...wanted.keys()].filter((id) => !givenUp.has(id)));
  if (differing.length > 0) await sleep(options.settle ?? SETTLE, undefined, { ref: false });

  const found = { missing: 0, extra: 0, stale: 0 };
  const news: DocumentNews[] = [];
  const extra: DocumentNews[] = [];
  for (const ids of chunks(differing)) {
    const [versions, known] = await Promise.all([options.readVersions(ids), search.get(index, ids)]);
    const now = new Map(versions.map((version) => [version.objectID, version]));
    ids.forEach((id, i) => {
      const [version, record] = [now.get(id), known[i]];
      if (version?._rev === record?._rev) return;
      if (!version) extra.push({ id, type: String(record?._type) });
      else news.push({ id, type: version._type, revision: version._rev, updatedAt: version._updatedAt });
      found[version ? (record ? 'stale' : 'missing') : 'extra'] += 1;
    });
  }
  const isTooMuch = extra.length > Math.max(ALWAYS_REMOVABLE, REMOVABLE * records);
  for (const part of chunks(isTooMuch ? news : [...news, ...extra])) await publish(part);
  return {
    at: new Date().toISOString(),
    ...found,
    ...(isTooMuch && {
      refused: `${extra.length} of ${records} records have no document any more, more than a tenth: look whether SANITY_DATASET is the right one, then run npm run index -- --repair --force`,
    }),
  };
}

/**
 * Finds films whose moments are of other captions than they have now, and puts them on the list. A film without any
 * moments may have captions without words, so that it is put on the list and not counted.
 * @throws UpstreamError
 */
export async function compareMoments(options: CompareOptions): Promise<FoundDrift> {
  const { model, search, add } = options;
  await options.rereadMedia();
  const indexed = new Map<string, Set<string>>();
  const browsed = search.browse(search.indexes.moments, { attributes: ['document', 'track'] });
  for await (const { document, track } of browsed) {
    const tracks = indexed.get(String(document)) ?? new Set();
    indexed.set(String(document), tracks.add(String(track)));
  }
  const found = { missing: 0, extra: 0, stale: 0 };
  const ids: string[] = [];
  for await (const page of options.readAllVersions()) {
    for (const version of page) {
      const known = indexed.get(version.objectID);
      indexed.delete(version.objectID);
      const assets = assetsOf(model, version);
      const tracks = new Set((await Promise.all(assets.map(options.tracksOf))).flat());
      const outdated = [...(known ?? [])].some((track) => !tracks.has(track));
      if (outdated) found.stale += 1;
      if (outdated || tracks.size > (known?.size ?? 0)) ids.push(version.objectID);
    }
  }
  // The chore looks again whether the document is gone.
  found.extra = indexed.size;
  ids.push(...indexed.keys());
  await add(ids.map((id): Chore => ({ kind: 'moments', id })));
  return { at: new Date().toISOString(), ...found };
}

const chunks = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, i) => list.slice(i * CHUNK, (i + 1) * CHUNK));
