import type { Caller } from '../../core/context.ts';
import { isoTime } from '../../core/model/dateTime.ts';
import { SCOPES, type Scope } from '../../core/scopes.ts';
import { forbidden, requireScopes } from './authErrors.ts';
import type { KeyStore, StoredKey } from './keyStore.ts';

/** The caller that creates, rotates or revokes a key, with the scopes it holds. */
export interface KeyAdmin {
  readonly caller: Caller;
  readonly scopes: readonly Scope[];
}

/** The operator at the command line. */
export const OPERATOR: KeyAdmin = {
  caller: { kind: 'operator', name: 'operator', address: '' },
  scopes: SCOPES,
};

type KeyLimits = Pick<StoredKey, 'name' | 'scopes' | 'origins' | 'expiresAt'>;

/**
 * Prevents privilege escalation by scopes: an administrator needs every scope of a key that it administers. The rate
 * limit needs no check, because it is the same for all keys (`RATE_LIMIT_KEY`).
 * @throws GraphQLError `FORBIDDEN` that names the scopes
 */
export function requireScopesOfKey({ name, scopes }: KeyLimits, admin: KeyAdmin): void {
  requireScopes([scopes], admin.scopes, `key ${JSON.stringify(name)}`);
}

/**
 * Prevents privilege escalation: the secret of a new or rotated key must not allow its administrator more than it already
 * may. It needs every scope of the key. If the administrator is a key itself, the other key must not expire later, and
 * must be bound to the same origins or to some of them.
 * @param own the key of the administrator; null if it is no key
 * @throws GraphQLError `FORBIDDEN`
 */
export function preventEscalation(key: KeyLimits, admin: KeyAdmin, own: KeyLimits | null): void {
  requireScopesOfKey(key, admin);
  if (!own) return;
  const [limit, actual] = [isoTime(own.expiresAt), isoTime(key.expiresAt)];
  if (own.expiresAt !== undefined && (key.expiresAt ?? Number.POSITIVE_INFINITY) > own.expiresAt)
    throw forbidden(
      `key ${JSON.stringify(key.name)}: expected it to expire by ${limit}, as the key of this request does, got ${actual ?? 'no expiry'}; set expiresAt`,
      { argument: 'expiresAt', limit, actual },
    );
  const isBound = key.origins.length > 0 && key.origins.every((origin) => own.origins.includes(origin));
  if (own.origins.length > 0 && !isBound)
    throw forbidden(
      `key ${JSON.stringify(key.name)}: expected only origins of the key of this request (${own.origins.join(', ')}), got ${key.origins.join(', ') || 'none'}; set origins`,
      { argument: 'origins', allowed: own.origins },
    );
}

/**
 * Loads the key of an administrator; null if it is an editor or the operator.
 * @throws GraphQLError `FORBIDDEN` if the key does not exist any more
 */
export async function loadOwnKey(
  store: Pick<KeyStore, 'find'>,
  { caller }: KeyAdmin,
): Promise<StoredKey | null> {
  if (caller.kind !== 'key') return null;
  const own = await store.find(caller.name.slice('key:'.length));
  if (!own) throw forbidden('expected the key of this request in the key store, got none');
  return own;
}
