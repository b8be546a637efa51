import type { ApiKeyInfo } from '../../core/apiKeyInfo.ts';
import { type ErrorCode, inputError, rangeError } from '../../core/errors.ts';
import { createAdminLimits } from './adminLimits.ts';
import { auditEntry } from './auditLog.ts';
import { type CreateKeyInput, readCreateKeyInput } from './createKeyInput.ts';
import { type KeyAdmin, loadOwnKey, OPERATOR, preventEscalation, requireScopesOfKey } from './keyAdmin.ts';
import { isActive, type KeyRejection, keyRejectionOf } from './keyRejection.ts';
import { changeRecord, type KeyStore, type StoredKey } from './keyStore.ts';
import { createToken, newKeyId, parseToken } from './token.ts';

/** A key with its new secret, which is not stored and cannot be read again. */
export interface NewKey {
  readonly key: ApiKeyInfo;
  readonly secret: string;
}

/** Creates, rotates, revokes and checks API keys. */
export interface ApiKeys {
  /**
   * Creates a key.
   * @throws InvalidKeyInput with all faults of the input; GraphQLError `FORBIDDEN` if it allows more than the administrator may,
   * `TOO_MANY_KEYS` or `RATE_LIMITED` at a limit
   */
  create(input: CreateKeyInput, admin?: KeyAdmin): Promise<NewKey>;
  /**
   * Adds a secret to a key. The previous secret stays valid for `overlap` milliseconds; older secrets end now.
   * @throws GraphQLError `NOT_FOUND` if no active key has the id, `FORBIDDEN` if it allows more than the administrator may,
   * `RATE_LIMITED` at a limit
   */
  rotate(id: string, overlap?: number, admin?: KeyAdmin): Promise<NewKey>;
  /**
   * Revokes a key with all its secrets. Revoking it again changes nothing.
   * @throws GraphQLError `NOT_FOUND` if no key has the id, `FORBIDDEN` if another key lacks one of its scopes
   */
  revoke(id: string, admin?: KeyAdmin): Promise<ApiKeyInfo>;
  list(): Promise<ApiKeyInfo[]>;
  /**
   * Returns the key that a text authenticates, or the reason for its rejection.
   * @param origin of the web page that sends the request, as the browser states it
   */
  verify(text: string, origin: string | undefined): Promise<StoredKey | KeyRejection>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_OVERLAP_MS = DAY_MS;
const MAX_OVERLAP_MS = 90 * DAY_MS;
/** The first use in each period is stored. */
const USE_PRECISION_MS = 600_000;

/** @param now milliseconds since 1970 */
export function createApiKeys(store: KeyStore, now: () => number = Date.now): ApiKeys {
  const lastRecordedUse = new Map<string, number>();
  const limits = createAdminLimits({
    code: 'TOO_MANY_KEYS',
    items: 'keys',
    changes: 'created or rotated keys',
    now,
  });

  const readActive = async (): Promise<StoredKey[]> =>
    (await store.all()).map(({ key }) => key).filter((key) => isActive(key, now()));

  const recordUse = ({ id }: StoredKey) => {
    const period = recordedTimeOf(now());
    if (lastRecordedUse.get(id) === period) return;
    lastRecordedUse.set(id, period);
    // The beginning of the period can be before the creation of the key.
    // A failure must not fail the request; the next one records the use.
    store.recordUse(id, now()).catch(() => lastRecordedUse.delete(id));
  };

  return {
    async create(input, admin = OPERATOR) {
      const fields = readCreateKeyInput(input, now());
      preventEscalation(fields, admin, await loadOwnKey(store, admin));
      limits.checkNumber(admin, await readActive());
      limits.recordChange(admin);
      const id = newKeyId();
      const { text, digest } = createToken(id);
      const key: StoredKey = {
        ...fields,
        id,
        createdBy: admin.caller.name,
        secrets: [{ digest }],
        version: 1,
      };
      const { name, scopes, origins, expiresAt } = key;
      const detail = { name, scopes, origins, expiresAt };
      const entry = auditEntry(admin.caller, now(), { action: 'key.create', subject: id, detail });
      if (!(await store.write(key, entry)))
        throw inputError('expected a new id, got one that exists; try again');
      return { key: apiKeyInfo(key), secret: text };
    },
    async rotate(id, overlap = DEFAULT_OVERLAP_MS, admin = OPERATOR) {
      if (!(overlap >= 0 && overlap <= MAX_OVERLAP_MS))
        throw rangeError(
          {
            argument: 'overlapHours',
            minimum: 0,
            limit: MAX_OVERLAP_MS / HOUR_MS,
            actual: overlap / HOUR_MS,
          },
          'hours',
        );
      const own = await loadOwnKey(store, admin);
      const { text, digest } = createToken(id);
      const validUntil = now() + overlap;
      const addSecret = (stored: StoredKey | null) => {
        if (!stored || !isActive(stored, now())) throw notFound(id);
        preventEscalation(stored, admin, own);
        limits.recordChange(admin);
        const [last] = stored.secrets;
        return {
          ...stored,
          secrets: [{ digest }, ...(last && overlap > 0 ? [{ ...last, validUntil }] : [])],
        };
      };
      const entry = auditEntry(admin.caller, now(), {
        action: 'key.rotate',
        subject: id,
        detail: { validUntil },
      });
      const rotated = await changeRecord(store, { id, what: 'key', entry }, addSecret);
      return { key: apiKeyInfo(rotated), secret: text };
    },
    async revoke(id, admin = OPERATOR) {
      const revoke = (stored: StoredKey | null) => {
        if (!stored) throw notFound(id);
        // A leaked key must not disable keys with more scopes. Editors and operators may revoke every key.
        if (admin.caller.kind === 'key') requireScopesOfKey(stored, admin);
        return stored.revokedAt === undefined ? { ...stored, secrets: [], revokedAt: now() } : stored;
      };
      const entry = auditEntry(admin.caller, now(), { action: 'key.revoke', subject: id });
      return apiKeyInfo(await changeRecord(store, { id, what: 'key', entry }, revoke));
    },
    list: async () => (await store.all()).map(({ key, usedAt }) => apiKeyInfo(key, usedAt)),
    async verify(text, origin) {
      const token = parseToken(text);
      if (!token) return 'malformed';
      const key = await store.find(token.id);
      const rejection = keyRejectionOf(key, token.digest, origin, now());
      if (rejection !== undefined || !key) return rejection ?? 'unknown';
      recordUse(key);
      return key;
    },
  };
}

/** Returns the beginning of the period of a use. @param at milliseconds since 1970 */
export const recordedTimeOf = (at: number): number => Math.floor(at / USE_PRECISION_MS) * USE_PRECISION_MS;

/** Returns a key without its secrets. @param usedAt the recorded time of its last use */
export function apiKeyInfo(
  { secrets, version: _, ...key }: StoredKey,
  usedAt: number | null = null,
): ApiKeyInfo {
  return {
    ...key,
    lastUsedAt: usedAt === null ? null : Math.max(usedAt, key.createdAt),
    previousSecretExpiresAt: secrets[1]?.validUntil ?? null,
  };
}

const notFound = (id: string) =>
  inputError(
    `expected the id of an active key, got ${JSON.stringify(id.slice(0, 40))}; list the keys to find it`,
    'NOT_FOUND' satisfies ErrorCode,
    { argument: 'keyId' },
  );
