import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { MediaConfig } from '../../gateway/config/config.ts';
import { createMediaEmulator } from '../../gateway/emulators/media/emulator.ts';
import { type ControlMethod, callControl } from '../../gateway/emulators/shared/control.ts';
import type { LoggedRequest } from '../../gateway/emulators/shared/server.ts';

/** A media emulator whose seed folder belongs to the test. */
export interface MediaLibrary {
  readonly config: MediaConfig;
  /** Returns the requests since the last `clearRequests`, in order. */
  requests(): Promise<LoggedRequest[]>;
  clearRequests(): Promise<void>;
  setFaults(...faults: Record<string, unknown>[]): Promise<void>;
  /** Replaces all assets of the account, and clears requests and faults. */
  replaceAssets(assets: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

export const TOKEN_SECRET = 'canary-token-secret';

/** English captions with markup, references, a line break, and an empty cue. */
const ENGLISH_CAPTIONS = `WEBVTT

1
00:00:00.500 --> 00:00:02.000 align:start
<v Ada>Two <i>waves</i> meet &amp;
where they agree, they rise &lt;twice&gt;.

00:00:02.000 --> 00:00:03.000
<c.sound>[a low hum]</c>

00:00:03.000 --> 00:00:03.500
<i></i>
`;
const GERMAN_CAPTIONS = 'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nZwei Wellen treffen sich.\n';

/** Returns a ready asset of four seconds with a captions track `<id>En` and a subtitles track `<id>De`. */
export const filmAsset = (id: string, more: object = {}) => ({
  id,
  created_at: '1700000000',
  status: 'ready',
  progress: { state: 'completed', progress: 100 },
  max_resolution_tier: '1080p',
  encoding_tier: 'baseline',
  video_quality: 'basic',
  master_access: 'none',
  duration: 4,
  aspect_ratio: '16:9',
  playback_ids: [{ id: `${id}Play`, policy: 'public' }],
  tracks: [
    { id: `${id}Video`, type: 'video', max_width: 1280, max_height: 720, duration: 4 },
    textTrack(`${id}De`, 'de', { name: 'Deutsch' }),
    textTrack(`${id}En`, 'en-GB', { closed_captions: true }),
    textTrack(`${id}Fr`, 'fr', { status: 'preparing' }),
  ],
  ...more,
});

/** Returns a text track of an asset. */
const textTrack = (id: string, language: string, more: object = {}) => ({
  id,
  type: 'text',
  text_type: 'subtitles',
  text_source: 'uploaded',
  language_code: language,
  status: 'ready',
  closed_captions: false,
  ...more,
});

/** Static renditions in two sizes, and those that are no MP4 file to play: one that is preparing, and the sound alone. */
const MP4_FILES = {
  files: [
    { name: '360p.mp4', resolution: '360p', status: 'ready', width: 640, height: 360 },
    { name: '720p.mp4', resolution: '720p', status: 'ready', width: 1280, height: 720 },
    { name: '1080p.mp4', resolution: '1080p', status: 'preparing', width: 1920, height: 1080 },
    { name: 'audio.m4a', resolution: 'audio-only', status: 'ready' },
  ],
};

/** An asset of sound without pictures. */
export const soundAsset = (id: string, more: object = {}) =>
  filmAsset(id, {
    resolution_tier: 'audio-only',
    aspect_ratio: undefined,
    tracks: [{ id: `${id}Audio`, type: 'audio', max_channels: 2, duration: 4 }],
    ...more,
  });

/** The assets at the start: public, signed and DRM playback, one that is preparing and one with an error. */
export const SEEDED_ASSETS = [
  filmAsset('open', { static_renditions: MP4_FILES }),
  filmAsset('sealed', {
    playback_ids: [{ id: 'sealedPlay', policy: 'signed' }],
    static_renditions: MP4_FILES,
  }),
  filmAsset('both', {
    playback_ids: [
      { id: 'bothPlay', policy: 'public' },
      { id: 'bothSigned', policy: 'signed' },
    ],
  }),
  filmAsset('guarded', {
    playback_ids: [
      { id: 'guardedPlay', policy: 'public' },
      { id: 'guardedSigned', policy: 'signed' },
      { id: 'guardedHardware', policy: 'drm' },
    ],
  }),
  filmAsset('coming', { status: 'preparing', duration: undefined, aspect_ratio: undefined, tracks: [] }),
  filmAsset('broken', {
    status: 'errored',
    duration: undefined,
    errors: { type: 'invalid_input', messages: ['The file is not a video.'] },
  }),
];

/** @param filmCount number of films besides `SEEDED_ASSETS`, with the ids `film0`, `film1`, … */
export async function startMediaLibrary({
  filmCount = 0,
  rateLimit = { postPerSecond: 100, otherPerSecond: 1000 },
} = {}) {
  const seedDir = await mkdtemp(join(tmpdir(), 'trivium-media-'));
  const write = (assets: readonly object[]) =>
    writeFile(join(seedDir, 'mux-assets.json'), JSON.stringify({ assets }));
  await write([...SEEDED_ASSETS, ...Array.from({ length: filmCount }, (_, i) => filmAsset(`film${i}`))]);
  for (const id of ['open', 'sealed', 'both']) await writeFiles(join(seedDir, 'media', id), id);

  const account = { tokenId: 'canary-token-id', tokenSecret: TOKEN_SECRET };
  const signingKey = { id: 'test-key', privateKey: newPrivateKey() };
  const emulator = await createMediaEmulator({ seedDir, port: 0, ...account, signingKey, rateLimit });
  const control = (method: ControlMethod, name: string, body?: unknown) =>
    callControl(emulator.url, method, name, body);
  const library: MediaLibrary = {
    config: {
      ...account,
      signingKey,
      signedUrlMarginSeconds: 600,
      baseUrl: emulator.url,
      streamUrl: emulator.url,
      imageUrl: emulator.url,
      timeoutMs: 10_000,
    },
    requests: async () => (await control('GET', 'requests')).requests,
    clearRequests: async () => void (await control('DELETE', 'requests')),
    setFaults: async (...faults) => void (await control('PUT', 'faults', { faults })),
    async replaceAssets(assets) {
      await write(assets);
      await control('POST', 'reset');
    },
    async close() {
      await emulator.close();
      await rm(seedDir, { recursive: true });
    },
  };
  return library;
}

/** Generates an RSA key in the format of Mux: a PEM in base64. */
function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
}

async function writeFiles(folder: string, id: string): Promise<void> {
  await mkdir(join(folder, 'stills'), { recursive: true });
  await writeFile(join(folder, 'master.m3u8'), '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p.m3u8\n');
  for (const name of ['360p.mp4', '720p.mp4']) await writeFile(join(folder, name), name);
  await writeFile(join(folder, `${id}En.vtt`), ENGLISH_CAPTIONS);
  await writeFile(join(folder, `${id}De.vtt`), GERMAN_CAPTIONS);
  await writeFile(
    join(folder, 'stills.json'),
    JSON.stringify({ interval: 1, count: 4, width: 1280, height: 720 }),
  );
  const still = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#246' } })
    .avif({ effort: 0 })
    .toBuffer();
  for (let second = 0; second < 4; second++)
    await writeFile(join(folder, 'stills', `0${second}.avif`), still);
}
