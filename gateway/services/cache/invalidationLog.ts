/** Remembers what was purged while loads are under way, so that what they bring is not taken for fresh. */
export interface InvalidationLog {
  /** A load begins; the function returned tells whether any of these tags has been purged since, until it is ended. */
  begin(): { wasPurged(tags: readonly string[]): boolean; end(): void };
  note(tags: readonly string[]): void;
  noteAll(): void;
}

/** Tags remembered at most; beyond them, what is under way counts as purged whatever its tags. */
const MOST_TAGS = 50_000;

export function createInvalidationLog(): InvalidationLog {
  const purgedAt = new Map<string, number>();
  let allPurgedAt = 0;
  let now = 0;
  let running = 0;
  const noteAll = () => {
    now += 1;
    allPurgedAt = now;
    purgedAt.clear();
  };
  return {
    begin() {
      const begun = now;
      running += 1;
      return {
        wasPurged: (tags) => allPurgedAt > begun || tags.some((tag) => (purgedAt.get(tag) ?? 0) > begun),
        end() {
          running -= 1;
          if (running === 0) purgedAt.clear();
        },
      };
    },
    note(tags) {
      if (running === 0) return;
      if (purgedAt.size + tags.length > MOST_TAGS) return noteAll();
      now += 1;
      for (const tag of tags) purgedAt.set(tag, now);
    },
    noteAll,
  };
}
