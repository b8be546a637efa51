import { tagsOfDocumentChange } from '../core/cacheTags.ts';
import { type ChangedDocument, isEarlierChange } from '../core/change.ts';
import { type CurrentVersion, MAX_VERSIONS } from '../providers/content/poll.ts';
import {
  type CaughtUp,
  createSourceWatch,
  type SourceWatchOptions,
  type WatchClock,
  type Watched,
} from './sourceWatch.ts';

/** Reads the content service until it returns the documents of changes as the changes name them. */
export interface RevisionWatch {
  /** See `SourceWatch.add`. */
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

export interface RevisionWatchOptions extends WatchClock {
  readVersions: SourceWatchOptions<ChangedDocument, CurrentVersion>['read'];
  hold: SourceWatchOptions<ChangedDocument, CurrentVersion>['hold'];
  /** Called with documents that the source returned later than their events arrived, in their current versions. */
  onCaughtUp(watched: readonly WatchedDocument[]): Promise<void>;
  /** Called with the ids of documents that the source did not return, as the event names them, in time. */
  onGivenUp(ids: readonly string[]): void;
  onError(error: unknown): void;
}

/** Creates the watch. One request reads all watched documents. */
export function createRevisionWatch(options: RevisionWatchOptions): RevisionWatch {
  const { readVersions, onCaughtUp, onGivenUp } = options;
  const watch = createSourceWatch<ChangedDocument, CurrentVersion>({
    ...options,
    read: readVersions,
    maxIds: MAX_VERSIONS,
    isOlder: isEarlierChange,
    isReturned,
    onCaughtUp: (caughtUp) => onCaughtUp(caughtUp.map(withVersion)),
    onGivenUp(documents) {
      // If the event names no version, the source may have returned the new version from the start.
      const missing = documents.filter(namesVersion);
      if (missing.length > 0) onGivenUp(missing.map(({ id }) => id));
    },
  });
  return {
    add: (documents, tags) => watch.add(documents, tags),
    wereRead(documents) {
      for (const read of documents) watch.end(read.id, (document) => replaces(read, document));
    },
    close: watch.close,
  };
}

/** True if an event tells which version the source should return. */
const namesVersion = ({ operation, revision, updatedAt }: ChangedDocument): boolean =>
  operation === 'create' || operation === 'delete' || revision !== undefined || updatedAt !== undefined;

/** True if the source returns the version that the event names, or a later one; without a name, another one than at first. */
function isReturned(
  { item, first }: Watched<ChangedDocument, CurrentVersion>,
  version: CurrentVersion | undefined,
): boolean {
  const { operation, revision, updatedAt, deletedAt } = item;
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
  return first !== undefined && first.state?.revision !== version?.revision;
}

/** True if a version that was read is the version that an event names, or a later version. */
const replaces = (read: ChangedDocument, { operation, revision, updatedAt }: ChangedDocument): boolean =>
  operation !== 'delete' &&
  (revision === read.revision ||
    (revision === undefined && updatedAt === undefined) ||
    Date.parse(read.updatedAt ?? '') > Date.parse(updatedAt ?? ''));

/** Returns the document in the version that the source returns, with the tags of all its types. */
function withVersion({
  item: document,
  tags,
  first,
  state: version,
}: CaughtUp<ChangedDocument, CurrentVersion>): WatchedDocument {
  const types = [first?.state?.type, version?.type].filter((type) => type !== undefined);
  const allTags = [...new Set([...tags, ...types.flatMap(tagsOfDocumentChange)])];
  if (!version) return { document, tags: allTags };
  const { id, operation } = document;
  return {
    document: { id, ...version, operation: operation === 'delete' ? undefined : operation },
    tags: allTags,
  };
}
