import { hash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { OidcConfig } from '../../config/config.ts';
import { heldScopes, isScope, type Scope } from '../../core/scopes.ts';
import { authUnavailable, unauthenticated } from './authErrors.ts';
import { JwksUnavailable } from './jwks.ts';

/** A user that the OIDC provider has authenticated. */
export interface OidcUser {
  /** `editor:<subject>`. */
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Authenticates users of an OIDC provider. */
export interface OidcUsers {
  /**
   * Returns the user of a token, with the scopes that it grants.
   * @param address the network address of the request
   * @throws HttpError `UNAUTHENTICATED` for an invalid token, `ACCESS_UNAVAILABLE` if it cannot be checked
   */
  verify(token: string, address: string): Promise<OidcUser>;
}

interface OidcOptions {
  readonly oidc: OidcConfig;
  readonly keys: JWTVerifyGetKey;
  /** Runs at the first use of each token. */
  onFirstUse(editor: OidcUser, address: string): void;
}

/** Asymmetric algorithms only: with `HS256` or `none`, anybody who knows the public key could forge a token. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_TOKEN_CHARACTERS = 8_192;
const MAX_SEEN_TOKENS = 10_000;

/** A verified payload, whose subject is a text. */
type UserPayload = JWTPayload & { readonly sub: string };

/** Authenticates users by JSON Web Tokens (RFC 7519), which are verified on every request. */
export function createOidcUsers({ oidc, keys, onFirstUse }: OidcOptions): OidcUsers {
  const seen = new LRUCache<string, true>({ max: MAX_SEEN_TOKENS });
  const verifyToken = async (token: string): Promise<UserPayload> => {
    if (token.length > MAX_TOKEN_CHARACTERS)
      throw new Error(`expected at most ${MAX_TOKEN_CHARACTERS} characters, got ${token.length}`);
    const { payload } = await jwtVerify(token, keys, {
      issuer: oidc.issuer,
      audience: oidc.audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
    });
    const { sub } = payload as Readonly<Record<string, unknown>>;
    if (typeof sub !== 'string' || sub === '')
      throw new errors.JWTClaimValidationFailed('expected a text', payload, 'sub', 'invalid');
    return { ...payload, sub };
  };
  return {
    async verify(token, address) {
      const payload = await verifyToken(token).catch((error: unknown) => {
        if (error instanceof JwksUnavailable) throw authUnavailable('tokens', error);
        throw unauthenticated(
          `expected a valid token of the OIDC provider of this deployment, got ${describeRejection(error)}; sign in again`,
          'invalid_token',
        );
      });
      const user = { name: `editor:${printable(payload.sub)}`, scopes: scopesOf(payload, oidc) };
      const digest = hash('sha256', token, 'base64url');
      if (!seen.has(digest)) {
        seen.set(digest, true);
        onFirstUse(user, address);
      }
      return user;
    },
  };
}

/** Describes a rejected token, without its content. */
function describeRejection(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'one that has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `one with an unexpected or missing ${error.claim}`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'one with an invalid signature';
  return error instanceof errors.JWKSNoMatchingKey ? 'one with an unknown key' : 'a malformed one';
}

/** Returns the scopes of a token: scopes in the claim as they are, roles as the configuration maps them. */
function scopesOf(payload: JWTPayload, { scopesClaim, roles }: OidcConfig): readonly Scope[] {
  const claim = claimOf(payload, scopesClaim);
  const values = typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : [];
  return heldScopes(
    values.flatMap((value): readonly Scope[] => {
      if (typeof value !== 'string') return [];
      return isScope(value) ? [value] : (roles.get(value) ?? []);
    }),
  );
}

/** Returns a claim by its name, which may contain dots, or by a path such as `realm_access.roles`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name
    .split('.')
    .reduce<unknown>(
      (object, key) =>
        typeof object === 'object' && object !== null && Object.hasOwn(object, key)
          ? (object as Record<string, unknown>)[key]
          : undefined,
      payload,
    );
}

/** Removes control characters from a subject, for logs. */
const printable = (subject: string): string => subject.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200);
