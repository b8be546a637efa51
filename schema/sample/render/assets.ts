import { type Figure, FULL_SIZE } from './figure.ts';
import { mediaId } from './ids.ts';

/** An asset as the media library tells it (`GET /video/v1/assets/{id}`, inside `data`). */
type Asset = Record<string, unknown> & { readonly id: string; readonly status: string };

/** What every asset of the publication has in common. */
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

/** The id of a film's text track in a language; its words are in a file of that name. */
export function textTrackId(figure: Figure, language: string): string {
  return mediaId('text', `${figure.name}/${language}`);
}

/** The asset of a film that is encoded. */
export function readyAsset(figure: Figure): Asset {
  const { name, duration, fps } = figure;
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
    ...figure.texts.map(({ language, label, closedCaptions }) => ({
      id: textTrackId(figure, language),
      type: 'text',
      text_type: 'subtitles',
      text_source: 'uploaded',
      language_code: language,
      name: label,
      closed_captions: closedCaptions,
      status: 'ready',
    })),
  ];
  return {
    ...common(name, figure.title, figure.createdAt, figure.policy),
    status: 'ready',
    duration,
    aspect_ratio: '16:9',
    resolution_tier: '720p',
    max_stored_resolution: 'HD',
    max_stored_frame_rate: fps,
    tracks,
    progress: { state: 'completed', progress: 100 },
  };
}

/** The assets that have no media: one still being encoded, one refused. */
export function unfinishedAssets(): Asset[] {
  return [
    {
      ...common('chladni', "Chladni's plate", '2026-11-16T09:00:00Z', 'public'),
      status: 'preparing',
      progress: { state: 'transcoding', progress: 41 },
    },
    {
      ...common('double-pendulum', 'The double pendulum', '2026-11-02T09:00:00Z', 'public'),
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
