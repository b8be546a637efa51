import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../errors.ts';
import { areHeld, inWords, type ScopeGroups } from '../scopes/scopes.ts';

/** A request that is not let in: its status, its code, and what to do. */
export class Refused extends GraphQLError {
  /** Of the whole answer. */
  readonly status: number;
  constructor(status: number, code: ErrorCode, message: string, headers: readonly [string, string][] = []) {
    super(message, { extensions: { code, http: { status, headers: new HeaderMap(headers) } } });
    this.status = status;
  }
}

/** 401, with how to do better (RFC 6750, section 3). */
export const unauthenticated = (message: string, error?: 'invalid_token'): Refused =>
  new Refused(401, 'UNAUTHENTICATED', message, [
    ['www-authenticate', `Bearer realm="trivium"${error ? `, error="${error}"` : ''}`],
  ]);

/** 403 for the whole request. */
export const forbidden = (message: string): Refused => new Refused(403, 'FORBIDDEN', message);

/**
 * Lets a field, a request or a subscription pass where one of the groups of scopes is held.
 * @param what is asked for, for the message
 * @throws GraphQLError `FORBIDDEN` that names the scopes
 */
export function requireScopes(groups: ScopeGroups, held: readonly string[], what: string): void {
  if (!areHeld(groups, held)) throw lackingScopes(groups, held, what);
}

/** `FORBIDDEN`, with the scopes that are not held. */
export const lackingScopes = (groups: ScopeGroups, held: readonly string[], what: string): GraphQLError =>
  new GraphQLError(
    `${what}: expected the scope ${inWords(groups)}, got ${held.join(', ') || 'none'}; ask with a key that has it`,
    { extensions: { code: 'FORBIDDEN' satisfies ErrorCode } },
  );

/** 503, where it cannot be known at the moment whether somebody may come in. */
export function unavailable(what: string, cause: unknown): Refused {
  const refused = new Refused(
    503,
    'ACCESS_UNAVAILABLE',
    `${what} cannot be looked into at the moment; try again shortly`,
    [['retry-after', '1']],
  );
  refused.cause = cause;
  return refused;
}
