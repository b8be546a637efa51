import type { IncomingHttpHeaders } from 'node:http';
import {
  type Audience,
  anonymousCaller,
  type Caller,
  PUBLIC_AUDIENCE,
  PUBLISHED,
} from '../../core/context.ts';
import { quoted } from '../../core/describeValue.ts';
import { HttpError } from '../../core/httpError.ts';
import { allowedTags, type Locales, matchLocale, unknownLocale } from '../../core/locales.ts';
import type { MaybePromise } from '../../core/maybePromise.ts';
import { retryAfterSeconds } from '../../core/operationCost.ts';
import type { PreviewInfo } from '../../core/previewInfo.ts';
import { Rejected } from '../../core/rejected.ts';
import { DRAFT_SCOPES, hasRequiredScopes, heldScopes, type Scope } from '../../core/scopes.ts';
import { type ApiKeys, apiKeyInfo, recordedTimeOf } from './apiKeys.ts';
import { forbidden, unauthenticated } from './authErrors.ts';
import type { KeyRejection } from './keyRejection.ts';
import type { OidcUsers } from './oidc.ts';
import { readPerspective } from './perspective.ts';
import type { Previews } from './previews.ts';
import {
  LINK_SHOWS_ONE_PAGE,
  PREVIEW_ELSEWHERE,
  PREVIEW_ENDED,
  PREVIEW_HEADER,
  requirePreviewUse,
} from './previewUse.ts';
import { claimedId } from './token.ts';

/** The request headers that decide the caller, the perspective and the language. */
export const PRINCIPAL_HEADERS = [
  'authorization',
  'x-api-key',
  'x-perspective',
  'x-locale',
  PREVIEW_HEADER,
] as const;

/** The headers and the address by which a request is authenticated. A WebSocket sends the headers in its first message. */
export interface Credentials {
  /** By lower-case names. */
  readonly headers: Readonly<Pick<IncomingHttpHeaders, 'authorization' | 'origin' | 'cookie'>> &
    Readonly<Record<string, unknown>>;
  /** True for a query that a page of this server sends in process. */
  readonly isInProcess?: boolean;
  /** True for requests to `/graphql`, the only address where `X-Preview` asks for the preview of the cookie. */
  readonly allowsPreview?: boolean;
  /** The network address of the client. */
  readonly address: string;
}

/** An authenticated caller, and the audience that its responses are for. */
export interface Principal {
  readonly audience: Audience;
  readonly caller: Caller;
}

export interface Authenticator {
  /**
   * Returns the caller of `Authorization: Bearer`, of `X-Api-Key`, or of the preview in the cookie if `X-Preview` asks for it, the perspective of `X-Perspective` and the language of
   * `X-Locale`. Keys can be revoked, so long-lived connections authenticate again every second. A rejection costs the address points.
   * @throws HttpError `UNAUTHENTICATED`, `FORBIDDEN`, `BAD_USER_INPUT`, `RATE_LIMITED` or `ACCESS_UNAVAILABLE`
   */
  authenticate(credentials: Credentials): MaybePromise<Principal>;
}

interface AuthenticatorOptions {
  readonly apiKeys: ApiKeys;
  readonly previews: Pick<Previews, 'ofCookie'>;
  /** Undefined without an OIDC provider. */
  readonly oidcUsers: OidcUsers | undefined;
  /** True if published content can be read without a key. */
  readonly isAnonymousAllowed: boolean;
  /** The languages of `X-Locale`; undefined if responses do not depend on them. */
  readonly locales?: Locales | undefined;
  /** Returns the public origin, once the server listens. */
  origin(): string;
  /**
   * Charges an address for rejected credentials.
   * @returns the seconds to wait if it has too few points, else undefined
   */
  chargeAddress(address: string, points: number): Promise<number | undefined>;
  /** Runs when a key is rejected. The details contain no secret. */
  onKeyRejected(details: {
    readonly reason: KeyRejection;
    /** The id in the key, unverified. */
    readonly key: string | undefined;
    readonly address: string;
  }): void;
}

/** @property perspective if `X-Perspective` names none */
type GrantedCaller = Caller & { readonly scopes: readonly Scope[]; readonly perspective?: string };

/** Points that a request with rejected credentials costs its address. */
const REJECTION_COST = 20;

const REJECTION_MESSAGES: Readonly<Record<Exclude<KeyRejection, 'origin'>, string>> = {
  malformed: 'expected a complete API key, got one that is cut or mistyped; copy it again',
  unknown: 'expected an active API key, got one that is unknown or revoked; create a new one',
  replaced: 'expected the newest secret of this API key, got one that has been replaced; use the new one',
  expired: 'expected an active API key, got one that has expired; create a new one',
};

/** Creates the authenticator of API keys, OIDC tokens, previews and anonymous callers. */
export function createAuthenticator({
  apiKeys,
  previews,
  oidcUsers,
  isAnonymousAllowed,
  locales,
  origin,
  chargeAddress,
  onKeyRejected,
}: AuthenticatorOptions): Authenticator {
  const publicScopes = isAnonymousAllowed ? PUBLIC_AUDIENCE.scopes : heldScopes([]);

  const identifyAnonymous = ({ address }: Credentials): GrantedCaller => {
    if (!isAnonymousAllowed) throw unauthenticated('expected a key in Authorization or X-Api-Key, got none');
    return { ...anonymousCaller(address), scopes: [] };
  };

  const identifyCaller = async (
    credential: string,
    { headers, address }: Credentials,
  ): Promise<GrantedCaller> => {
    if (!credential.startsWith('tv_')) {
      if (!oidcUsers) throw unauthenticated(REJECTION_MESSAGES.malformed, 'invalid_token');
      return { kind: 'editor', address, ...(await oidcUsers.verify(credential, address)) };
    }
    const key = await apiKeys.verify(credential, headers.origin);
    if (typeof key !== 'string') {
      const { id, scopes } = key;
      const info = apiKeyInfo(key, recordedTimeOf(Date.now()));
      return { kind: 'key', name: `key:${id}`, address, key: info, scopes };
    }
    onKeyRejected({ reason: key, key: claimedId(credential), address });
    throw key === 'origin'
      ? forbidden(
          `expected a request from an origin that this API key is bound to, got ${quoted(headers.origin)}`,
        )
      : unauthenticated(REJECTION_MESSAGES[key], 'invalid_token');
  };

  const identifyPreview = async (credentials: Credentials): Promise<GrantedCaller> => {
    const { headers, address } = credentials;
    if (credentialOf(headers) !== undefined)
      throw unauthenticated('expected either X-Preview or a key, got both; send one of them');
    if (!credentials.allowsPreview) throw forbidden(PREVIEW_ELSEWHERE);
    requirePreviewUse(credentials, origin());
    const preview = await previews.ofCookie(headers.cookie);
    if (!preview) throw unauthenticated(PREVIEW_ENDED);
    if (preview.kind === 'link' && !credentials.isInProcess) throw forbidden(LINK_SHOWS_ONE_PAGE);
    const { perspective } = preview;
    return { ...previewCaller(preview, address), perspective, scopes: ['read:drafts'] };
  };

  const principalOf = (
    { scopes: granted, perspective: ownPerspective, ...caller }: GrantedCaller,
    { headers }: Credentials,
  ): Principal => {
    // A key allows at least what no key allows.
    const scopes = granted.length === 0 ? publicScopes : heldScopes([...granted, ...publicScopes]);
    const perspective = readPerspective(headers['x-perspective'] ?? ownPerspective);
    if (perspective !== PUBLISHED && !hasRequiredScopes(DRAFT_SCOPES, scopes))
      throw forbidden(
        'X-Perspective: expected a key with the scope read:drafts for unpublished content, got none or one without it',
        { requiredScopes: DRAFT_SCOPES, scopes },
      );
    const locale = locales && localeOf(headers, locales);
    const isPublic = perspective === PUBLISHED && scopes === PUBLIC_AUDIENCE.scopes && locale === undefined;
    const audience = isPublic
      ? PUBLIC_AUDIENCE
      : Object.freeze({ perspective, scopes, ...(locale !== undefined && { locale }) });
    return Object.freeze({ audience, caller: Object.freeze(caller) });
  };
  /** Charges the address for rejected credentials. @throws the error of the rejection, or of missing points */
  const reject = async (address: string, error: unknown): Promise<never> => {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const waitSeconds = await chargeAddress(address, REJECTION_COST);
    throw waitSeconds === undefined ? error : rateLimited(waitSeconds);
  };

  return {
    authenticate(credentials) {
      const { address } = credentials;
      try {
        if (credentials.headers[PREVIEW_HEADER] !== undefined)
          return identifyPreview(credentials)
            .then((granted) => principalOf(granted, credentials))
            .catch((error: unknown) => reject(address, error));
        const credential = credentialOf(credentials.headers);
        if (credential === undefined) return principalOf(identifyAnonymous(credentials), credentials);
        return identifyCaller(credential, credentials)
          .then((granted) => principalOf(granted, credentials))
          .catch((error: unknown) => reject(address, error));
      } catch (error) {
        return reject(address, error);
      }
    },
  };
}

/** Returns the caller of a request with a preview. All readers of a link share its rate limit. */
export const previewCaller = (preview: PreviewInfo, address: string): Caller => ({
  kind: 'editor',
  name: `preview:${preview.id}`,
  address,
  preview,
});

/** Creates the error for an address that has sent too many invalid credentials. Valid keys of the address still work. */
function rateLimited(waitSeconds: number): Rejected {
  const retryAfter = retryAfterSeconds({ waitSeconds });
  const message = `expected ${REJECTION_COST} points of this address for a request with invalid credentials, got less; retry in ${retryAfter} s with a valid key`;
  return new Rejected('RATE_LIMITED', message, retryAfter, {
    reason: 'INVALID_CREDENTIALS',
    cost: REJECTION_COST,
  });
}

/** Creates the error of an `Authorization` that has no key in the expected form. It does not contain the value. */
export const malformedAuthorization = (value = ''): HttpError => {
  const [scheme, ...words] = value.trim().split(/\s+/);
  const got = /^Bearer$/i.test(scheme ?? '')
    ? `Bearer with ${words.length === 0 ? 'no key' : 'several words'}`
    : 'a value that does not begin with Bearer';
  return unauthenticated(`expected \`Authorization: Bearer <key>\`, got ${got}`);
};

/** Returns the key or token of a request. Other schemes of `Authorization` are left to a proxy in front. */
function credentialOf(headers: Credentials['headers']): string | undefined {
  const { authorization } = headers;
  const apiKey = headers['x-api-key'];
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (bearer === undefined && /^(Bearer\b|tv_)/i.test(authorization ?? ''))
    throw malformedAuthorization(authorization);
  if (apiKey === undefined) return bearer;
  if (typeof apiKey !== 'string' || !apiKey.startsWith('tv_') || (bearer !== undefined && bearer !== apiKey))
    throw unauthenticated(
      bearer !== undefined && bearer !== apiKey
        ? 'expected one key, got different ones in Authorization and X-Api-Key; send one of them'
        : 'expected X-Api-Key to be a key that begins with tv_, got another text; copy the key again',
    );
  return apiKey;
}

/** Returns the tag of the requested language; undefined for the default. */
function localeOf(headers: Credentials['headers'], locales: Locales): string | undefined {
  const requested = headers['x-locale'];
  if (requested === undefined) return undefined;
  const found = matchLocale(locales, String(requested));
  if (found) return found === locales.all[0] ? undefined : found.tag;
  throw new HttpError(400, 'BAD_REQUEST', `X-Locale: ${unknownLocale(locales, String(requested))}`, [], {
    allowed: allowedTags(locales),
  });
}
