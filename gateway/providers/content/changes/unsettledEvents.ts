import { MAX_SOURCE_LAG_MS, rereadDelayMs } from '../../../services/cache/sourceLag.ts';

/** What follows from a poll: `none` without events, `lagging` while the source does not return their changes. */
export type EventsState =
  | { readonly kind: 'none' | 'settled' }
  /** The source returned no change within `MAX_SOURCE_LAG_MS`. */
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'lagging'; readonly tags: readonly string[]; readonly delayMs: number };

/**
 * Events that name cache tags and no documents, until polls have found their changes: one poll that finds changes, and a
 * later poll that finds no more.
 */
export interface UnsettledEvents {
  add(tags: Iterable<string>): void;
  /** Takes the result of a poll that began after the events were added. */
  afterPoll(hasChanges: boolean): EventsState;
}

/** @param now milliseconds since 1970 */
export function createUnsettledEvents(now: () => number = Date.now): UnsettledEvents {
  const tags = new Set<string>();
  let lastEventAt: number | undefined;
  let hasFound = false;
  const end = (kind: 'settled' | 'unmatched'): EventsState => {
    tags.clear();
    lastEventAt = undefined;
    return { kind };
  };
  return {
    add(added) {
      for (const tag of added) tags.add(tag);
      lastEventAt = now();
      hasFound = false;
    },
    afterPoll(hasChanges) {
      if (lastEventAt === undefined) return { kind: 'none' };
      if (hasFound && !hasChanges) return end('settled');
      hasFound ||= hasChanges;
      const ageMs = now() - lastEventAt;
      if (ageMs > MAX_SOURCE_LAG_MS) return end(hasFound ? 'settled' : 'unmatched');
      return { kind: 'lagging', tags: [...tags], delayMs: rereadDelayMs(ageMs) };
    },
  };
}
