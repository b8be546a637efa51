import { GraphQLError } from 'graphql';
import type { Figures } from '../../core/errorBody.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { HttpError } from '../../core/httpError.ts';
import { Rejected } from '../../core/rejected.ts';
import { describeScopeGroups, hasRequiredScopes, type ScopeGroups } from '../../core/scopes.ts';

/** Creates a 401 error with a `WWW-Authenticate` challenge (RFC 6750, section 3). */
export const unauthenticated = (message: string, error?: 'invalid_token'): HttpError =>
  new HttpError(401, 'UNAUTHENTICATED', message, [
    ['www-authenticate', `Bearer realm="trivium"${error ? `, error="${error}"` : ''}`],
  ]);

/** Creates a 403 error for the whole request. */
export const forbidden = (message: string, figures: Figures = {}): HttpError =>
  new HttpError(403, 'FORBIDDEN', message, [], figures);

/**
 * Requires one of the groups of scopes.
 * @param subject the field, request or subscription, for the message
 * @throws GraphQLError `FORBIDDEN` that names the scopes
 */
export function requireScopes(groups: ScopeGroups, held: readonly string[], subject: string): void {
  if (!hasRequiredScopes(groups, held)) throw insufficientScope(groups, held, subject);
}

/** Creates a `FORBIDDEN` error that names the required and the held scopes. */
export const insufficientScope = (
  groups: ScopeGroups,
  held: readonly string[],
  subject: string,
): GraphQLError =>
  new GraphQLError(
    `${subject}: expected the scope ${describeScopeGroups(groups)}, got ${held.join(', ') || 'none'}; use a key that has it`,
    { extensions: { code: 'FORBIDDEN' satisfies ErrorCode, requiredScopes: groups, scopes: held } },
  );

const RETRY_AFTER_SECONDS = 1;

/** Creates a 503 error for credentials that cannot be checked now. */
export function authUnavailable(subject: string, cause: unknown): Rejected {
  const message = `${subject} cannot be checked at the moment; try again in a second`;
  return Object.assign(new Rejected('ACCESS_UNAVAILABLE', message, RETRY_AFTER_SECONDS), { cause });
}
