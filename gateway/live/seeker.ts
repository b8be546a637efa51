import type { Asset } from '../media/asset.ts';

/** The media library, as those who watch its films may ask it. */
export interface AssetSource {
  /** The asset as it is held; null where it is known that there is none, undefined where nothing is known. */
  known(id: string): Asset | null | undefined;
  /** Asks the library, which answers an account a few times a second. @throws UpstreamError */
  read(id: string): Promise<Asset | null>;
}

/** Asks the library for films of which nothing is known, one after the other. */
export interface Seeker {
  /**
   * @param who asks; everybody who asks has a turn before anybody has a second
   * @param isWanted tells at its turn whether it is still waited for; where not, nothing comes of it
   * @returns undefined where this one waits for as many as it may
   */
  seek(who: string, id: string, isWanted: () => boolean): Promise<Asset | null> | undefined;
}

/** Milliseconds between two questions. Ids can be made up, and what is left of the account's pace is for readers. */
const GAP = 1_000;
/** Films that one caller waits for. */
export const MOST_SOUGHT = 32;

interface Sought extends PromiseWithResolvers<Asset | null> {
  readonly id: string;
  isWanted(): boolean;
}

/** A seeker that nobody waits for yet. */
export function createSeeker({ known, read }: AssetSource): Seeker {
  /** By who asks, the one whose turn is next first. */
  const waiting = new Map<string, Sought[]>();
  let isAsking = false;

  const take = (): Sought | undefined => {
    for (const [who, [first, ...rest]] of waiting) {
      waiting.delete(who);
      if (rest.length > 0) waiting.set(who, rest);
      if (first?.isWanted()) return first;
    }
    return undefined;
  };
  const proceed = (): void => {
    isAsking = false;
    for (let sought = take(); sought && !isAsking; sought = isAsking ? undefined : take()) {
      const { id, resolve, reject } = sought;
      const held = known(id);
      isAsking = held === undefined;
      if (held !== undefined) resolve(held);
      else read(id).then(resolve, reject);
    }
    if (isAsking) setTimeout(proceed, GAP).unref();
  };

  return {
    seek(who, id, isWanted) {
      const others = (waiting.get(who) ?? []).filter((sought) => sought.isWanted());
      if (others.length >= MOST_SOUGHT) return undefined;
      const sought = { id, isWanted, ...Promise.withResolvers<Asset | null>() };
      waiting.set(who, [...others, sought]);
      if (!isAsking) proceed();
      return sought.promise;
    },
  };
}
