import type { Asset, Input, Track } from './asset.ts';

/**
 * What `GET /video/v1/assets/{id}/input-info` answers inside `data`: how each input was given and what
 * was found in it. Nothing is found in what was never fetched, and a seeded asset has no settings.
 */
export function inputInfo(asset: Asset, inputs: readonly Input[]): object[] {
  if (asset.status !== 'ready') return inputs.map((settings) => ({ settings, file: {} }));
  const tracks = (asset.tracks ?? []).filter(({ type }) => type !== 'text').map(inputTrack);
  const [first = {}, ...rest] = inputs;
  return [
    { settings: first, file: { container_format: 'mov,mp4,m4a,3gp,3g2,mj2', tracks } },
    ...rest.map((settings) => ({ settings, file: {} })),
  ];
}

function inputTrack(track: Track): object {
  const duration = track.duration !== undefined && { duration: track.duration };
  if (track.type === 'audio')
    return { type: 'audio', ...duration, encoding: 'aac', channels: track.max_channels ?? 2 };
  return {
    type: 'video',
    ...duration,
    encoding: 'h264',
    width: track.max_width,
    height: track.max_height,
    frame_rate: track.max_frame_rate,
  };
}
