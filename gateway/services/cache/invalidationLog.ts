/** Records invalidations during running loads, so that their outdated results are not cached. */
export interface InvalidationLog {
  /** Begins a load. `wasInvalidated` returns true when one of the tags was invalidated since. */
  begin(): { wasInvalidated(tags: readonly string[]): boolean; end(): void };
  record(tags: readonly string[]): void;
  recordAll(): void;
}

/** With more invalidated tags than this, every running load counts as invalidated. */
const MAX_TAGS = 50_000;

export function createInvalidationLog(): InvalidationLog {
  const invalidatedAt = new Map<string, number>();
  let allInvalidatedAt = 0;
  let now = 0;
  let running = 0;
  const recordAll = () => {
    now += 1;
    allInvalidatedAt = now;
    invalidatedAt.clear();
  };
  return {
    begin() {
      const begun = now;
      running += 1;
      return {
        wasInvalidated: (tags) =>
          allInvalidatedAt > begun || tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > begun),
        end() {
          running -= 1;
          if (running === 0) invalidatedAt.clear();
        },
      };
    },
    record(tags) {
      if (running === 0) return;
      if (invalidatedAt.size + tags.length > MAX_TAGS) return recordAll();
      now += 1;
      for (const tag of tags) invalidatedAt.set(tag, now);
    },
    recordAll,
  };
}
