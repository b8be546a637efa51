import { type ErrorCode, inputError } from '../errors.ts';
import { type AuditEntry, actOf } from './audit.ts';
import {
  type Giver,
  idOfCaller,
  type Means,
  makersOf,
  mayEnd,
  mayGive,
  mayTurn,
  OPERATOR,
  withinMeans,
} from './giving.ts';
import type { KeyStore, StoredKey } from './keyStore.ts';
import { type KeyWishes, readWishes } from './keyWishes.ts';
import { isPast, type Refusal, refusalOf } from './opening.ts';
import { unauthenticated } from './refusals.ts';
import { mintToken, newKeyId, readToken } from './token.ts';

/** A key as those may see it who give keys out; its secret is not among it. */
export interface KeyFacts extends Omit<StoredKey, 'secrets' | 'version'> {
  /** When it was used last, to ten minutes. */
  readonly usedAt: number | null;
  /** Until when the secret before the newest opens it as well. */
  readonly overlapsUntil: number | null;
}

/** A key with its secret, which is told this once. */
export interface NewKey {
  readonly key: KeyFacts;
  readonly secret: string;
}

export interface KeyRing {
  /**
   * A key that is made with a key ends with it, and reaches as far where nothing is said of its end or its origins.
   * @throws GraphQLError `BAD_USER_INPUT` that says which wish cannot be had, `FORBIDDEN` where the giver holds less
   */
  create(wishes: KeyWishes, giver?: Giver): Promise<NewKey>;
  /**
   * Gives a key another secret. The one before it goes on opening the key for `overlap` milliseconds, and any older one
   * ends now.
   * @throws GraphQLError `NOT_FOUND` where no live key has the id, `FORBIDDEN` where the giver holds less than the key,
   * or asks with a key that has not made it
   */
  rotate(id: string, overlap?: number, giver?: Giver): Promise<NewKey>;
  /**
   * Ends a key and all its secrets, and with it the keys it has made. Revoking it again changes nothing.
   * @throws GraphQLError `NOT_FOUND` where no key has the id, `FORBIDDEN` where the giver asks with a key that holds less
   */
  revoke(id: string, giver?: Giver): Promise<KeyFacts>;
  list(): Promise<KeyFacts[]>;
  /**
   * The key that a text opens, or why it opens none.
   * @param origin of the web page that asks, where a browser says so
   * @throws KeysUnavailable where it cannot be known
   */
  open(text: string, origin: string | undefined): Promise<StoredKey | Refusal>;
}

const DAY = 86_400_000;
const OVERLAP = DAY;
/** Milliseconds; for a secret, that is longer than anybody means. */
const LONGEST_OVERLAP = 90 * DAY;
/** Milliseconds to which it is kept when a key was used. */
const COARSE = 600_000;
/** Attempts at a key that others change at the same time. */
const ATTEMPTS = 5;
/** Gives out keys and opens them. */
export function createKeyRing(store: KeyStore, now: () => number = Date.now): KeyRing {
  const used = new Map<string, number>();

  const change = async (
    id: string,
    alter: (key: StoredKey) => Promise<StoredKey>,
    entry: AuditEntry,
  ): Promise<StoredKey> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = await store.find(id);
      if (!known) throw notFound(id);
      const altered = await alter(known);
      if (altered === known) return known;
      const written = { ...altered, version: known.version + 1 };
      if (await store.write(written, entry)) return written;
    }
    throw inputError(`expected key ${id} to be changed by one at a time; try again`);
  };
  const meansOf = async (giver: Giver): Promise<Means> => {
    const id = idOfCaller(giver.caller);
    if (id === undefined) return giver;
    const own = await store.find(id);
    if (own && own.revokedAt === undefined && !isPast(own.expiresAt, now())) return { ...giver, own };
    // It was let in a moment ago.
    throw unauthenticated('expected a key that is live, got one that has ended meanwhile', 'invalid_token');
  };
  /** Whether one of the keys in whose line it was made is revoked. */
  const isOrphaned = async ({ makers = [] }: StoredKey): Promise<boolean> =>
    (await Promise.all(makers.map((id) => store.find(id)))).some(
      (maker) => !maker || maker.revokedAt !== undefined,
    );
  const noteUse = ({ id }: StoredKey) => {
    const at = Math.floor(now() / COARSE) * COARSE;
    if (used.get(id) === at) return;
    used.set(id, at);
    // Whether it is noted is no matter of the one who asks.
    store.use(id, at).catch(() => used.delete(id));
  };

  return {
    async create(wishes, giver = OPERATOR) {
      const means = await meansOf(giver);
      const { caller } = means;
      const wish = withinMeans(readWishes(wishes, now()), means);
      mayGive(wish, means);
      const id = newKeyId();
      const { text, digest } = mintToken(id);
      const makers = makersOf(means);
      const line = { createdBy: caller.name, ...(makers.length > 0 && { makers }) };
      const key: StoredKey = { ...wish, ...line, id, secrets: [{ digest }], version: 1 };
      const { name, scopes, origins, expiresAt } = key;
      const detail = { name, scopes, origins, expiresAt };
      const entry = actOf(caller, now(), { action: 'key.create', subject: id, detail });
      if (!(await store.write(key, entry)))
        throw inputError('expected a new id, got one that is taken; try again');
      return { key: factsOf(key), secret: text };
    },
    async rotate(id, overlap = OVERLAP, giver = OPERATOR) {
      if (!(overlap >= 0 && overlap <= LONGEST_OVERLAP))
        throw inputError(`expected an overlap from 0 to 90 days, got ${overlap / DAY} days`);
      const means = await meansOf(giver);
      const { text, digest } = mintToken(id);
      const until = now() + overlap;
      const renew = async (known: StoredKey) => {
        const isEnded = known.revokedAt !== undefined || isPast(known.expiresAt, now());
        if (isEnded || (await isOrphaned(known))) throw notFound(id);
        mayTurn(known, means);
        const [last] = known.secrets;
        return { ...known, secrets: [{ digest }, ...(last && overlap > 0 ? [{ ...last, until }] : [])] };
      };
      const entry = actOf(means.caller, now(), { action: 'key.rotate', subject: id, detail: { until } });
      return { key: factsOf(await change(id, renew, entry)), secret: text };
    },
    async revoke(id, giver = OPERATOR) {
      const means = await meansOf(giver);
      const end = async (known: StoredKey) => {
        mayEnd(known, means);
        return known.revokedAt === undefined ? { ...known, secrets: [], revokedAt: now() } : known;
      };
      return factsOf(
        await change(id, end, actOf(means.caller, now(), { action: 'key.revoke', subject: id })),
      );
    },
    async list() {
      const all = await store.all();
      const ends = new Map(all.map(({ key }) => [key.id, key.revokedAt]));
      return all.map(({ key, usedAt }) => factsOf({ ...key, ...endOf(key, ends) }, usedAt));
    },
    async open(text, origin) {
      const token = readToken(text);
      if (!token) return 'mistyped';
      const key = await store.find(token.id);
      const refusal = refusalOf(key, token.digest, origin, now());
      if (refusal !== undefined || !key) return refusal ?? 'unknown';
      if (await isOrphaned(key)) return 'orphaned';
      noteUse(key);
      return key;
    },
  };
}

/** When a key was ended: by itself, or with the first to end of those in whose line it was made. */
function endOf(
  { revokedAt, makers = [] }: StoredKey,
  ends: ReadonlyMap<string, number | undefined>,
): Pick<StoredKey, 'revokedAt'> {
  const all = [revokedAt, ...makers.map((id) => ends.get(id))].filter((end) => end !== undefined);
  return all.length > 0 ? { revokedAt: Math.min(...all) } : {};
}

function factsOf({ secrets, version: _, ...key }: StoredKey, usedAt: number | null = null): KeyFacts {
  return { ...key, usedAt, overlapsUntil: secrets[1]?.until ?? null };
}

const notFound = (id: string) =>
  inputError(
    `expected the id of a key that is live, got ${JSON.stringify(id.slice(0, 40))}; see the list of keys`,
    'NOT_FOUND' satisfies ErrorCode,
  );
