import assert from 'node:assert/strict';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

/** The account that media audits run against: the emulator, or an account at Mux. */
export interface MediaTarget {
  /** Origin of the management API, e.g. `https://api.mux.com`. */
  baseUrl: string;
  streamUrl: string;
  imageUrl: string;
  tokenId: string;
  tokenSecret: string;
  /** `privateKey` is a base64 PEM. */
  signingKey?: { id: string; privateKey: string };
  /** Public playback id of a ready asset of less than 15 minutes with audio and a text track. */
  publicPlaybackId?: string;
  /** Signed playback id of such an asset. */
  signedPlaybackId?: string;
}

/** A parsed response body. */
// biome-ignore lint/suspicious/noExplicitAny: audits assert the shape of the data
export type Body = any;

const MAX_RETRIES = 8;
const RETRY_DELAY_MS = 1100;

/** Returns an optional property of the target. @throws Error for a target without it */
export function requireProperty<Name extends 'signingKey' | 'publicPlaybackId' | 'signedPlaybackId'>(
  target: MediaTarget,
  name: Name,
): NonNullable<MediaTarget[Name]> {
  const value = target[name];
  if (!value) throw new Error(`expected the target to have ${name}`);
  return value as NonNullable<MediaTarget[Name]>;
}

/**
 * Calls the management API. Retries after a 429, because the audits exceed the rate limit of an account.
 * @throws AssertionError for another status
 */
export async function callApi(
  target: MediaTarget,
  status: number,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
    const response = await fetch(`${target.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${target.tokenId}:${target.tokenSecret}`)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 429 && status !== 429 && retriesLeft > 0) {
      await new Promise((done) => setTimeout(done, RETRY_DELAY_MS));
      continue;
    }
    assert.equal(
      response.status,
      status,
      `${method} ${path}: expected ${status}, got ${response.status} ${text}`,
    );
    return text === '' ? undefined : JSON.parse(text);
  }
}

/** Fetches a file. @throws AssertionError for another status */
export async function get(url: string, status: number, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(
    response.status,
    status,
    `GET ${url}: expected ${status}, got ${response.status} ${bytes.toString('utf8', 0, 300)}`,
  );
  return { headers: response.headers, bytes, text: bytes.toString(), url };
}

/** Returns the asset of the public playback id. */
export async function publicAsset(target: MediaTarget): Promise<Body> {
  const { data } = await callApi(
    target,
    200,
    'GET',
    `/video/v1/playback-ids/${requireProperty(target, 'publicPlaybackId')}`,
  );
  return (await callApi(target, 200, 'GET', `/video/v1/assets/${data.object.id}`)).data;
}

/** Creates an asset, runs an audit with it, and deletes it. */
export async function withAsset(target: MediaTarget, run: (asset: Body) => Promise<void>): Promise<void> {
  const { data } = await callApi(target, 201, 'POST', '/video/v1/assets', {
    inputs: [{ url: 'https://media.invalid/film.mp4' }],
    playback_policies: ['public'],
    passthrough: 'audit',
  });
  try {
    await run(data);
  } finally {
    await callApi(target, 204, 'DELETE', `/video/v1/assets/${data.id}`);
  }
}

interface TokenOptions {
  aud?: string;
  sub?: string;
  kid?: string;
  /** Seconds until the expiration; null omits `exp`. */
  expires?: number | null;
  claims?: Record<string, unknown>;
  /** Private key instead of the target's. */
  key?: KeyObject;
}

/** Creates a valid playback token; options change parts of it. */
export async function createToken(target: MediaTarget, options: TokenOptions = {}): Promise<string> {
  const { id, privateKey } = requireProperty(target, 'signingKey');
  const {
    aud = 'v',
    sub = requireProperty(target, 'signedPlaybackId'),
    kid = id,
    expires = 300,
    claims = {},
  } = options;
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid });
  jwt.setSubject(sub).setAudience(aud);
  if (expires !== null) jwt.setExpirationTime(Math.floor(Date.now() / 1000) + expires);
  return jwt.sign(options.key ?? createPrivateKey(Buffer.from(privateKey, 'base64').toString()));
}

/** Returns the absolute URIs in a playlist, also those in tags. */
export function playlistUris(playlist: { text: string; url: string }): string[] {
  return playlist.text
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? [/URI="([^"]+)"/.exec(line)?.[1]] : [line.trim()]))
    .filter((uri): uri is string => Boolean(uri))
    .map((uri) => new URL(uri, playlist.url).href);
}

/** Asserts that a body has the shape of an error, and optionally its type. */
export function assertError(body: Body, type?: string): void {
  assert.equal(
    typeof body?.error?.type,
    'string',
    `expected {"error": {"type", …}}, got ${JSON.stringify(body)}`,
  );
  assert.ok(Array.isArray(body.error.messages), 'expected error.messages to be an array');
  if (type !== undefined) assert.equal(body.error.type, type);
}
