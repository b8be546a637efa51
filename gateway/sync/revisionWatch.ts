import type { ChangedDocument } from '../core/change.ts';
import { type CurrentVersion, MAX_VERSIONS } from '../providers/content/poll.ts';
import { tagsOfDocumentChange } from '../providers/content/tags.ts';
import { HOLD_MS, MAX_SOURCE_LAG_MS, rereadDelayMs } from '../services/cache/sourceLag.ts';
import { pause } from '../services/scheduling/pause.ts';

/** Reads the content service until it returns the documents of changes as the changes name them. */
export interface RevisionWatch {
  /** Watches documents with their cache tags. A later change of a document replaces an earlier one, in any order of arrival. */
  add(documents: readonly ChangedDocument[], tags: readonly string[]): void;
  /** Ends the watch of documents: they were read. */
  wereRead(documents: readonly ChangedDocument[]): void;
  close(): Promise<void>;
}

/** A watched document. */
export interface WatchedDocument {
  readonly document: ChangedDocument;
  readonly tags: readonly string[];
}

export interface RevisionWatchOptions {
  readVersions(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, CurrentVersion>>;
  /** Keeps later results of these cache tags for seconds only; see `TaggedCache.hold`. */
  hold(tags: readonly string[], ms: number): Promise<void>;
  /** Called with documents that the source returned later than their events arrived, in their current versions. */
  onCaughtUp(watched: readonly WatchedDocument[]): Promise<void>;
  /** Called with the ids of documents that the source did not return, as the event names them, within `MAX_SOURCE_LAG_MS`. */
  onGivenUp(ids: readonly string[]): void;
  onError(error: unknown): void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Waits before the next reading; the signal ends the wait early. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Entry extends WatchedDocument {
  readonly addedAt: number;
  /** The revision that the source returned first, null for none; undefined before. */
  first?: string | null;
  /** The type that the source returned first. */
  firstType?: string | undefined;
}

/** Above this number, further documents are not watched: their results are held once. */
const MAX_WATCHED = 10_000;

/** Creates the watch. One request reads all watched documents; it runs only while there are any. */
export function createRevisionWatch(options: RevisionWatchOptions): RevisionWatch {
  const { readVersions, hold, onCaughtUp, onGivenUp, onError, now = Date.now, wait = pause } = options;
  const watched = new Map<string, Entry>();
  const closing = new AbortController();
  let added = new AbortController();
  let running: Promise<void> | undefined;

  /** Reads a part of the watched documents. Documents that are added meanwhile are read the next time. */
  const readPart = async (entries: readonly Entry[]) => {
    const versions = await readVersions(
      entries.map(({ document }) => document.id),
      closing.signal,
    );
    const isWatched = (entry: Entry) => watched.get(entry.document.id) === entry;
    const caughtUp: WatchedDocument[] = [];
    for (const entry of entries.filter(isWatched)) {
      const version = versions.get(entry.document.id);
      const isFirst = entry.first === undefined;
      if (!isReturned(entry, version)) {
        entry.first ??= version?.revision ?? null;
        entry.firstType ??= version?.type;
        continue;
      }
      watched.delete(entry.document.id);
      if (!isFirst) caughtUp.push(withVersion(entry, version));
    }
    if (caughtUp.length > 0) await onCaughtUp(caughtUp);
  };
  const giveUp = () => {
    const late = [...watched.values()].filter(({ addedAt }) => now() - addedAt > MAX_SOURCE_LAG_MS);
    for (const { document } of late) watched.delete(document.id);
    // If the event names no version, the source may have returned the new version from the start.
    const missing = late.filter(({ document }) => namesVersion(document));
    if (missing.length > 0) onGivenUp(missing.map(({ document }) => document.id));
  };
  const run = async () => {
    while (watched.size > 0 && !closing.signal.aborted) {
      added = new AbortController();
      const entries = [...watched.values()];
      for (let i = 0; i < entries.length; i += MAX_VERSIONS)
        await readPart(entries.slice(i, i + MAX_VERSIONS)).catch((error: unknown) => {
          if (!closing.signal.aborted) onError(error);
        });
      giveUp();
      const rest = [...watched.values()];
      if (rest.length === 0) continue;
      const delayMs = rereadDelayMs(now() - Math.max(...rest.map(({ addedAt }) => addedAt)));
      await hold([...new Set(rest.flatMap(({ tags }) => tags))], delayMs + HOLD_MS);
      await wait(delayMs, AbortSignal.any([added.signal, closing.signal]));
      await wait(MIN_INTERVAL_MS, closing.signal);
    }
    running = undefined;
  };

  return {
    add(documents, tags) {
      for (const document of documents) {
        const known = watched.get(document.id);
        if (known ? isOlder(document, known.document) : watched.size >= MAX_WATCHED) continue;
        watched.set(document.id, { document, tags, addedAt: now() });
      }
      added.abort();
      if (watched.size > 0) running ??= run().catch(onError);
    },
    wereRead(documents) {
      for (const document of documents) {
        const entry = watched.get(document.id);
        if (entry && replaces(document, entry.document)) watched.delete(document.id);
      }
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Changes within this time share one reading. */
const MIN_INTERVAL_MS = 100;

/** True if an event tells which version the source should return. */
const namesVersion = ({ operation, revision, updatedAt }: ChangedDocument): boolean =>
  operation === 'create' || operation === 'delete' || revision !== undefined || updatedAt !== undefined;

/** True if an event tells a change before that of another event, which arrived first. */
const isOlder = (document: ChangedDocument, other: ChangedDocument): boolean =>
  timeOf(document) < timeOf(other);
const timeOf = ({ updatedAt, deletedAt }: ChangedDocument): number =>
  Date.parse(deletedAt ?? updatedAt ?? '');

/** True if the source returns the version that the event names, or a later one; without a name, another one than at first. */
function isReturned({ document, first }: Entry, version: CurrentVersion | undefined): boolean {
  const { operation, revision, updatedAt, deletedAt } = document;
  if (operation === 'delete') {
    if (!version) return true;
    if (deletedAt !== undefined) return Date.parse(version.updatedAt) > Date.parse(deletedAt);
  } else if (revision !== undefined) {
    if (version?.revision === revision) return true;
    return (
      version !== undefined &&
      updatedAt !== undefined &&
      Date.parse(version.updatedAt) > Date.parse(updatedAt)
    );
  } else if (version && updatedAt !== undefined) {
    return Date.parse(version.updatedAt) >= Date.parse(updatedAt);
  } else if (version && operation === 'create') {
    return true;
  }
  return first !== undefined && first !== (version?.revision ?? null);
}

/** True if a version that was read is the version that an event names, or a later version. */
const replaces = (read: ChangedDocument, { operation, revision, updatedAt }: ChangedDocument): boolean =>
  operation !== 'delete' &&
  (revision === read.revision ||
    (revision === undefined && updatedAt === undefined) ||
    Date.parse(read.updatedAt ?? '') > Date.parse(updatedAt ?? ''));

/** Returns the document in the version that the source returns, with the tags of all its types. */
function withVersion(
  { document, tags, firstType }: Entry,
  version: CurrentVersion | undefined,
): WatchedDocument {
  const types = [firstType, version?.type].filter((type) => type !== undefined);
  const allTags = [...new Set([...tags, ...types.flatMap(tagsOfDocumentChange)])];
  if (!version) return { document, tags: allTags };
  const { id, operation } = document;
  return {
    document: { id, ...version, operation: operation === 'delete' ? undefined : operation },
    tags: allTags,
  };
}
