/** Records purges during running loads, so that their outdated results are not cached. */
export interface InvalidationLog {
  /** Begins a load. `wasPurged` is true when one of the tags was purged since. */
  begin(): { wasPurged(tags: readonly string[]): boolean; end(): void };
  record(tags: readonly string[]): void;
  recordAll(): void;
}

/** With more purged tags than this, every running load counts as purged. */
const MAX_TAGS = 50_000;

export function createInvalidationLog(): InvalidationLog {
  const purgedAt = new Map<string, number>();
  let allPurgedAt = 0;
  let now = 0;
  let running = 0;
  const recordAll = () => {
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
    record(tags) {
      if (running === 0) return;
      if (purgedAt.size + tags.length > MAX_TAGS) return recordAll();
      now += 1;
      for (const tag of tags) purgedAt.set(tag, now);
    },
    recordAll,
  };
}
