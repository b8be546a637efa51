import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AuthenticationError, NotFoundError, RateLimitError } from '@mux/mux-node';
import { within } from '../../../../tests/support/within.ts';
import { BURST_SECONDS, MUX_RATE_LIMITS } from '../api/rateLimit.ts';
import { SEED } from '../testing/seedFiles.ts';
import { startEmulator, type TestEmulator } from '../testing/startEmulator.ts';

const MORE = 23;
let emulator: TestEmulator;

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error) => error,
  );

describe('media emulator with the Mux SDK', () => {
  beforeAll(async () => {
    emulator = await startEmulator({ more: MORE, delays: { ingestMs: 200 } });
  });
  afterAll(() => emulator.close());
  beforeEach(async () => {
    await emulator.control('POST', 'reset');
  });

  test('changes are read later than their events arrive with a lag', async () => {
    const readLagMs = 600_000;
    expect(await emulator.control('PUT', 'assets', { readLagMs })).toEqual({ readLagMs });
    const { assets } = emulator.mux.video;
    const titleOf = async () => (await assets.retrieve(SEED.ready)).meta?.title;
    const before = await titleOf();
    await assets.update(SEED.ready, { meta: { title: 'Later' } });
    await assets.delete(SEED.errored);
    expect(await titleOf()).toBe(before);
    const listed = async () => (await assets.list({ limit: 1 })).data[0]?.id;
    expect([await listed(), (await assets.retrieve(SEED.errored)).id]).toEqual([SEED.errored, SEED.errored]);
    await emulator.control('PUT', 'assets', { readLagMs: 0 });
    expect(await titleOf()).toBe('Later');
    expect(await listed()).not.toBe(SEED.errored);
    expect(await caught(assets.retrieve(SEED.errored))).toBeInstanceOf(NotFoundError);
    await expect(emulator.control('PUT', 'assets', { readLagMs: -1 })).rejects.toThrow(
      /readLagMs: expected a number/,
    );
  });

  test('pagination returns every asset once, newest first', async () => {
    const ids: string[] = [];
    for await (const asset of emulator.mux.video.assets.list({ limit: 7 })) ids.push(asset.id);
    expect(ids).toHaveLength(MORE + 3);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.slice(0, 4)).toEqual([SEED.errored, SEED.preparing, SEED.ready, `MoreAsset00${MORE - 1}`]);
  });

  test('pagination neither repeats nor skips an asset when the last asset of a page is deleted', async () => {
    const first = await emulator.mux.video.assets.list({ limit: 5 });
    const edge = first.data.at(-1)?.id as string;
    await emulator.mux.video.assets.delete(edge);
    const second = await first.getNextPage();
    expect(second.data.map(({ id }) => id)).toEqual([20, 19, 18, 17, 16].map((n) => `MoreAsset00${n}`));
  });

  test('the default page size is 25', async () => {
    const page = await emulator.mux.video.assets.list();
    expect(page.data).toHaveLength(25);
    expect(page.hasNextPage()).toBe(true);
  });

  test("a wrong secret gets AuthenticationError with Mux's message", async () => {
    const error = await caught(emulator.client({ tokenSecret: 'no' }).video.assets.list());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.error).toEqual({ error: { type: 'unauthorized', messages: ['Unauthorized request'] } });
  });

  test('an unknown asset gets NotFoundError', async () => {
    const error = await caught(emulator.mux.video.assets.retrieve('nothing'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.error.error.type).toBe('not_found');
  });

  test('validation errors name the fields', async () => {
    const error = await caught(
      emulator.mux.video.assets.create({
        inputs: [{ url: 'file:///etc/passwd' }],
        playback_policies: ['public'],
      }),
    );
    expect(error.status).toBe(400);
    expect(error.error.error.messages[0]).toMatch(/^inputs\.0\.url is not a url/);
  });

  test('the older names input and playback_policy are accepted, also with single values', async () => {
    const body = { input: 'https://media.invalid/a.mp4', playback_policy: 'signed' };
    const asset = await emulator.mux.video.assets.create(body as never);
    expect(asset.playback_ids?.map(({ policy }) => policy)).toEqual(['signed']);
  });

  test('an asset from a network URL is preparing and then errored', async () => {
    const { id } = await emulator.mux.video.assets.create({
      inputs: [{ url: 'https://media.invalid/a.mp4' }],
    });
    expect((await emulator.mux.video.assets.retrieve(id)).status).toBe('preparing');
    await within(10_000, async () =>
      expect(await emulator.mux.video.assets.retrieve(id)).toMatchObject({
        status: 'errored',
        errors: { type: 'download_failed' },
      }),
    );
  });

  test('reset restores the seed and cancels pending work', async () => {
    const { id } = await emulator.mux.video.assets.create({
      inputs: [{ url: 'https://media.invalid/a.mp4' }],
    });
    await emulator.mux.video.assets.update(SEED.ready, { passthrough: 'changed' });
    await emulator.control('POST', 'reset');
    await caught(emulator.mux.video.assets.retrieve(id));
    expect((await emulator.mux.video.assets.retrieve(SEED.ready)).passthrough).toBe('fixture');
  });

  test('a change of meta keeps other fields', async () => {
    const asset = await emulator.mux.video.assets.update(SEED.ready, { meta: { title: 'New' } });
    expect(asset.meta).toEqual({ title: 'New', external_id: 'fixture-1' });
  });

  test('a text track that cannot be downloaded is errored and not played', async () => {
    const track = await emulator.mux.video.assets.createTrack(SEED.ready, {
      url: 'https://media.invalid/fr.vtt',
      type: 'text',
      language_code: 'fr',
    });
    expect(track).toMatchObject({ status: 'preparing', name: 'French', text_source: 'uploaded' });
    await within(10_000, async () => {
      const { tracks } = await emulator.mux.video.assets.retrieve(SEED.ready);
      expect(tracks?.find(({ id }) => id === track.id)?.status).toBe('errored');
    });
    expect(await (await emulator.fetch(`/${SEED.publicId}.m3u8`)).text()).not.toContain(track.id);
  });

  test('a deleted text track is removed from the manifest and gets 404', async () => {
    await emulator.mux.video.assets.deleteTrack(SEED.ready, SEED.german);
    expect(await (await emulator.fetch(`/${SEED.publicId}.m3u8`)).text()).not.toContain('Deutsch');
    expect((await emulator.fetch(`/${SEED.publicId}/text/${SEED.german}.vtt`)).status).toBe(404);
  });

  test('two text tracks of one asset cannot share a name', async () => {
    const error = await caught(
      emulator.mux.video.assets.createTrack(SEED.ready, {
        url: 'https://media.invalid/en.vtt',
        type: 'text',
        language_code: 'en',
      }),
    );
    expect(error.error.error.messages[0]).toContain('"English"');
  });

  test('a static rendition of an available resolution can be downloaded, other resolutions are skipped', async () => {
    const create = (resolution: '720p' | '480p') =>
      emulator.mux.video.assets.createStaticRendition(SEED.ready, { resolution });
    await create('720p');
    await create('480p');
    expect((await emulator.fetch(`/${SEED.publicId}/720p.mp4`)).status).toBe(404);
    const files = await within(10_000, async () => {
      const asset = await emulator.mux.video.assets.retrieve(SEED.ready);
      expect(asset.static_renditions?.files?.map(({ name, status }) => [name, status])).toEqual([
        ['720p.mp4', 'ready'],
        ['480p.mp4', 'skipped'],
      ]);
      return asset.static_renditions?.files;
    });
    expect(files?.[0]).toMatchObject({ filesize: String(SEED.bytes), height: 720, width: 1280 });
    const download = await emulator.fetch(`/${SEED.publicId}/720p.mp4?download=film`);
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="film.mp4"');
    expect((await download.arrayBuffer()).byteLength).toBe(SEED.bytes);
    expect((await emulator.fetch(`/${SEED.publicId}/480p.mp4`)).status).toBe(404);
  });

  test('the management API does not allow CORS', async () => {
    const init = { method: 'OPTIONS', headers: { origin: 'https://page.invalid' } };
    const preflight = await emulator.fetch('/video/v1/assets', {
      ...init,
      headers: { ...init.headers, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('media emulator: rate limit', () => {
  let limited: TestEmulator;
  beforeAll(async () => {
    limited = await startEmulator({ rateLimit: MUX_RATE_LIMITS });
  });
  afterAll(() => limited.close());
  beforeEach(async () => {
    await limited.control('POST', 'reset');
  });

  test("allows a burst, then responds with 429 in Mux's format, and recovers", async () => {
    const burst = MUX_RATE_LIMITS.otherPerSecond * BURST_SECONDS;
    const responses = await Promise.allSettled(
      Array.from({ length: burst + 10 }, () => limited.mux.video.assets.retrieve(SEED.ready)),
    );
    const rejected = responses.flatMap((a) => (a.status === 'rejected' ? [a.reason] : []));
    // Tokens are refilled during the burst, so some of the ten may pass.
    expect(rejected.length).toBeGreaterThanOrEqual(5);
    expect(rejected[0]).toBeInstanceOf(RateLimitError);
    expect(rejected[0].error).toEqual({ errors: ['Too many requests, retry later.'] });
    await within(2_000, () => limited.mux.video.assets.retrieve(SEED.ready));
  });

  test('limits POST separately from other methods', async () => {
    const create = () =>
      limited.mux.video.assets.create({ inputs: [{ url: 'https://media.invalid/a.mp4' }] });
    const createUpload = () => limited.mux.video.uploads.create({ cors_origin: '*' });
    for (let i = 0; i < MUX_RATE_LIMITS.postPerSecond * BURST_SECONDS; i++) await create();
    // Tokens are refilled while the machine stalls.
    for (const post of [create, createUpload])
      await within(500, async () => expect(await caught(post())).toBeInstanceOf(RateLimitError));
    await limited.mux.video.uploads.list();
  });

  test('ignores unauthenticated requests and playback', async () => {
    const unauthenticated = limited.client({ tokenSecret: 'no' });
    const tries = Array.from({ length: 60 }, () => caught(unauthenticated.video.assets.list()));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
    await limited.mux.video.assets.retrieve(SEED.ready);
    const plays = Array.from({ length: 60 }, () => limited.fetch(`/${SEED.publicId}.m3u8`));
    expect(new Set((await Promise.all(plays)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
