import Mux from '@mux/mux-node';
import type { MediaConfig } from '../../config/config.ts';
import { UpstreamError } from '../../core/errors.ts';
import { createResiliencePolicy, type ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import {
  type CallKind,
  createUpstreamCall,
  type Failure,
  type ObserveCalls,
} from '../../services/upstream/upstreamCall.ts';
import { createUpstreamFetch } from '../../services/upstream/upstreamFetch.ts';
import { type Asset, readAsset } from './asset.ts';

/** What a token opens: the stream with its text tracks, a still, an animated picture, a storyboard. */
export type TokenType = 'video' | 'thumbnail' | 'gif' | 'storyboard';

/** Signs a playback id; the options of the address stand in `params`, and it is good for `expiresIn` seconds. */
export type Sign = (
  playbackId: string,
  options: { type: TokenType; params: Readonly<Record<string, string>>; expiresIn: number },
) => Promise<string>;

/** Mux as the rest of the room sees it. Every failure is an `UpstreamError`. */
export interface MediaClient {
  /** The asset, or null when the account has none of this id. */
  asset(id: string, signal: AbortSignal): Promise<Asset | null>;
  /** A page of at most 100 of the account's assets, and where the next begins. */
  listAssets(cursor: string | undefined, signal: AbortSignal): Promise<AssetPage>;
  /** The asset that is played by this playback id, or null. */
  assetIdOf(playbackId: string, signal: AbortSignal): Promise<string | null>;
  /** A text track as WebVTT, or null when there is none. A signed playback id needs a token of type `video`. */
  textTrack(
    playbackId: string,
    trackId: string,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<string | null>;
  /** Absent without a signing key. */
  readonly sign: Sign | undefined;
}

interface AssetPage {
  assets: Asset[];
  /** Absent after the last page. */
  next: string | undefined;
}

/** Mux's own limit on a page. */
const PAGE_SIZE = 100;
/** How long Mux may take for a whole answer, in milliseconds. */
interface Deadlines {
  /** For an asset or a text track: readers wait for these. */
  asked: number;
  /** For a page of the list, for which nobody need wait. */
  list: number;
}

const DEADLINES: Deadlines = { asked: 1500, list: 5000 };
/** Bytes. An asset is a few kilobytes, with many tracks some tens. */
const LARGEST_ASSET = 1024 * 1024;
const LARGEST_PAGE = 8 * 1024 * 1024;
/** Bytes. Captions of three hours of talk are a third of this. */
const LARGEST_TRACK = 1024 * 1024;

/** Mux through its own SDK, which sends each request once: repeating is the affair of those who ask. */
export function createMediaClient(
  config: MediaConfig,
  deadlines = DEADLINES,
  observe?: ObserveCalls,
  line: ResiliencePolicy = createResiliencePolicy('media'),
): MediaClient {
  const options = {
    tokenId: config.tokenId,
    tokenSecret: config.tokenSecret,
    jwtSigningKey: config.signingKey?.id ?? null,
    jwtPrivateKey: config.signingKey?.privateKey ?? null,
    // What is not given here the SDK would read from the environment.
    webhookSecret: null,
    authorizationToken: null,
    maxRetries: 0,
    // The wire ends a call; the SDK's own timer stands behind it.
    timeout: 2 * deadlines.list,
    logLevel: 'off',
  } as const;
  const fetchUpTo = (maxBytes: number) => ({ fetch: createUpstreamFetch({ maxBytes }) });
  const api = new Mux({
    ...options,
    ...fetchUpTo(LARGEST_ASSET),
    baseURL: config.baseUrl ?? 'https://api.mux.com',
  });
  const lists = api.withOptions(fetchUpTo(LARGEST_PAGE));
  const stream = new Mux({ ...options, ...fetchUpTo(LARGEST_TRACK), baseURL: config.streamUrl });
  // What is repeated counts against the account's rate; the mirror decides that.
  const wireFor = (kind: CallKind, timeoutMs = deadlines.asked) =>
    line(createUpstreamCall({ provider: 'media', kind, timeoutMs: timeoutMs, readFailure, observe }), {
      timeoutMs,
      isIdempotent: false,
    });
  const wires = {
    asset: wireFor('asset'),
    assets: wireFor('assets', deadlines.list),
    playbackId: wireFor('playback id'),
    textTrack: wireFor('text track'),
  };

  return {
    asset: (id, signal) =>
      wires.asset(signal, (signal) =>
        unlessMissing(async () => {
          const answer = await api.video.assets.retrieve(id, { signal }).asResponse();
          const { data } = await readJson(answer);
          const asset = inShape(() => readAsset(data));
          if (asset.id !== id) throw misshapen('the asset that was asked for');
          return asset;
        }),
      ),
    listAssets: (cursor, signal) =>
      wires.assets(signal, async (signal) => {
        const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const answer = await lists.video.assets.list(query, { signal }).asResponse();
        const { data, next_cursor } = await readJson(answer);
        return inShape(() => readPage(data, next_cursor));
      }),
    assetIdOf: (playbackId, signal) =>
      wires.playbackId(signal, (signal) =>
        unlessMissing(async () => {
          const answer = await api.video.playbackIds.retrieve(playbackId, { signal }).asResponse();
          const { data } = await readJson(answer);
          const { type, id } =
            (data as { object?: { type?: unknown; id?: unknown } } | undefined)?.object ?? {};
          if (typeof id !== 'string') throw misshapen('a playback id with its object');
          return type === 'asset' ? id : null;
        }),
      ),
    textTrack: (playbackId, trackId, token, signal) =>
      wires.textTrack(signal, (signal) =>
        unlessMissing(async () => {
          const answer = await stream.video.playback
            // The account's credentials have no business where films are played.
            .track(playbackId, trackId, token ? { token } : {}, { signal, headers: { Authorization: null } })
            .asResponse();
          const text = await answer.text();
          if (!/^\uFEFF?WEBVTT/.test(text)) throw misshapen('a text track that begins with WEBVTT');
          return text;
        }),
      ),
    sign:
      config.signingKey &&
      ((playbackId, { type, params, expiresIn }) =>
        api.jwt.signPlaybackId(playbackId, { type, params: { ...params }, expiration: `${expiresIn}s` })),
  };
}

/** What the SDK's errors say, in the wire's terms. */
function readFailure(error: unknown): Failure {
  if (!(error instanceof Mux.APIError)) return { status: undefined };
  const retryAfter = Number.parseFloat(error.headers?.get('retry-after') ?? '');
  return { status: error.status, retryAfter: retryAfter >= 0 ? retryAfter : undefined };
}

async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Mux.NotFoundError) return null;
    throw error;
  }
}

async function readJson(answer: Response): Promise<Record<string, unknown>> {
  const value: unknown = JSON.parse(await answer.text());
  if (typeof value !== 'object' || value === null) throw misshapen('a JSON object');
  return value as Record<string, unknown>;
}

function readPage(data: unknown, next: unknown): AssetPage {
  if (!Array.isArray(data)) throw new Error(`expected a list of assets in data, got ${typeof data}`);
  return { assets: data.map(readAsset), next: typeof next === 'string' && next !== '' ? next : undefined };
}

function inShape<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UpstreamError('media', 'UPSTREAM_REFUSED', error);
  }
}

const misshapen = (expected: string): UpstreamError =>
  new UpstreamError('media', 'UPSTREAM_REFUSED', new Error(`expected ${expected}, got something else`));
