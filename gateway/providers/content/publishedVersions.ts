import { LRUCache } from 'lru-cache';
import type { ChangedDocument } from '../../core/change.ts';

const MAX_DOCUMENTS = 20_000;

interface Version {
  readonly revision?: string | undefined;
  /** Time of the change in whole seconds since 1970. */
  readonly seconds: number;
}

/** The last published version of each document: polling and webhooks report the same change several times. */
export interface PublishedVersions {
  add(document: ChangedDocument): void;
  /** True if this version or a later one was added. */
  has(document: ChangedDocument): boolean;
}

export function createPublishedVersions(): PublishedVersions {
  const versions = new LRUCache<string, Version>({ max: MAX_DOCUMENTS });
  return {
    add({ id, revision, updatedAt, deletedAt }) {
      const seconds = secondsOf(deletedAt ?? updatedAt);
      if (seconds !== undefined) versions.set(id, { revision, seconds });
    },
    has({ id, revision, updatedAt, deletedAt }) {
      const known = versions.get(id);
      if (!known) return false;
      if (revision !== undefined && revision === known.revision) return true;
      const seconds = secondsOf(deletedAt ?? updatedAt);
      return seconds !== undefined && seconds < known.seconds;
    },
  };
}

/** Sanity's times have milliseconds or not, so they are comparable only in whole seconds. */
function secondsOf(time: string | undefined): number | undefined {
  const seconds = Math.floor(Date.parse(time ?? '') / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}
