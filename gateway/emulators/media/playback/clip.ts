import { invalidParameters, notFound } from '../api/apiError.ts';
import { numberOption, type UrlOptions } from './urlOptions.ts';

/** A part of an asset, in seconds from its start. */
export interface Clip {
  start: number;
  end: number;
}

/** Options of Mux's instant clips. */
export const CLIP_OPTIONS = ['asset_start_time', 'asset_end_time'] as const;

/**
 * Reads the clip that a URL requests; undefined for the whole asset.
 * @throws ApiError 400 for times that are not in order, or a clip that starts after the asset
 */
export function readClip(options: UrlOptions, duration: number): Clip | undefined {
  const [first, last] = CLIP_OPTIONS;
  if (options[first] === undefined && options[last] === undefined) return undefined;
  const time = (name: string) => numberOption(options, name, { min: 0, max: Number.MAX_SAFE_INTEGER });
  const start = time(first) ?? 0;
  const end = time(last) ?? duration;
  if (start >= duration)
    throw invalidParameters(`${first} must be before the end at ${duration}, got ${start}`);
  if (end <= start) throw invalidParameters(`${last} must be after ${first}, got ${start} and ${end}`);
  return { start, end: Math.min(end, duration) };
}

/** Returns the path of a file of a playback id. Those of a clip contain its times, so a signature includes them. */
export const clippedPath = (path: string, clip: Clip | undefined): string =>
  clip ? `clip/${clip.start}-${clip.end}/${path}` : path;

/** Parses the times in a path of `clippedPath`. @throws ApiError 404 for another text */
export function parseClipRange(range: string | undefined): Clip | undefined {
  if (range === undefined) return undefined;
  const [, start, end] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(range) ?? [];
  if (start === undefined || Number(start) >= Number(end)) throw notFound('clip');
  return { start: Number(start), end: Number(end) };
}

/** Keeps the segments of a media playlist that have a part of the clip, because a segment cannot be cut without an encoder. */
export function clipPlaylist(playlist: string, { start, end }: Clip): string {
  const kept: string[] = [];
  let segment: string[] = [];
  let from = 0;
  for (const line of playlist.split('\n')) {
    if (segment.length === 0 && !line.startsWith('#EXTINF:')) {
      kept.push(line);
      continue;
    }
    segment.push(line);
    if (line.startsWith('#') || line.trim() === '') continue;
    const to = from + Number.parseFloat(segment[0]?.slice('#EXTINF:'.length) ?? '');
    if (from < end && to > start) kept.push(...segment);
    segment = [];
    from = to;
  }
  return kept.join('\n');
}

/**
 * Adds to the subtitles of a clip that their times count from the start of the asset. Without it, players count from the start
 * of the clip.
 */
export function clipSubtitles(vtt: string): string {
  return vtt.replace(/^(\uFEFF?WEBVTT[^\n]*\n)/, '$1X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n');
}
