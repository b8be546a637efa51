import { describeType } from '../../core/describeValue.ts';
import { UpstreamError } from '../../core/errors.ts';
import { isObject } from '../../core/validators.ts';
import { type Asset, isMuxId, type Mp4File, type TextTrack } from './asset.ts';

/** A page of the account's assets. */
export interface AssetPage {
  readonly assets: readonly Asset[];
  /** The cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** Mux accepts videos of 12 hours: https://www.mux.com/docs/guides/upload-video */
const MAX_DURATION_SECONDS = 24 * 60 * 60;
const MAX_TRACKS = 200;
/** More than the longer side of 2160p, the best resolution that Mux stores. */
const MAX_SIDE_PIXELS = 8192;
const MAX_PLAYBACK_IDS = 100;
const MAX_STATIC_RENDITIONS = 20;
/** The name of the sound alone: https://www.mux.com/docs/guides/enable-static-mp4-renditions */
const AUDIO_FILE = 'audio.m4a';
const MAX_MESSAGES = 10;
const MAX_NAME_CHARACTERS = 500;

const STATUSES: readonly unknown[] = ['preparing', 'ready', 'errored'];

/**
 * Reads `data` of `GET /video/v1/assets/{id}`, without the attributes that the schema does not need.
 * @throws UpstreamError UPSTREAM_REJECTED when it has no id or no known status
 */
export function readAsset(value: unknown): Asset {
  const raw = recordOf(value);
  const { id, status } = raw;
  if (typeof id !== 'string' || !isMuxId(id) || !STATUSES.includes(status))
    throw malformedResponse(
      `expected an asset with an id and a status of ${STATUSES.join(', ')}, got ${typeof id} and ${JSON.stringify(status)?.slice(0, 40)}`,
    );
  const errors = raw.errors ? recordOf(raw.errors) : undefined;
  return {
    id,
    status: status as Asset['status'],
    ...(isDuration(raw.duration) && { duration: raw.duration }),
    ...(isAspectRatio(raw.aspect_ratio) && { aspect_ratio: raw.aspect_ratio }),
    ...readMedia(raw),
    ...(raw.is_live === true && { isLive: true }),
    playback_ids: recordsOf(raw.playback_ids, MAX_PLAYBACK_IDS).flatMap(({ id, policy }) =>
      typeof id === 'string' && isMuxId(id) ? { id, policy: wordOf(policy) } : [],
    ),
    tracks: recordsOf(raw.tracks, MAX_TRACKS).flatMap(readTextTrack),
    ...readFiles(recordOf(raw.static_renditions)),
    ...(errors && {
      errors: {
        ...(typeof errors.type === 'string' && { type: nameOf(errors.type) }),
        messages: readMessages(errors.messages),
      },
    }),
  };
}

const isDuration = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MAX_DURATION_SECONDS;

const isAspectRatio = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{0,4}:[1-9]\d{0,4}$/.test(value);

/** Reads whether an asset has pictures, and the size and duration of its video track. */
function readMedia({ tracks, resolution_tier: tier }: Readonly<Record<string, unknown>>): Partial<Asset> {
  const records = recordsOf(tracks, MAX_TRACKS);
  const video = records.find(({ type }) => type === 'video');
  if (!video) {
    const isAudio = tier === 'audio-only' || records.some(({ type }) => type === 'audio');
    return isAudio ? { isAudio } : {};
  }
  const { max_width: width, max_height: height, duration } = video;
  return {
    ...(isSide(width) && isSide(height) && { size: { width, height } }),
    ...(isDuration(duration) && { videoDuration: duration }),
  };
}

/** Reads the static renditions that are ready. The files of `mp4_support` have one status together. */
function readFiles({
  files,
  status: commonStatus,
}: Readonly<Record<string, unknown>>): Pick<Asset, 'mp4Files' | 'audioFile'> {
  const ready = recordsOf(files, MAX_STATIC_RENDITIONS).filter(
    ({ status = commonStatus }) => status === 'ready',
  );
  const mp4Files = ready.flatMap(({ name, height }): Mp4File[] =>
    typeof name === 'string' && /^[\w-]{1,50}\.mp4$/.test(name) && isSide(height) ? [{ name, height }] : [],
  );
  const audioFile = ready.find(({ name }) => name === AUDIO_FILE);
  return { mp4Files, ...(audioFile && { audioFile: AUDIO_FILE }) };
}

const isSide = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_SIDE_PIXELS;

/** Returns a word of Mux, e.g. a policy. A value of another kind is a word that nothing knows. */
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const nameOf = (text: string): string => text.slice(0, MAX_NAME_CHARACTERS).toWellFormed();

const readMessages = (messages: unknown): readonly string[] =>
  Array.isArray(messages)
    ? messages
        .slice(0, MAX_MESSAGES)
        .filter((message) => typeof message === 'string')
        .map(nameOf)
    : [];

function readTextTrack(raw: Readonly<Record<string, unknown>>): TextTrack | [] {
  if (raw.type !== 'text' || typeof raw.id !== 'string' || !isMuxId(raw.id)) return [];
  return {
    id: raw.id,
    status: wordOf(raw.status),
    ...(typeof raw.language_code === 'string' && { language_code: nameOf(raw.language_code) }),
    ...(typeof raw.name === 'string' && { name: nameOf(raw.name) }),
    closed_captions: raw.closed_captions === true,
  };
}

/**
 * Reads the body of `GET /video/v1/assets`.
 * @throws UpstreamError UPSTREAM_REJECTED
 */
export function readAssetPage({ data, next_cursor: next }: Readonly<Record<string, unknown>>): AssetPage {
  if (!Array.isArray(data)) throw malformedResponse(`expected a list of assets in data, got ${typeof data}`);
  return { assets: data.map(readAsset), next: typeof next === 'string' && next !== '' ? next : undefined };
}

/**
 * Reads `data` of `GET /video/v1/playback-ids/{id}`.
 * @returns the asset id; null for a playback id of a live stream
 * @throws UpstreamError UPSTREAM_REJECTED
 */
export function readPlaybackTarget(data: unknown): string | null {
  const { type, id } = (data as { object?: { type?: unknown; id?: unknown } } | undefined)?.object ?? {};
  if (typeof id !== 'string') throw malformedResponse('expected a playback id with its object, got none');
  return type === 'asset' ? id : null;
}

/**
 * Parses a response as a JSON object.
 * @throws UpstreamError UPSTREAM_REJECTED for other JSON; SyntaxError
 */
export async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = JSON.parse(await response.text());
  if (typeof value !== 'object' || value === null)
    throw malformedResponse(`expected a JSON object, got ${describeType(value)}`);
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Reads a response as WebVTT text.
 * @throws UpstreamError UPSTREAM_REJECTED
 */
export async function readWebVtt(response: Response): Promise<string> {
  const text = await response.text();
  if (!/^\uFEFF?WEBVTT/.test(text))
    throw malformedResponse(
      `expected a text track that begins with WEBVTT, got ${text === '' ? 'an empty one' : `one of ${text.length} characters that does not`}`,
    );
  return text;
}

export const malformedResponse = (message: string): UpstreamError =>
  new UpstreamError('media', 'UPSTREAM_REJECTED', new Error(message));

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const recordsOf = (value: unknown, maxCount: number): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.slice(0, maxCount).map(recordOf) : [];
