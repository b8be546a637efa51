import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { resized, silent, soundOnly, transportStream } from '../testing/remuxedFiles.ts';
import { SAMPLE_FILE, startEmulator, type TestEmulator } from '../testing/startEmulator.ts';
import { createUploadClient, type UploadClient } from '../testing/uploadFile.ts';

let emulator: TestEmulator;
let uploadClient: UploadClient;
let sample: Buffer;
beforeAll(async () => {
  sample = await readFile(SAMPLE_FILE);
  emulator = await startEmulator({ delays: { ingestMs: 60, uploadSecondMs: 1 } });
  uploadClient = createUploadClient(emulator);
});
afterAll(() => emulator.close());

describe('media emulator: the resolution tier of an asset', () => {
  const upload = async (width: number, height: number, tier?: '1080p' | '1440p' | '2160p') => {
    const file = await resized(width, height);
    const asset = await uploadClient.upload(file, {
      new_asset_settings: {
        playback_policies: ['public'],
        ...(tier && { max_resolution_tier: tier }),
        static_renditions: [{ resolution: 'highest' }, { resolution: '2160p' }],
      },
    });
    const { max_width, max_height } = asset.tracks?.find(({ type }) => type === 'video') ?? {};
    return { asset, size: `${max_width}x${max_height}` };
  };

  test.each([
    [3840, 2160, undefined, '1920x1080', '1080p', 'FHD'],
    [2160, 3840, undefined, '1080x1920', '1080p', 'FHD'],
    [2880, 2160, '1080p', '1440x1080', '1080p', 'FHD'],
    [3840, 2160, '1440p', '2560x1440', '1440p', 'UHD'],
    [3840, 2160, '2160p', '3840x2160', '2160p', 'UHD'],
    [1920, 1080, undefined, '1920x1080', '1080p', 'FHD'],
    [1280, 720, '2160p', '1280x720', '720p', 'HD'],
  ] as const)(
    'of %i×%i with the tier %s is %s',
    async (width, height, tier, size, resolution_tier, stored) => {
      const uploaded = await upload(width, height, tier);
      expect(uploaded.size).toBe(size);
      expect(uploaded.asset).toMatchObject({
        status: 'ready',
        max_resolution_tier: tier ?? '1080p',
        resolution_tier,
        max_stored_resolution: stored,
      });
      const manifest = await (await emulator.fetch(`/${uploaded.asset.playback_ids?.[0]?.id}.m3u8`)).text();
      expect(manifest).toContain(`RESOLUTION=${size}`);
    },
  );

  test('limits static renditions', async () => {
    const { asset } = await upload(3840, 2160);
    const { static_renditions } = await uploadClient.waitUntil(
      asset.id,
      (a) => !JSON.stringify(a.static_renditions).includes('preparing'),
    );
    expect(static_renditions?.files).toMatchObject([
      { name: 'highest.mp4', status: 'ready', width: 1920, height: 1080 },
      { name: '2160p.mp4', status: 'skipped' },
    ]);
  });
});

test('media emulator: a transport stream lasts from its first picture to its end', async () => {
  for (const start of [0, 1.4, 3600]) {
    const asset = await uploadClient.upload(await transportStream(start));
    expect([start, asset.status]).toEqual([start, 'ready']);
    expect(asset.duration).toBeCloseTo(4, 1);
    for (const { duration } of asset.tracks ?? []) expect(duration).toBeCloseTo(4, 0);
    const media = await emulator.fetch(`/${asset.playback_ids?.[0]?.id}/rendition/180p.m3u8`);
    const lengths = [...(await media.text()).matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) =>
      Number(length),
    );
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(4, 1);
  }
});

describe('media emulator: sound', () => {
  const withSound = async (file: Buffer) => {
    const { id } = await uploadClient.upload(file, {
      new_asset_settings: {
        playback_policies: ['public'],
        static_renditions: [{ resolution: 'audio-only' }, { resolution: 'highest' }],
      },
    });
    return uploadClient.waitUntil(id, (a) => !JSON.stringify(a.static_renditions).includes('preparing'));
  };

  test('alone is delivered as a file, without a video', async () => {
    const { playback_ids, static_renditions, ...asset } = await withSound(await soundOnly());
    expect(asset).toMatchObject({ status: 'ready', resolution_tier: 'audio-only' });
    expect(static_renditions?.files).toMatchObject([
      { name: 'audio.m4a', ext: 'm4a', status: 'ready', resolution_tier: 'audio-only' },
      { name: 'highest.mp4', status: 'skipped' },
    ]);
    const file = await emulator.fetch(`/${playback_ids?.[0]?.id}/audio.m4a`);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^audio\//);
    const [rendition] = static_renditions?.files ?? [];
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(String(bytes.length)).toBe(rendition?.filesize);
    const copy = await uploadClient.upload(bytes);
    expect([copy.duration, copy.tracks?.map(({ type }) => type)]).toEqual([asset.duration, ['audio']]);
  });

  test('of a video is delivered as a file', async () => {
    const { playback_ids, static_renditions } = await withSound(sample);
    expect(static_renditions?.files?.map(({ status }) => status)).toEqual(['ready', 'ready']);
    const file = await emulator.fetch(`/${playback_ids?.[0]?.id}/audio.m4a?download=Film`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="Film.m4a"');
    const copy = await uploadClient.upload(Buffer.from(await file.arrayBuffer()));
    expect(copy.tracks?.map(({ type }) => type)).toEqual(['audio']);
  });

  test('of a silent video is skipped', async () => {
    const { playback_ids, static_renditions } = await withSound(await silent());
    expect(static_renditions?.files?.map(({ status }) => status)).toEqual(['skipped', 'ready']);
    expect((await emulator.fetch(`/${playback_ids?.[0]?.id}/audio.m4a`)).status).toBe(404);
  });

  test('has no pictures', async () => {
    const { playback_ids } = await uploadClient.upload(await soundOnly());
    for (const path of [
      'thumbnail.jpg',
      'thumbnail.png?time=1',
      'animated.gif',
      'storyboard.jpg',
      'storyboard.vtt',
    ])
      expect([path, (await emulator.fetch(`/${playback_ids?.[0]?.id}/${path}`)).status]).toEqual([path, 404]);
  });
});
