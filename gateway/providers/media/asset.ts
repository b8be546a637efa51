/** A film as Mux describes it: the part of the asset that the graph tells. Names are Mux's own. */
export interface Asset {
  readonly id: string;
  readonly status: 'preparing' | 'ready' | 'errored';
  /** Seconds. */
  readonly duration?: number;
  /** Width to height, e.g. `16:9`. */
  readonly aspect_ratio?: string;
  readonly playback_ids: readonly PlaybackId[];
  /** Text tracks alone, whatever their status. */
  readonly tracks: readonly TextTrack[];
  readonly errors?: { readonly type?: string; readonly messages: readonly string[] };
}

/** A name by which a film is played. */
export interface PlaybackId {
  readonly id: string;
  /** `public`, `signed` or `drm`. */
  readonly policy: string;
}

/** Captions or subtitles of a film. */
export interface TextTrack {
  readonly id: string;
  /** `preparing`, `ready`, `errored` or `deleted`; generated tracks become ready after their asset. */
  readonly status: string;
  readonly language_code?: string;
  readonly name?: string;
  readonly closed_captions: boolean;
}

const STATUSES: readonly unknown[] = ['preparing', 'ready', 'errored'];

/** Whether a text can be the id of an asset, a playback id or a track: what it must be to stand in an address. */
export const isMuxId = (id: string): boolean => /^[A-Za-z0-9]{1,255}$/.test(id);

/**
 * Reads an asset as `GET /video/v1/assets/{id}` answers it inside `data`, keeping what the graph tells.
 * @throws Error when it has no id or no known status
 */
export function readAsset(value: unknown): Asset {
  const raw = recordOf(value);
  const { id, status } = raw;
  if (typeof id !== 'string' || !isMuxId(id) || !STATUSES.includes(status))
    throw new Error(
      `expected an asset with an id and a status of ${STATUSES.join(', ')}, got ${typeof id} and ${JSON.stringify(status)?.slice(0, 40)}`,
    );
  const errors = raw.errors ? recordOf(raw.errors) : undefined;
  return {
    id,
    status: status as Asset['status'],
    ...(typeof raw.duration === 'number' && { duration: raw.duration }),
    ...(typeof raw.aspect_ratio === 'string' && { aspect_ratio: raw.aspect_ratio }),
    playback_ids: listOf(raw.playback_ids).flatMap(({ id, policy }) =>
      typeof id === 'string' && isMuxId(id) ? { id, policy: String(policy) } : [],
    ),
    tracks: listOf(raw.tracks).flatMap(readTextTrack),
    ...(errors && {
      errors: {
        ...(typeof errors.type === 'string' && { type: errors.type }),
        messages: Array.isArray(errors.messages) ? errors.messages.map(String) : [],
      },
    }),
  };
}

function readTextTrack(raw: Record<string, unknown>): TextTrack | [] {
  if (raw.type !== 'text' || typeof raw.id !== 'string' || !isMuxId(raw.id)) return [];
  return {
    id: raw.id,
    status: String(raw.status),
    ...(typeof raw.language_code === 'string' && { language_code: raw.language_code }),
    ...(typeof raw.name === 'string' && { name: raw.name }),
    closed_captions: raw.closed_captions === true,
  };
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(recordOf) : [];
