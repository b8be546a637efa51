import type { FastifyRequest } from 'fastify';
import { ApiError, invalid, notFound } from './apiError.ts';
import type { Asset } from './asset.ts';
import { type Audience, refused, verifyToken } from './playbackToken.ts';
import type { UriSigner } from './signedUri.ts';
import type { MediaStore } from './store.ts';

/** A playback request that may be answered. */
export interface Admission {
  asset: Asset;
  /** The options of the URL: from the query of a public id, from the token of a signed one. */
  options: Record<string, string>;
  /** Unix seconds; absent for a public id. */
  expires?: number;
  /** The query that other URLs of this answer need, e.g. a storyboard's picture; empty for a public id. */
  tokenQuery: string;
}

interface Wanted {
  playbackId: string;
  audience: Audience;
  /** The options this route knows. */
  options: readonly string[];
}

/**
 * Decides whether a playback request is answered.
 *
 * @throws ApiError
 *   404 for an unknown id, 403 for a signed one without a valid token or signature, and for options beside
 *   a token (they would not be the signer's), 412 for an asset that is not ready
 */
export async function admit(
  request: FastifyRequest,
  { playbackId, audience, options: known }: Wanted,
  { store, signer }: { store: MediaStore; signer: UriSigner },
): Promise<Admission> {
  const playback = store.playback(playbackId);
  if (!playback) throw notFound('playback ID');
  const { asset, policy } = playback;
  const query = request.query as Record<string, unknown>;
  const inQuery = Object.fromEntries(
    known.filter((name) => query[name] !== undefined).map((name) => [name, single(query, name)]),
  );
  if (policy === 'public') {
    assertReady(asset);
    return { asset, options: inQuery, tokenQuery: '' };
  }

  if (query.token === undefined && query.signature !== undefined) {
    const path = request.url.split('?', 1)[0] as string;
    const expires = signer.verify(path, query);
    if (expires === undefined) throw refused('its signature is wrong or has expired');
    assertReady(asset);
    return { asset, options: {}, expires, tokenQuery: '' };
  }
  if (query.token === undefined) throw refused('this playback ID is signed and the URL has no token');
  const token = single(query, 'token');
  const grant = await verifyToken(token, { playbackId, audience, store });
  const [stray] = Object.keys(inQuery);
  if (stray !== undefined)
    throw refused(`${stray} must be a claim of the token and not a parameter beside it`);
  assertReady(asset);
  const options = Object.fromEntries(Object.entries(grant.options).filter(([name]) => known.includes(name)));
  return { asset, options, expires: grant.expires, tokenQuery: `?token=${token}` };
}

/** How long the answer may be kept: a signed one only by its reader, and not beyond its end. */
export function cacheControl({ expires }: Admission, seconds: number): string {
  if (expires === undefined) return `public, max-age=${seconds}`;
  return `private, max-age=${Math.max(0, Math.min(seconds, Math.floor(expires - Date.now() / 1000)))}`;
}

function assertReady({ status }: Asset): void {
  if (status !== 'ready')
    throw new ApiError(412, 'precondition_failed', `The asset is ${status} and cannot be played.`);
}

function single(query: Record<string, unknown>, name: string): string {
  const value = query[name];
  if (typeof value !== 'string') throw invalid(`${name} must be given once`);
  return value;
}
