import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { MediaConfig } from '../../gateway/config/config.ts';
import { createMediaEmulator } from '../../gateway/emulators/media/emulator.ts';
import type { LoggedRequest } from '../../gateway/emulators/shared/server.ts';

/** A media library for tests: an emulator over a folder that tests may write to. */
export interface TestLibrary {
  readonly config: MediaConfig;
  /** The provider calls since the last `forget`, in order. */
  requests(): Promise<LoggedRequest[]>;
  forget(): Promise<void>;
  misbehave(...faults: Record<string, unknown>[]): Promise<void>;
  /** Makes these the account's assets, and forgets requests and faults. */
  become(assets: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

export const SECRET = 'canary-token-secret';

/** English captions with markup, references, a line break, and an empty cue. */
const ENGLISH = `WEBVTT

1
00:00:00.500 --> 00:00:02.000 align:start
<v Ada>Two <i>waves</i> meet &amp;
where they agree, they rise &lt;twice&gt;.

00:00:02.000 --> 00:00:03.000
<c.sound>[a low hum]</c>

00:00:03.000 --> 00:00:03.500
<i></i>
`;
const GERMAN = 'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nZwei Wellen treffen sich.\n';

/** A ready film of four seconds, with a captions track `<id>En` and a subtitles track `<id>De`. */
export const film = (id: string, more: object = {}) => ({
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

/** A text track as Mux describes it. */
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

/** What the account holds at first: films to play, one signed, one with both policies, and two that cannot be played. */
export const ASSETS = [
  film('open'),
  film('sealed', { playback_ids: [{ id: 'sealedPlay', policy: 'signed' }] }),
  film('both', {
    playback_ids: [
      { id: 'bothHardware', policy: 'drm' },
      { id: 'bothSigned', policy: 'signed' },
      { id: 'bothPlay', policy: 'public' },
    ],
  }),
  film('coming', { status: 'preparing', duration: undefined, aspect_ratio: undefined, tracks: [] }),
  film('broken', {
    status: 'errored',
    duration: undefined,
    errors: { type: 'invalid_input', messages: ['The file is not a video.'] },
  }),
];

/** @param more how many further films the account has, named `film0`, `film1`, … */
export async function openLibrary({
  more = 0,
  rateLimit = { postPerSecond: 100, otherPerSecond: 1000 },
} = {}) {
  const seedDir = await mkdtemp(join(tmpdir(), 'trivium-media-'));
  const write = (assets: readonly object[]) =>
    writeFile(join(seedDir, 'assets.json'), JSON.stringify({ assets }));
  await write([...ASSETS, ...Array.from({ length: more }, (_, i) => film(`film${i}`))]);
  for (const id of ['open', 'sealed', 'both']) await writeFiles(join(seedDir, 'media', id), id);

  const account = { tokenId: 'canary-token-id', tokenSecret: SECRET };
  const signingKey = { id: 'test-key', privateKey: newPrivateKey() };
  const emulator = await createMediaEmulator({ seedDir, port: 0, ...account, signingKey, rateLimit });
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${emulator.url}/__emulator/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (!answer.ok) throw new Error(`expected the emulator to take ${method} ${path}, got ${answer.status}`);
    return answer.json();
  };
  const library: TestLibrary = {
    config: {
      ...account,
      signingKey,
      baseUrl: emulator.url,
      streamUrl: emulator.url,
      imageUrl: emulator.url,
    },
    requests: async () => ((await control('GET', 'requests')) as { requests: LoggedRequest[] }).requests,
    forget: async () => void (await control('DELETE', 'requests')),
    misbehave: async (...faults) => void (await control('PUT', 'faults', { faults })),
    async become(assets) {
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

/** A new RSA key as Mux gives it: a PEM, in base64. */
function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
}

async function writeFiles(folder: string, id: string): Promise<void> {
  await mkdir(join(folder, 'stills'), { recursive: true });
  await writeFile(join(folder, 'master.m3u8'), '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p.m3u8\n');
  await writeFile(join(folder, `${id}En.vtt`), ENGLISH);
  await writeFile(join(folder, `${id}De.vtt`), GERMAN);
  await writeFile(
    join(folder, 'stills.json'),
    JSON.stringify({ interval: 1, count: 4, width: 1280, height: 720 }),
  );
  const still = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#246' } });
  for (let second = 0; second < 4; second++)
    await still
      .clone()
      .avif()
      .toFile(join(folder, 'stills', `0${second}.avif`));
}
