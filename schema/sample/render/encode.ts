import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Film, FULL_SIZE } from './film.ts';
import { type Ffmpeg, startFfmpeg } from './output/ffmpeg.ts';
import { RAW_AUDIO_ARGS } from './output/loudness.ts';
import { readPlaylist } from './output/playlist.ts';
import { indexSegments } from './output/segmentIndex.ts';

/** An encoded variant of a film. */
interface Rendition {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The H.264 level, and its RFC 6381 code with the High profile. */
  readonly level: string;
  readonly codec: string;
  readonly audioRate: string;
}

const RENDITIONS: readonly [high: Rendition, middle: Rendition, low: Rendition] = [
  {
    name: '1080p',
    width: 1920,
    height: 1080,
    level: '4.0',
    codec: 'avc1.640028',
    audioRate: '96k',
  },
  {
    name: '720p',
    width: 1280,
    height: 720,
    level: '3.1',
    codec: 'avc1.64001f',
    audioRate: '56k',
  },
  {
    name: '360p',
    width: 640,
    height: 360,
    level: '3.0',
    codec: 'avc1.64001e',
    audioRate: '40k',
  },
];
const AUDIO_CODEC = 'mp4a.40.2';

/**
 * Starts the encoding of a film into all renditions at once: single-file fragmented MP4 with HLS playlists of byte
 * ranges, audio muxed in, keyframes of all renditions at the same times. The input is 8-bit RGB frames in full size.
 * @param folder receives an `.mp4` and an `.m3u8` file of each rendition
 * @param sound the path of a file of raw samples
 */
export function startEncoding(film: Film, folder: string, sound: string): Promise<Ffmpeg> {
  const { width, height } = FULL_SIZE;
  const filter =
    '[0:v]scale=out_color_matrix=bt709:out_range=tv:flags=lanczos+accurate_rnd+full_chroma_int,format=yuv420p,' +
    'split=3[1080p][large][full];[large]scale=1280:720:flags=lanczos[720p];' +
    '[full]scale=640:360:flags=lanczos[360p]';
  return startFfmpeg([
    ...[
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(film.fps),
      '-i',
      'pipe:0',
    ],
    ...[...RAW_AUDIO_ARGS, '-i', sound, '-filter_complex', filter],
    ...RENDITIONS.flatMap((rendition, i) => renditionArgs(film, folder, rendition, film.crf[i]!)),
  ]);
}

function renditionArgs(film: Film, folder: string, rendition: Rendition, quality: number): string[] {
  const keyframes = Math.round(film.segmentDuration * film.fps);
  // For dark and smooth images: aq-mode 3 spends more bits on dark areas, psy=0 adds no texture.
  const x264 = `keyint=${keyframes}:min-keyint=${keyframes}:scenecut=0:open-gop=0:aq-mode=3:bframes=6:ref=5:rc-lookahead=60:psy=0:deblock=1,1`;
  return [
    ...['-map', `[${rendition.name}]`, '-map', '1:a', '-map_metadata', '-1', '-fflags', '+bitexact'],
    ...['-c:v', 'libx264', '-preset', 'slower', '-crf', String(quality), '-profile:v', 'high'],
    ...['-level', rendition.level, '-x264-params', x264, '-flags:v', '+bitexact', '-threads:v', '2'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-c:a', 'aac', '-b:a', rendition.audioRate, '-flags:a', '+bitexact'],
    ...['-f', 'hls', '-hls_time', String(film.segmentDuration), '-hls_playlist_type', 'vod'],
    ...['-hls_flags', 'single_file', '-hls_segment_type', 'fmp4'],
    ...['-hls_segment_filename', join(folder, `${rendition.name}.mp4`)],
    join(folder, `${rendition.name}.m3u8`),
  ];
}

/** Indexes the files of the renditions, which browsers also play without the playlists, and writes `master.m3u8`. */
export async function finishRenditions(film: Film, folder: string): Promise<void> {
  for (const { name } of RENDITIONS) {
    const [playlistFile, file] = [join(folder, `${name}.m3u8`), join(folder, `${name}.mp4`)];
    const indexed = indexSegments(await readFile(playlistFile, 'utf8'), await readFile(file));
    await writeFile(playlistFile, indexed.playlist);
    await writeFile(file, indexed.bytes);
  }
  await writeMasterPlaylist(film, folder);
}

/**
 * Writes `master.m3u8`, the multivariant playlist (RFC 8216, section 4.3.4.2), from the playlists of the renditions.
 * BANDWIDTH is the peak segment bit rate, AVERAGE-BANDWIDTH the average.
 */
async function writeMasterPlaylist(film: Film, folder: string): Promise<void> {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const { name, width, height, codec } of RENDITIONS) {
    const { segments } = readPlaylist(await readFile(join(folder, `${name}.m3u8`), 'utf8'));
    const rates = segments.map((segment) => (segment.length * 8) / segment.duration);
    const duration = segments.reduce((sum, segment) => sum + segment.duration, 0);
    const average = (segments.reduce((sum, segment) => sum + segment.length, 0) * 8) / duration;
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(Math.max(...rates))},AVERAGE-BANDWIDTH=${Math.ceil(average)},` +
        `RESOLUTION=${width}x${height},CODECS="${codec},${AUDIO_CODEC}",FRAME-RATE=${film.fps.toFixed(3)}`,
      `${name}.m3u8`,
    );
  }
  await writeFile(join(folder, 'master.m3u8'), `${lines.join('\n')}\n`);
}
