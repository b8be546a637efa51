import type { IncomingHttpHeaders } from 'node:http';
import { type Audience, type Caller, PUBLIC_AUDIENCE, PUBLISHED } from '../../core/context.ts';
import { areHeld, heldScopes, type Scope } from '../../core/scopes.ts';
import type { ApiKeys } from './apiKeys.ts';
import { forbidden, HttpError, unauthenticated, authUnavailable } from './authErrors.ts';
import type { OidcUsers } from './oidc.ts';
import { claimedId } from './token.ts';
import type { KeyRejection } from './validateKey.ts';

/** What is known of a request before anything is done for it; a socket's first message may stand in for headers. */
export interface Credentials {
  /** By names in small letters. */
  readonly headers: Readonly<Pick<IncomingHttpHeaders, 'authorization' | 'origin'>> &
    Readonly<Record<string, unknown>>;
  /** The network address it came from. */
  readonly address: string;
}

/** Somebody who is let in. */
export interface Principal {
  readonly audience: Audience;
  readonly caller: Caller;
}

export interface Authenticator {
  /**
   * Tells who asks, by `Authorization: Bearer` or `X-Api-Key`, and for what, by `X-Perspective`.
   * A visitor who stays should be admitted anew every second, for keys are revoked.
   * @throws GraphQLError `UNAUTHENTICATED`, `FORBIDDEN`, `BAD_USER_INPUT` or `ACCESS_UNAVAILABLE`, with the status
   * of the whole answer
   */
  authenticate(knock: Credentials): Promise<Principal>;
}

interface AuthenticatorOptions {
  readonly apiKeys: ApiKeys;
  /** Undefined where the deployment has no provider of identities. */
  readonly oidcUsers: OidcUsers | undefined;
  /** Whether what is published may be read without a key. */
  readonly isAnonymousAllowed: boolean;
  /** Hears of keys that open nothing; the secret is not among it. */
  onKeyRejected(told: {
    readonly reason: string;
    /** The id of the key that it claims to be. */
    readonly key: string | undefined;
    readonly address: string;
  }): void;
  /** Hears of what kept a key from being looked up. */
  onStoreError(error: unknown): void;
}

/** Beside these, the name of a release: `r` and letters and digits, as the content service names them; never `raw`. */
const PERSPECTIVES: readonly string[] = [PUBLISHED, 'drafts'];
const RELEASE_NAME = /^r(?!aw$)[A-Za-z0-9]{1,62}$/;

const REJECTION_MESSAGES: Readonly<Record<KeyRejection, string>> = {
  mistyped: 'expected a key as it was given out, got one that is cut or mistyped; copy it again',
  unknown: 'expected a key that is live, got one that opens nothing; it may have been revoked',
  replaced: 'expected the newest secret of this key, got one that has been replaced; use the new one',
  expired: 'expected a key that is live, got one that has expired; ask for a new one',
  origin: 'expected a request from an origin this key is bound to, got another or none',
};

/** Puts the ways in together. */
export function createAuthenticator({
  apiKeys,
  oidcUsers,
  isAnonymousAllowed,
  onKeyRejected,
  onStoreError,
}: AuthenticatorOptions): Authenticator {
  const identifyCaller = async ({
    headers,
    address,
  }: Credentials): Promise<Principal['caller'] & { scopes: readonly Scope[] }> => {
    const credential = credentialOf(headers);
    if (credential === undefined) {
      if (!isAnonymousAllowed) throw unauthenticated('expected a key in Authorization or X-Api-Key, got none');
      return { kind: 'anonymous', name: 'anonymous', address, scopes: [] };
    }
    if (!credential.startsWith('tv_')) {
      if (!oidcUsers) throw unauthenticated(REJECTION_MESSAGES.mistyped, 'invalid_token');
      return { kind: 'editor', address, ...(await oidcUsers.verify(credential, address)) };
    }
    const key = await apiKeys.verify(credential, headers.origin).catch((error: unknown) => {
      onStoreError(error);
      throw authUnavailable('keys', error);
    });
    if (typeof key !== 'string') return { kind: 'key', name: `key:${key.id}`, address, scopes: key.scopes };
    onKeyRejected({ reason: key, key: claimedId(credential), address });
    throw key === 'origin' ? forbidden(REJECTION_MESSAGES.origin) : unauthenticated(REJECTION_MESSAGES[key], 'invalid_token');
  };

  return {
    async authenticate(credentials) {
      const { scopes: granted, ...caller } = await identifyCaller(credentials);
      // A key never allows less than none would.
      const scopes = heldScopes([...granted, ...(isAnonymousAllowed ? PUBLIC_AUDIENCE.scopes : [])]);
      const perspective = perspectiveOf(credentials.headers);
      if (perspective !== PUBLISHED && !areHeld([['read:drafts']], scopes))
        throw forbidden(
          'X-Perspective: expected a key with the scope read:drafts for anything but what is published, got one without it, or none',
        );
      return Object.freeze({
        audience: Object.freeze({ perspective, scopes }),
        caller: Object.freeze(caller),
      });
    },
  };
}

/** The key or token of a request; other schemes of `Authorization` belong to whoever stands in front. */
function credentialOf(headers: Credentials['headers']): string | undefined {
  const { authorization } = headers;
  const apiKey = headers['x-api-key'];
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (bearer === undefined && /^(Bearer\b|tv_)/i.test(authorization ?? ''))
    throw unauthenticated('expected `Authorization: Bearer <key>`, got it in another form');
  if (apiKey === undefined) return bearer;
  if (typeof apiKey !== 'string' || !apiKey.startsWith('tv_') || (bearer !== undefined && bearer !== apiKey))
    throw unauthenticated('expected one key, in Authorization or in X-Api-Key, got something else');
  return apiKey;
}

function perspectiveOf(headers: Credentials['headers']): string {
  const requested = headers['x-perspective'] ?? PUBLISHED;
  if (typeof requested === 'string' && (PERSPECTIVES.includes(requested) || RELEASE_NAME.test(requested))) return requested;
  throw badRequest(
    `X-Perspective: expected ${PERSPECTIVES.join(', ')} or the name of a release, got ${JSON.stringify(String(requested).slice(0, 40))}`,
  );
}

const badRequest = (message: string) => new HttpError(400, 'BAD_USER_INPUT', message);
