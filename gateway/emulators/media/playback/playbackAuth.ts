import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError, invalidParameters, notFound } from '../api/apiError.ts';
import type { Asset } from '../assets/asset.ts';
import type { PlaybackRestriction } from '../assets/playbackRestriction.ts';
import type { MediaStore } from '../assets/store.ts';
import { playbackForbidden, type TokenAudience, verifyToken } from './playbackToken.ts';
import type { UriSigner } from './uriSigner.ts';

/** An authorized playback request. */
export interface AuthorizedPlayback {
  asset: Asset;
  /** Options of the URL: from the query for a public id, from the token for a signed id. */
  options: Record<string, string>;
  /** Unix seconds; absent for a public id. */
  expires?: number;
  /** Query that other URLs of this response need, e.g. the image of a storyboard; empty for a public id. */
  tokenQuery: string;
}

interface PlaybackRequest {
  playbackId: string;
  audience: TokenAudience;
  /** Options that the route supports. */
  options: readonly string[];
}

/**
 * Authorizes a playback request.
 * @throws ApiError 404 for an unknown id; 403 for a signed id without a valid token or signature, or with
 * options beside the token (the signer did not approve them); 412 for an asset that is not ready
 */
export async function authorizePlayback(
  request: FastifyRequest,
  { playbackId, audience, options: known }: PlaybackRequest,
  { store, signer }: { store: MediaStore; signer: UriSigner },
): Promise<AuthorizedPlayback> {
  const playback = store.playback(playbackId);
  if (!playback) throw notFound('playback ID');
  const { asset, policy } = playback;
  const query = request.query as Record<string, unknown>;
  const inQuery = Object.fromEntries(
    known.filter((name) => query[name] !== undefined).map((name) => [name, singleValue(query, name)]),
  );
  if (policy === 'public') {
    assertReady(asset);
    return { asset, options: inQuery, tokenQuery: '' };
  }

  if (query.token === undefined && query.signature !== undefined) {
    const path = request.url.split('?', 1)[0] as string;
    const expires = signer.verify(path, query);
    if (expires === undefined) throw playbackForbidden('its signature is wrong or has expired');
    assertReady(asset);
    return { asset, options: {}, expires, tokenQuery: '' };
  }
  if (query.token === undefined)
    throw playbackForbidden('this playback ID is signed and the URL has no token');
  const token = singleValue(query, 'token');
  const grant = await verifyToken(token, { playbackId, audience, store });
  if (grant.restriction !== undefined)
    checkRestriction(store.restrictions.get(grant.restriction), request.headers);
  const [unsigned] = Object.keys(inQuery);
  if (unsigned !== undefined)
    throw playbackForbidden(`${unsigned} must be a claim of the token and not a parameter beside it`);
  assertReady(asset);
  const options = Object.fromEntries(Object.entries(grant.options).filter(([name]) => known.includes(name)));
  return { asset, options, expires: grant.expires, tokenQuery: `?token=${token}` };
}

/**
 * Checks a request with a token against the restriction that the token names
 * (https://www.mux.com/docs/guides/secure-video-playback).
 * @param restriction undefined if the account has none with the id of the token
 * @throws ApiError 403
 */
function checkRestriction(
  restriction: PlaybackRestriction | undefined,
  { referer, 'user-agent': userAgent }: IncomingHttpHeaders,
): void {
  if (!restriction) throw playbackForbidden('the playback restriction is not one of this account');
  const { referrer, user_agent: rules } = restriction;
  if (!rules.allow_high_risk_user_agent)
    throw playbackForbidden(
      'the media emulator does not support playback restrictions with allow_high_risk_user_agent: false (docs/emulators.md)',
    );
  if (!userAgent && !rules.allow_no_user_agent)
    throw playbackForbidden('the playback restriction requires a User-Agent');
  if (!referer && !referrer.allow_no_referrer)
    throw playbackForbidden('the playback restriction requires a Referer');
  if (referer && !referrer.allowed_domains.some((domain) => matches(domain, hostOf(referer))))
    throw playbackForbidden('the playback restriction does not allow the domain of the Referer');
}

const hostOf = (referer: string): string => (URL.canParse(referer) ? new URL(referer).hostname : '');

/** @param domain `*`, a host name, or a wildcard of subdomains such as `*.example.com` */
const matches = (domain: string, host: string): boolean =>
  domain === '*' ||
  (domain.startsWith('*.') ? host.endsWith(domain.slice(1).toLowerCase()) : host === domain.toLowerCase());

/** Returns the `cache-control` of a response. A signed response is private and expires with its token. */
export function cacheControl({ expires }: AuthorizedPlayback, seconds: number): string {
  if (expires === undefined) return `public, max-age=${seconds}`;
  return `private, max-age=${Math.max(0, Math.min(seconds, Math.floor(expires - Date.now() / 1000)))}`;
}

function assertReady({ status }: Asset): void {
  if (status !== 'ready')
    throw new ApiError(412, 'precondition_failed', `The asset is ${status} and cannot be played.`);
}

function singleValue(query: Record<string, unknown>, name: string): string {
  const value = query[name];
  if (typeof value !== 'string') throw invalidParameters(`${name} must have one value`);
  return value;
}
