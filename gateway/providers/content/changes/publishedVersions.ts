import { LRUCache } from 'lru-cache';
import type { ChangedDocument } from '../../../core/change.ts';

const MAX_DOCUMENTS = 20_000;

interface Version {
  readonly revision?: string | undefined;
  /** Time of the change in whole seconds since 1970. */
  readonly seconds: number;
}

/** The last published version of each document: polling and webhooks report the same change several times. */
export interface PublishedVersions {
  add(document: ChangedDocument): void;
  /** Returns whether this version or a later one was added; for a creation, whether the creation was added. */
  has(document: ChangedDocument): boolean;
  /** True if the creation of the document at this time (ISO 8601) was added. */
  hasCreation(id: string, createdAt: string): boolean;
  /** Returns whether a version was added, and no deletion since. */
  exists(id: string): boolean;
  /** Forgets which documents exist: a poll has counted deletions that no event names. */
  forgetExisting(): void;
  /** Returns the last known `_type` of a document. */
  typeOf(id: string): string | undefined;
  /** Returns the last known `_rev` of a document. */
  revisionOf(id: string): string | undefined;
}

export function createPublishedVersions(): PublishedVersions {
  const versions = new LRUCache<string, Version>({ max: MAX_DOCUMENTS });
  const types = new LRUCache<string, string>({ max: MAX_DOCUMENTS });
  /** When the first known version was written, in milliseconds since 1970. */
  const creations = new LRUCache<string, number>({ max: MAX_DOCUMENTS });
  const existing = new LRUCache<string, true>({ max: MAX_DOCUMENTS });
  const hasCreation = (id: string, createdAt: string) =>
    (creations.get(id) ?? Number.NaN) >= Date.parse(createdAt);
  return {
    hasCreation,
    add({ id, type, operation, revision, updatedAt, deletedAt }) {
      if (type !== undefined) types.set(id, type);
      if (operation === 'create' && updatedAt !== undefined) creations.set(id, Date.parse(updatedAt));
      if (operation === 'delete') {
        creations.delete(id);
        existing.delete(id);
      } else existing.set(id, true);
      const seconds = secondsOf(deletedAt ?? updatedAt);
      if (seconds !== undefined) versions.set(id, { revision, seconds });
    },
    has({ id, operation, revision, updatedAt, deletedAt }) {
      const known = versions.get(id);
      if (!known) return false;
      const seconds = secondsOf(deletedAt ?? updatedAt);
      if (seconds !== undefined && seconds < known.seconds) return true;
      if (operation === 'create' && updatedAt !== undefined) return hasCreation(id, updatedAt);
      return revision !== undefined && revision === known.revision;
    },
    exists: (id) => existing.has(id),
    forgetExisting: () => existing.clear(),
    typeOf: (id) => types.get(id),
    revisionOf: (id) => versions.get(id)?.revision,
  };
}

/** Sanity's times have milliseconds or not, so they are comparable only in whole seconds. */
function secondsOf(time: string | undefined): number | undefined {
  const seconds = Math.floor(Date.parse(time ?? '') / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}
