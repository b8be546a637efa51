import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../core/errors.ts';
import { createHourlyLimit } from './hourlyLimit.ts';
import type { KeyAdmin } from './keyAdmin.ts';
import { isPast } from './keyRejection.ts';
import type { KeyStore } from './keyStore.ts';

/** Active keys that one administrator has created. */
const MAX_KEYS_PER_ADMINISTRATOR = 100;
/** Active keys of a deployment. */
const MAX_KEYS = 1000;
/** Keys that are created or rotated through one gateway in an hour, by all administrators together. */
const MAX_CHANGES_PER_HOUR = 60;

/** Limits what a stolen key with `keys:write` can fill the key store and the audit log with. */
export interface KeyAdminLimits {
  /** @throws GraphQLError `TOO_MANY_KEYS` if there are too many active keys for another one */
  checkNumber(admin: KeyAdmin): Promise<void>;
  /** @throws Rejected `RATE_LIMITED` if too many keys were created or rotated */
  recordChange(admin: KeyAdmin): void;
}

/**
 * Creates the limits of keys. The operator is not limited. Revoking is not either, because it ends an attack; a key can be
 * revoked once.
 * @param now milliseconds since 1970
 */
export function createKeyAdminLimits(store: Pick<KeyStore, 'all'>, now: () => number): KeyAdminLimits {
  const countChange = createHourlyLimit(MAX_CHANGES_PER_HOUR, 'created or rotated keys', now);
  return {
    async checkNumber({ caller }) {
      if (caller.kind === 'operator') return;
      const active = (await store.all()).filter(
        ({ key }) => key.revokedAt === undefined && !isPast(key.expiresAt, now()),
      );
      const own = active.filter(({ key }) => key.createdBy === caller.name);
      if (own.length >= MAX_KEYS_PER_ADMINISTRATOR)
        throw tooManyKeys('active keys of one administrator', MAX_KEYS_PER_ADMINISTRATOR, own.length);
      if (active.length >= MAX_KEYS) throw tooManyKeys('active keys', MAX_KEYS, active.length);
    },
    recordChange({ caller }) {
      if (caller.kind !== 'operator') countChange();
    },
  };
}

const tooManyKeys = (what: string, limit: number, actual: number): GraphQLError =>
  new GraphQLError(`expected at most ${limit} ${what}, got ${actual}; revoke keys that are not used`, {
    extensions: { code: 'TOO_MANY_KEYS' satisfies ErrorCode, limit, actual },
  });
