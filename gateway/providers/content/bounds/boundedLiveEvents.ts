import type { LiveEvent, LiveEventMessage } from '@sanity/client';

/** The sync tags of changed data; `all` if events were lost, or name too many tags. */
export type SyncTags = Set<string> | 'all';

export const MAX_SYNC_TAG_CHARACTERS = 256;
/** Sanity's tags, such as `s1:Ab12`, are opaque. A CDN takes lists of tags with commas or spaces. */
const SYNC_TAG = /^[!-+\--~]+$/;

/** Returns whether a value can be a sync tag: 1 to `MAX_SYNC_TAG_CHARACTERS` visible characters, without commas. */
export const isSyncTag = (tag: unknown): tag is string =>
  typeof tag === 'string' && tag.length <= MAX_SYNC_TAG_CHARACTERS && SYNC_TAG.test(tag);

/** Live events that are handled together. */
export interface LiveEventBatch {
  hasWelcome: boolean;
  /** True if an event says that events were lost. */
  hasRestart: boolean;
  /** True if an event names changed data. */
  hasChange: boolean;
  syncTags: SyncTags;
}

/** An event has the tags of one transaction, each of about 20 characters. */
const MAX_TAGS = 1_000;
const MAX_TAG_CHARACTERS = 20_000;

/** Collects live events until they are handled, in limited memory however many arrive. */
export class BoundedLiveEvents {
  #batch: LiveEventBatch | undefined;
  #tagCharacters = 0;

  add(event: LiveEvent): void {
    this.#batch ??= { hasWelcome: false, hasRestart: false, hasChange: false, syncTags: new Set() };
    if (event.type === 'welcome') this.#batch.hasWelcome = true;
    if (event.type === 'restart') this.#batch.hasRestart = true;
    if (event.type !== 'message') return;
    this.#batch.hasChange = true;
    if (!this.#addTags(this.#batch.syncTags, event.tags)) this.#batch.syncTags = 'all';
  }

  /** Returns the events since the last call; undefined without any. */
  take(): LiveEventBatch | undefined {
    const batch = this.#batch;
    this.#batch = undefined;
    this.#tagCharacters = 0;
    return batch;
  }

  /** Returns false if the set cannot contain the tags: they exceed a limit, or are no list of strings. */
  #addTags(known: SyncTags, tags: unknown): boolean {
    if (known === 'all' || !Array.isArray(tags)) return false;
    for (const tag of tags) {
      if (typeof tag !== 'string') return false;
      if (known.has(tag)) continue;
      known.add(tag);
      this.#tagCharacters += tag.length;
      if (known.size > MAX_TAGS || this.#tagCharacters > MAX_TAG_CHARACTERS) return false;
    }
    return true;
  }
}

/** Returns the sync tags of one list, within the limits of live events. */
export function boundedSyncTags(tags: readonly string[]): SyncTags {
  const events = new BoundedLiveEvents();
  events.add({ type: 'message', id: '', tags: tags as LiveEventMessage['tags'] });
  return events.take()?.syncTags ?? 'all';
}
