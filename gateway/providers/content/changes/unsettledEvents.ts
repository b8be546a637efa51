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
  /** Events may have been missed. Mostly there was none, so few polls look for their changes. */
  mayHaveMissed(): void;
  /** Takes the result of a poll that began after the events were added. */
  afterPoll(hasChanges: boolean): EventsState;
}

const MIN_GAP_DELAY_MS = 500;
/** Each poll after a gap is at this multiple of the age of the one before: six polls find everything that the source returns in time. */
const GAP_AGE_FACTOR = 4;

const gapDelayMs = (ageMs: number): number => Math.max(MIN_GAP_DELAY_MS, (GAP_AGE_FACTOR - 1) * ageMs);

/** @param now milliseconds since 1970 */
export function createUnsettledEvents(now: () => number = Date.now): UnsettledEvents {
  const tags = new Set<string>();
  let lastEventAt: number | undefined;
  let gapAt: number | undefined;
  let hasFound = false;
  const end = (kind: 'settled' | 'unmatched'): EventsState => {
    tags.clear();
    lastEventAt = undefined;
    return { kind };
  };
  const afterGap = (): EventsState | undefined => {
    if (gapAt === undefined) return undefined;
    const ageMs = now() - gapAt;
    if (ageMs <= MAX_SOURCE_LAG_MS) return { kind: 'lagging', tags: [], delayMs: gapDelayMs(ageMs) };
    gapAt = undefined;
    return undefined;
  };
  const afterEvents = (hasChanges: boolean): EventsState => {
    if (lastEventAt === undefined) return { kind: 'none' };
    if (hasFound && !hasChanges) return end('settled');
    hasFound ||= hasChanges;
    const ageMs = now() - lastEventAt;
    if (ageMs > MAX_SOURCE_LAG_MS) return end(hasFound ? 'settled' : 'unmatched');
    return { kind: 'lagging', tags: [...tags], delayMs: rereadDelayMs(ageMs) };
  };
  return {
    add(added) {
      for (const tag of added) tags.add(tag);
      lastEventAt = now();
      hasFound = false;
    },
    mayHaveMissed() {
      gapAt = now();
    },
    afterPoll(hasChanges) {
      const state = afterEvents(hasChanges);
      const isEnded = state.kind === 'none' || state.kind === 'settled';
      return (isEnded ? afterGap() : undefined) ?? state;
    },
  };
}
