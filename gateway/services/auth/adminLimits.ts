import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../core/errors.ts';
import { createHourlyLimit } from './hourlyLimit.ts';
import type { KeyAdmin } from './keyAdmin.ts';

/** The maximum number of active keys, or active links, of the caller that has created them, and of a deployment. */
const MAX_OF_CALLER = 100;
const MAX_IN_TOTAL = 1_000;
/** Keys that are created or rotated, or links that are created, through one gateway in an hour, by all callers together. */
const MAX_CHANGES_PER_HOUR = 60;

/** Limits what a stolen key can fill a store and the audit log with. */
export interface AdminLimits {
  /**
   * @param active the keys, or the links, that work
   * @throws GraphQLError `TOO_MANY_KEYS` or `TOO_MANY_LINKS` if there are too many for another one
   */
  checkNumber(admin: KeyAdmin, active: readonly { readonly createdBy: string }[]): void;
  /** @throws Rejected `RATE_LIMITED` if there were too many changes */
  recordChange(admin: KeyAdmin): void;
}

interface AdminLimitsOptions {
  readonly code: Extract<ErrorCode, 'TOO_MANY_KEYS' | 'TOO_MANY_LINKS'>;
  /** What is limited, for messages. */
  readonly items: 'keys' | 'links';
  /** The changes, for messages. */
  readonly changes: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Creates the limits of keys or of links. The operator is not limited. Revoking is not either, because it ends an attack; a key can
 * be revoked once.
 */
export function createAdminLimits({ code, items, changes, now }: AdminLimitsOptions): AdminLimits {
  const countChange = createHourlyLimit(MAX_CHANGES_PER_HOUR, changes, now);
  const requireBelow = (of: string, limit: number, actual: number): void => {
    if (actual < limit) return;
    throw new GraphQLError(
      `expected at most ${limit} active ${items}${of}, got ${actual}; revoke ${items} that are not used`,
      { extensions: { code, limit, actual } },
    );
  };
  return {
    checkNumber({ caller }, active) {
      if (caller.kind === 'operator') return;
      const own = active.filter(({ createdBy }) => createdBy === caller.name);
      requireBelow(' of one caller', MAX_OF_CALLER, own.length);
      requireBelow('', MAX_IN_TOTAL, active.length);
    },
    recordChange({ caller }) {
      if (caller.kind !== 'operator') countChange();
    },
  };
}
