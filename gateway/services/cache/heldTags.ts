/**
 * Tags whose values are fresh for seconds only: their source may still return the state before a change. A hold ends by
 * itself, so that nobody has to release it.
 */
export interface HeldTags {
  /** Holds the tags until `ms` from now; a longer hold of a tag stays. */
  hold(tags: readonly string[], ms: number): void;
  isHeld(tags: readonly string[]): boolean;
}

/** With more tags than this, all tags are held. */
const MAX_TAGS = 50_000;

/** @param now milliseconds since 1970 */
export function createHeldTags(now: () => number): HeldTags {
  const heldUntil = new Map<string, number>();
  let allHeldUntil = 0;
  const forgetEnded = () => {
    for (const [tag, until] of heldUntil) if (until <= now()) heldUntil.delete(tag);
  };
  return {
    hold(tags, ms) {
      const until = now() + ms;
      forgetEnded();
      if (heldUntil.size + tags.length > MAX_TAGS) allHeldUntil = Math.max(allHeldUntil, until);
      else for (const tag of tags) heldUntil.set(tag, Math.max(heldUntil.get(tag) ?? 0, until));
    },
    isHeld: (tags) =>
      allHeldUntil > now() || (heldUntil.size > 0 && tags.some((tag) => (heldUntil.get(tag) ?? 0) > now())),
  };
}
