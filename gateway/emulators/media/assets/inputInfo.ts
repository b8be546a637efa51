import type { Asset, Input, Track } from './asset.ts';

/**
 * Returns the data of `GET /video/v1/assets/{id}/input-info`: the settings of each input and its analysed
 * file. Inputs that were never downloaded have no file data, and a seeded asset has no settings.
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
