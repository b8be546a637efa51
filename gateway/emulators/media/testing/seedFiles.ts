import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Asset, PlaybackId, Track } from '../assets/asset.ts';

/** Ids and properties of the seeded assets. */
export const SEED = {
  ready: 'ReadyAsset00000000000000000000000000000000001',
  preparing: 'PreparingAsset000000000000000000000000000002',
  errored: 'ErroredAsset00000000000000000000000000000003',
  publicId: 'PublicPlayback000000000000000000000000000004',
  signedId: 'SignedPlayback000000000000000000000000000005',
  preparingId: 'PreparingPlayback0000000000000000000000000006',
  erroredId: 'ErroredPlayback00000000000000000000000000007',
  english: 'EnglishTrack00000000000000000000000000000008',
  german: 'GermanTrack000000000000000000000000000000009',
  /** Seconds. */
  duration: 8,
  /** The byte at offset `i` of `720p.mp4` is `i % 251`. */
  bytes: 5000,
  /** Each still has one colour: red increases with the second, green decreases. */
  colourAt: (second: number) => ({ r: 20 + second * 25, g: 220 - second * 25, b: 60 }),
  /** Start of the pre-rendered preview in seconds, and its frames per second. */
  preview: { start: 3, fps: 12, frames: 24 },
} as const;

/**
 * Writes a small seed: one ready asset with a public and a signed playback id and two text tracks, one
 * preparing asset, one errored asset, and `more` further ready assets without media, for pagination.
 */
export async function writeSeedFiles(seedDir: string, { more = 0 } = {}): Promise<void> {
  const folder = join(seedDir, 'media', SEED.ready);
  await mkdir(join(folder, 'stills'), { recursive: true });
  const extra = Array.from({ length: more }, (_, i) =>
    asset(`MoreAsset${String(i).padStart(4, '0')}`, { created_at: String(1_700_000_000 + i) }),
  );
  await writeFile(join(seedDir, 'mux-assets.json'), JSON.stringify({ assets: [...ASSETS, ...extra] }));
  for (const [name, text] of Object.entries(TEXTS)) await writeFile(join(folder, name), text);
  const media = Buffer.from(Array.from({ length: SEED.bytes }, (_, i) => i % 251));
  await writeFile(join(folder, '720p.mp4'), media);
  await writeFile(join(folder, '360p.mp4'), media.subarray(0, SEED.bytes / 2));
  for (let second = 0; second < SEED.duration; second++)
    await sharp({ create: { width: 640, height: 360, channels: 3, background: SEED.colourAt(second) } })
      .avif({ lossless: true, effort: 0 })
      .toFile(join(folder, 'stills', `${String(second).padStart(2, '0')}.avif`));
  await writePreview(join(folder, 'animated.webp'));
}

/** Writes frames of increasing blue. No still is blue, so a test can distinguish the source of a frame. */
async function writePreview(path: string): Promise<void> {
  const [width, height] = [480, 270];
  const frames = Array.from({ length: SEED.preview.frames }, (_, i) => {
    const frame = Buffer.alloc(width * height * 3);
    for (let at = 2; at < frame.length; at += 3) frame[at] = 100 + i * 6;
    return frame;
  });
  await sharp(Buffer.concat(frames), {
    raw: { width, height: height * frames.length, channels: 3, pageHeight: height },
  })
    .webp({ lossless: true, delay: frames.map(() => 83) })
    .toFile(path);
}

function asset(id: string, rest: Partial<Asset>): Asset {
  return {
    id,
    created_at: '1700000000',
    status: 'ready',
    progress: { state: 'completed', progress: 100 },
    max_resolution_tier: '1080p',
    encoding_tier: 'baseline',
    video_quality: 'basic',
    master_access: 'none',
    ...rest,
  };
}

function subtitles(id: string, code: string, name: string, closed: boolean): Track {
  return {
    id,
    type: 'text',
    text_type: 'subtitles',
    text_source: 'uploaded',
    language_code: code,
    name,
    closed_captions: closed,
    status: 'ready',
  };
}

const IDS: PlaybackId[] = [
  { id: SEED.publicId, policy: 'public' },
  { id: SEED.signedId, policy: 'signed' },
];

const ASSETS: Asset[] = [
  asset(SEED.ready, {
    created_at: '1790000000',
    duration: SEED.duration,
    aspect_ratio: '16:9',
    resolution_tier: '720p',
    max_stored_resolution: 'HD',
    max_stored_frame_rate: 24,
    passthrough: 'fixture',
    meta: { title: 'A fixture', external_id: 'fixture-1' },
    playback_ids: IDS,
    tracks: [
      {
        id: 'VideoTrack',
        type: 'video',
        max_width: 1280,
        max_height: 720,
        max_frame_rate: 24,
        duration: SEED.duration,
      },
      { id: 'AudioTrack', type: 'audio', max_channels: 2, duration: SEED.duration, primary: true },
      subtitles(SEED.english, 'en', 'English', true),
      subtitles(SEED.german, 'de', 'Deutsch', false),
    ],
  }),
  asset(SEED.preparing, {
    created_at: '1790000001',
    status: 'preparing',
    progress: { state: 'ingesting', progress: 0 },
    playback_ids: [{ id: SEED.preparingId, policy: 'public' }],
  }),
  asset(SEED.errored, {
    created_at: '1790000002',
    status: 'errored',
    progress: { state: 'errored', progress: -1 },
    playback_ids: [{ id: SEED.erroredId, policy: 'public' }],
    errors: { type: 'invalid_input', messages: ['The file is not a video.'] },
  }),
];

function rendition(name: string, bytes: number): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${name}.mp4",BYTERANGE="500@0"`,
    '#EXTINF:4,',
    `#EXT-X-BYTERANGE:${bytes / 2 - 500}@500`,
    `${name}.mp4`,
    '#EXTINF:4,',
    `#EXT-X-BYTERANGE:${bytes / 2}@${bytes / 2}`,
    `${name}.mp4`,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

const TEXTS: Record<string, string> = {
  'master.m3u8': [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.640015,mp4a.40.2"',
    '360p.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=2400000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"',
    '720p.m3u8',
    '',
  ].join('\n'),
  '720p.m3u8': rendition('720p', SEED.bytes),
  '360p.m3u8': rendition('360p', SEED.bytes / 2),
  'stills.json': JSON.stringify({
    interval: 1,
    count: SEED.duration,
    width: 640,
    height: 360,
    animated: { start: SEED.preview.start, fps: SEED.preview.fps, width: 480 },
  }),
  [`${SEED.english}.vtt`]:
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nA <i>wave</i> &amp; its\necho\n\n00:00:02.500 --> 00:00:05.000\nmeet.\n',
  [`${SEED.german}.vtt`]: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nEine Welle\n',
};
