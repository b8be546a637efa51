import { type Film, FULL_SIZE } from './film.ts';
import { mediaId } from './mediaId.ts';

/** An asset in the JSON of the Mux API: `data` of `GET /video/v1/assets/{id}`. */
type Asset = Record<string, unknown> & { readonly id: string; readonly status: string };

/** Returns the fields that all assets have. */
function common(name: string, title: string, createdAt: string, policy: 'public' | 'signed') {
  return {
    id: mediaId('asset', name),
    created_at: String(Date.parse(createdAt) / 1000),
    encoding_tier: 'smart',
    video_quality: 'plus',
    master_access: 'none',
    max_resolution_tier: '1080p',
    ingest_type: 'on_demand_url',
    playback_ids: [{ id: mediaId('playback', name), policy }],
    meta: { title, external_id: `film-${name}` },
  };
}

/** The files that browsers play without a stream: in cards, on slow lines and, in 1080p, for the lead film. */
const STATIC_RENDITIONS = {
  '360p': { resolution_tier: '720p', width: 640, height: 360 },
  '720p': { resolution_tier: '720p', width: 1280, height: 720 },
  '1080p': { resolution_tier: '1080p', ...FULL_SIZE },
};

/** Returns the id of a text track. It is also the base name of its `.vtt` file. */
export function textTrackId(film: Film, language: string): string {
  return mediaId('text', `${film.name}/${language}`);
}

/** Returns the asset of a rendered film. */
export function readyAsset(film: Film): Asset {
  const { name, duration, fps } = film;
  const tracks = [
    {
      id: mediaId('video', name),
      type: 'video',
      duration,
      max_width: FULL_SIZE.width,
      max_height: FULL_SIZE.height,
      max_frame_rate: fps,
    },
    { id: mediaId('audio', name), type: 'audio', duration, max_channels: 2, status: 'ready', primary: true },
    ...film.textTracks.map(({ language, label, isClosedCaptions }) => ({
      id: textTrackId(film, language),
      type: 'text',
      text_type: 'subtitles',
      text_source: 'uploaded',
      language_code: language,
      name: label,
      closed_captions: isClosedCaptions,
      status: 'ready',
    })),
  ];
  return {
    ...common(name, film.title, film.createdAt, film.policy),
    status: 'ready',
    duration,
    aspect_ratio: '16:9',
    resolution_tier: '1080p',
    max_stored_resolution: 'FHD',
    max_stored_frame_rate: fps,
    tracks,
    static_renditions: {
      files: Object.entries(STATIC_RENDITIONS).map(([resolution, metadata]) => ({
        id: mediaId('rendition', `${name}/${resolution}`),
        name: `${resolution}.mp4`,
        ext: 'mp4',
        type: 'advanced',
        resolution,
        status: 'ready',
        ...metadata,
      })),
    },
    progress: { state: 'completed', progress: 100 },
  };
}

/** Returns the assets without media: one is still being encoded, and the first upload of a film has failed. */
export function unfinishedAssets(): Asset[] {
  return [
    {
      ...common('sunflower', 'A sunflower', '2026-11-26T09:00:00Z', 'public'),
      status: 'preparing',
      progress: { state: 'transcoding', progress: 41 },
    },
    {
      ...common(
        'double-pendulum-first',
        'The double pendulum, first upload',
        '2026-09-14T09:00:00Z',
        'public',
      ),
      status: 'errored',
      errors: {
        type: 'invalid_input',
        messages: [
          'The input file could not be read: it holds no video track. Send a file that has one, in any of the common formats.',
        ],
      },
      progress: { state: 'errored', progress: -1 },
    },
  ];
}
