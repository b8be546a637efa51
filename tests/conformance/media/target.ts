import assert from 'node:assert/strict';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

/** Where the audits of the media service run: an emulator, or the provider with an account of its own. */
export interface MediaTarget {
  /** The management API, e.g. `https://api.mux.com`. */
  baseUrl: string;
  streamUrl: string;
  imageUrl: string;
  tokenId: string;
  tokenSecret: string;
  /** The private key as base64 of a PEM. */
  signingKey?: { id: string; privateKey: string };
  /** Of a ready asset of less than 15 minutes with sound and a text track. */
  publicPlaybackId?: string;
  /** Of the same or another such asset. */
  signedPlaybackId?: string;
}

/** A JSON body of which an audit expects parts. */
// biome-ignore lint/suspicious/noExplicitAny: audits read answers of any shape, and fail when it is wrong
export type Body = any;

const PATIENCE = 8;

/** What an audit needs beyond credentials. @throws Error that names it when the target has none */
export function need<Name extends 'signingKey' | 'publicPlaybackId' | 'signedPlaybackId'>(
  target: MediaTarget,
  name: Name,
): NonNullable<MediaTarget[Name]> {
  const value = target[name];
  if (!value) throw new Error(`expected the target to have ${name}`);
  return value as NonNullable<MediaTarget[Name]>;
}

/**
 * Calls the management API. A 429 is waited out, since the audits together are faster than an account may
 * be. Fails when the status is not the expected one.
 */
export async function api(
  target: MediaTarget,
  status: number,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  for (let left = PATIENCE; ; left--) {
    const response = await fetch(`${target.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${target.tokenId}:${target.tokenSecret}`)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 429 && status !== 429 && left > 0) {
      await new Promise((done) => setTimeout(done, 1100));
      continue;
    }
    assert.equal(response.status, status, `${method} ${path} answered ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

/** Fetches and fails when the status is not the expected one. */
export async function get(url: string, status: number, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(
    response.status,
    status,
    `GET ${url} answered ${response.status} ${bytes.toString('utf8', 0, 300)}`,
  );
  return { headers: response.headers, bytes, text: bytes.toString(), url };
}

/** The asset of the target's public playback id. */
export async function publicAsset(target: MediaTarget): Promise<Body> {
  const { data } = await api(
    target,
    200,
    'GET',
    `/video/v1/playback-ids/${need(target, 'publicPlaybackId')}`,
  );
  return (await api(target, 200, 'GET', `/video/v1/assets/${data.object.id}`)).data;
}

/** Makes an asset for one audit and deletes it afterwards. */
export async function withAsset(target: MediaTarget, run: (asset: Body) => Promise<void>): Promise<void> {
  const { data } = await api(target, 201, 'POST', '/video/v1/assets', {
    inputs: [{ url: 'https://media.invalid/film.mp4' }],
    playback_policies: ['public'],
    passthrough: 'audit',
  });
  try {
    await run(data);
  } finally {
    await api(target, 204, 'DELETE', `/video/v1/assets/${data.id}`);
  }
}

interface TokenOptions {
  aud?: string;
  sub?: string;
  kid?: string;
  /** Seconds from now; null leaves it out. */
  expires?: number | null;
  claims?: Record<string, unknown>;
  /** Another key than the target's. */
  key?: KeyObject;
}

/** A playback token as the guides describe it; each option makes it another. */
export async function token(target: MediaTarget, options: TokenOptions = {}): Promise<string> {
  const { id, privateKey } = need(target, 'signingKey');
  const { aud = 'v', sub = need(target, 'signedPlaybackId'), kid = id, expires = 300, claims = {} } = options;
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid });
  jwt.setSubject(sub).setAudience(aud);
  if (expires !== null) jwt.setExpirationTime(Math.floor(Date.now() / 1000) + expires);
  return jwt.sign(options.key ?? createPrivateKey(Buffer.from(privateKey, 'base64').toString()));
}

/** The URIs of a playlist, those inside tags included, resolved against its own address. */
export function uris(playlist: { text: string; url: string }): string[] {
  return playlist.text
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? [/URI="([^"]+)"/.exec(line)?.[1]] : [line.trim()]))
    .filter((uri): uri is string => Boolean(uri))
    .map((uri) => new URL(uri, playlist.url).href);
}

/** Fails unless the body is an error of the provider's shape and, if given, of this type. */
export function assertError(body: Body, type?: string): void {
  assert.equal(
    typeof body?.error?.type,
    'string',
    `expected {"error": {"type", …}}, got ${JSON.stringify(body)}`,
  );
  assert.ok(Array.isArray(body.error.messages), 'expected error.messages to be an array');
  if (type !== undefined) assert.equal(body.error.type, type);
}
