import { hash } from 'node:crypto';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { OidcConfig } from '../configuration/config.ts';
import { heldScopes, isScope, type Scope } from '../scopes/scopes.ts';
import { IdentitiesUnavailable } from './identityKeys.ts';
import { unauthenticated, unavailable } from './refusals.ts';

/** Somebody whom a provider of identities vouches for. */
export interface Editor {
  /** `editor:<subject>`. */
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** People who edit. */
export interface Editors {
  /**
   * Who a token speaks for, and what they may do.
   * @param address the network address it came from
   * @throws Refused `UNAUTHENTICATED` where the token is not good, `ACCESS_UNAVAILABLE` where that cannot be known
   */
  recognise(token: string, address: string): Promise<Editor>;
}

interface EditorsOptions {
  readonly oidc: OidcConfig;
  readonly keys: JWTVerifyGetKey;
  /** Hears of each token when it is used for the first time. */
  onEntered(editor: Editor, address: string): void;
}

/** Signatures by a key pair alone: a shared secret, or none, could be made up by whoever knows the public key. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
/** Seconds by which the clocks of two machines may differ. */
const TOLERANCE = 30;
const LONGEST_TOKEN = 8_192;
const MOST_SEEN = 10_000;

/** Recognises people by JSON Web Tokens (RFC 7519), each checked on every request. */
export function createEditors({ oidc, keys, onEntered }: EditorsOptions): Editors {
  const seen = new LRUCache<string, true>({ max: MOST_SEEN });
  const verified = async (token: string): Promise<JWTPayload> => {
    if (token.length > LONGEST_TOKEN) throw new Error(`expected at most ${LONGEST_TOKEN} characters`);
    const { payload } = await jwtVerify(token, keys, {
      issuer: oidc.issuer,
      audience: oidc.audience,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE,
      requiredClaims: ['exp', 'sub'],
    });
    return payload;
  };
  return {
    async recognise(token, address) {
      const payload = await verified(token).catch((error: unknown) => {
        if (error instanceof IdentitiesUnavailable) throw unavailable('tokens', error);
        throw unauthenticated(
          'expected a token of this deployment’s provider of identities that is live, got another; sign in again',
          'invalid_token',
        );
      });
      const editor = { name: `editor:${printable(payload.sub as string)}`, scopes: scopesOf(payload, oidc) };
      const digest = hash('sha256', token, 'base64url');
      if (!seen.has(digest)) {
        seen.set(digest, true);
        onEntered(editor, address);
      }
      return editor;
    },
  };
}

/** What a token's claim says in our words: scopes as they are, and roles as the configuration maps them. */
function scopesOf(payload: JWTPayload, { scopesClaim, roles }: OidcConfig): readonly Scope[] {
  const claim = claimOf(payload, scopesClaim);
  const said = typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : [];
  return heldScopes(
    said.flatMap((word): readonly Scope[] => {
      if (typeof word !== 'string') return [];
      return isScope(word) ? [word] : (roles.get(word) ?? []);
    }),
  );
}

/** A claim by its name, which may have dots in it, or by a path such as `realm_access.roles`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name
    .split('.')
    .reduce<unknown>(
      (within, key) =>
        typeof within === 'object' && within !== null && Object.hasOwn(within, key)
          ? (within as Record<string, unknown>)[key]
          : undefined,
      payload,
    );
}

/** A subject as it goes into logs. */
const printable = (subject: string): string => subject.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200);
