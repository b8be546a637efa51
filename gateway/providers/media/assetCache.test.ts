import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../../../tests/support/eventually.ts';
import { ASSETS, film, openLibrary, type TestLibrary } from '../../../tests/support/mediaLibrary.ts';
import { UpstreamError } from '../../core/errors.ts';
import { type AssetCache, createAssetCache, type Freshness } from './assetCache.ts';
import { createMediaClient } from './client.ts';

let library: TestLibrary;
const open: AssetCache[] = [];

const newMirror = (freshness?: Partial<Freshness>) => {
  const mirror = createAssetCache(createMediaClient(library.config), { freshness });
  void mirror.start();
  open.push(mirror);
  return mirror;
};
const warmMirror = async (freshness?: Partial<Freshness>) => {
  const mirror = newMirror(freshness);
  await mirror.start();
  await library.forget();
  return mirror;
};
const one = (mirror: AssetCache, id: string) =>
  mirror.load([id])[0] as ReturnType<AssetCache['load']>[number];
const paths = async () => (await library.requests()).map(({ path }) => path);
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error) => (error as UpstreamError).extensions.code,
  );

beforeAll(async () => {
  library = await openLibrary({ more: 120 });
});
beforeEach(() => library.become([...ASSETS, ...Array.from({ length: 120 }, (_, i) => film(`film${i}`))]));
afterEach(() => {
  for (const mirror of open.splice(0)) mirror.close();
});
afterAll(() => library.close());

describe('a warm mirror', () => {
  test('was filled by pages of a hundred', async () => {
    const mirror = newMirror();
    await mirror.start();
    expect(await paths()).toEqual(['/video/v1/assets', '/video/v1/assets']);
    expect((await one(mirror, 'film119'))?.id).toBe('film119');
  });

  test('asks nothing, however many assets are wanted', async () => {
    const mirror = await warmMirror();
    const assets = await Promise.all(mirror.load(Array.from({ length: 120 }, (_, i) => `film${i}`)));
    expect(assets.map((asset) => asset?.id)).toEqual(Array.from({ length: 120 }, (_, i) => `film${i}`));
    expect((await mirror.loadByPlaybackId('bothPlay'))?.id).toBe('both');
    expect((await mirror.loadByPlaybackId('bothSigned'))?.id).toBe('both');
    expect(await paths()).toEqual([]);
  });

  test('asks once for one that is missing, however many ask, and remembers that there is none', async () => {
    const mirror = await warmMirror();
    const answers = await Promise.all(Array.from({ length: 20 }, () => one(mirror, 'nowhere')));
    expect(answers).toEqual(Array(20).fill(null));
    expect(await one(mirror, 'nowhere')).toBeNull();
    expect(await paths()).toEqual(['/video/v1/assets/nowhere']);
  });

  test('asks again for what was missing after a while', async () => {
    const mirror = await warmMirror({ absent: 20 });
    expect(await one(mirror, 'nowhere')).toBeNull();
    await library.become([...ASSETS, film('nowhere')]);
    await sleep(40);
    expect((await one(mirror, 'nowhere'))?.id).toBe('nowhere');
  });

  test('finds many new assets in one page of the list', async () => {
    const mirror = await warmMirror();
    const fresh = Array.from({ length: 30 }, (_, i) => film(`new${i}`, { created_at: '1900000000' }));
    await library.become([...fresh, ...ASSETS]);
    const found = await Promise.all(mirror.load(fresh.map(({ id }) => id)));
    expect(found.map((asset) => asset?.id)).toEqual(fresh.map(({ id }) => id));
    expect(await paths()).toEqual(['/video/v1/assets']);
  });

  test('finds many new assets in the pages of a reading that is under way', async () => {
    const mirror = await warmMirror({ fresh: 20, retry: 0 });
    const fresh = Array.from({ length: 30 }, (_, i) => film(`new${i}`));
    await library.become([...ASSETS, ...fresh]);
    await library.misbehave({ kind: 'latency', ms: 200 });
    await sleep(40);
    await one(mirror, 'open');
    const found = await Promise.all(mirror.load(fresh.map(({ id }) => id)));
    expect(found.map((asset) => asset?.id)).toEqual(fresh.map(({ id }) => id));
    expect(new Set(await paths())).toEqual(new Set(['/video/v1/assets']));
  });

  test('finds the asset of a playback id it has not seen', async () => {
    const mirror = await warmMirror();
    await library.become([film('late'), ...ASSETS]);
    expect((await mirror.loadByPlaybackId('latePlay'))?.id).toBe('late');
    expect(await mirror.loadByPlaybackId('noSuchPlay')).toBeNull();
    expect(await paths()).toEqual([
      '/video/v1/playback-ids/latePlay',
      '/video/v1/assets/late',
      '/video/v1/playback-ids/noSuchPlay',
    ]);
  });
});

describe('a cold mirror', () => {
  test('answers fifty assets from the pages that are coming, with no request for each', async () => {
    const mirror = newMirror();
    const ids = Array.from({ length: 50 }, (_, i) => `film${i}`);
    const found = await Promise.all(mirror.load(ids));
    expect(found.map((asset) => asset?.id)).toEqual(ids);
    expect((await paths()).filter((path) => path !== '/video/v1/assets')).toEqual([]);
  });

  test('is filled as soon as Mux answers again', async () => {
    await library.misbehave({ kind: 'status', status: 500, times: 2 });
    const mirror = newMirror({ retry: 20 });
    await mirror.start();
    expect((await one(mirror, 'film7'))?.id).toBe('film7');
  });

  test('tells the fault of Mux, and then asks again', async () => {
    await library.misbehave({ kind: 'status', status: 503, times: 2 });
    const mirror = newMirror({ retry: 60_000 });
    await sleep(100);
    expect(await codeOf(one(mirror, 'open'))).toBe('UPSTREAM_UNAVAILABLE');
    expect((await one(mirror, 'open'))?.id).toBe('open');
  });
});

describe('what grows old', () => {
  test('is answered at once and read again behind it', async () => {
    const mirror = await warmMirror({ fresh: 20, retry: 0 });
    await library.become(ASSETS.map((asset) => ({ ...asset, duration: 9 })));
    await sleep(40);
    expect((await one(mirror, 'open'))?.duration).toBe(4);
    await eventually(async () => expect((await one(mirror, 'open'))?.duration).toBe(9));
    expect(new Set(await paths())).toEqual(new Set(['/video/v1/assets']));
  });

  test('is forgotten when the whole list no longer names it', async () => {
    const mirror = await warmMirror({ fresh: 20, retry: 0 });
    await library.become(ASSETS);
    await sleep(40);
    await one(mirror, 'film3');
    await eventually(async () => expect(await one(mirror, 'film3')).toBeNull());
    expect(await paths()).toContain('/video/v1/assets/film3');
  });

  test('is read again within seconds while it is being encoded, and only when somebody asks', async () => {
    const mirror = await warmMirror({ preparing: 20, retry: 0 });
    await library.become([film('coming')]);
    await sleep(60);
    expect(await paths()).toEqual([]);
    expect((await one(mirror, 'coming'))?.status).toBe('preparing');
    await eventually(async () => expect((await one(mirror, 'coming'))?.status).toBe('ready'));
    expect(await paths()).toEqual(['/video/v1/assets/coming']);
  });

  test('is kept while Mux fails, and no longer than it may be', async () => {
    const mirror = await warmMirror({ fresh: 10, stale: 400, retry: 0 });
    await library.misbehave({ kind: 'status', status: 500 });
    await sleep(30);
    expect((await one(mirror, 'open'))?.id).toBe('open');
    await sleep(100);
    expect((await one(mirror, 'open'))?.id).toBe('open');
    await sleep(450);
    expect(await codeOf(one(mirror, 'open'))).toBe('UPSTREAM_UNAVAILABLE');
    await library.misbehave();
    expect((await one(mirror, 'open'))?.id).toBe('open');
  });
});

describe('news', () => {
  test('is known at once, by every playback id, without a request', async () => {
    const mirror = await warmMirror();
    const { playback_ids: _, ...rest } = (await one(mirror, 'open'))!;
    mirror.apply(rest.id, { ...rest, duration: 77, playback_ids: [{ id: 'renamed', policy: 'public' }] });
    expect((await one(mirror, 'open'))?.duration).toBe(77);
    expect((await mirror.loadByPlaybackId('renamed'))?.id).toBe('open');
    mirror.apply('both', null);
    expect(await one(mirror, 'both')).toBeNull();
    expect(await paths()).toEqual([]);
    // The old name is not taken for granted.
    expect((await mirror.loadByPlaybackId('openPlay'))?.duration).toBe(77);
    expect(await paths()).toEqual(['/video/v1/playback-ids/openPlay']);
  });

  test('is not undone by an answer that was on its way', async () => {
    const mirror = await warmMirror();
    await library.become([film('new', { status: 'preparing' })]);
    await library.misbehave({ kind: 'latency', ms: 500, path: '/new$' });
    const asked = one(mirror, 'new');
    // By now the question has left.
    await sleep(350);
    mirror.apply('new', { id: 'new', status: 'ready', playback_ids: [], tracks: [] });
    expect((await asked)?.status).toBe('ready');
    expect((await one(mirror, 'new'))?.status).toBe('ready');
  });
});

describe("the account's rate", () => {
  test('is never exceeded: at most four requests begin in any second', async () => {
    const strict = await openLibrary({ rateLimit: { postPerSecond: 1, otherPerSecond: 1 } });
    const mirror = createAssetCache(createMediaClient(strict.config));
    try {
      await mirror.start();
      const begun = performance.now();
      const ids = Array.from({ length: 12 }, (_, i) => `nobody${i}`);
      // One after another, so that none of it is worth a page.
      const answers = Promise.allSettled(ids.map((id) => one(mirror, id)));
      await sleep(1000);
      expect((await strict.requests()).length).toBeLessThanOrEqual(6);
      await answers;
      expect(performance.now() - begun).toBeGreaterThanOrEqual(11 * 250);
    } finally {
      mirror.close();
      await strict.close();
    }
  });

  test('when it is refused, Mux is left alone for as long as it says', async () => {
    const mirror = await warmMirror();
    const limited = { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
    await library.misbehave(limited);
    const refused = (await one(mirror, 'nobody').catch((error) => error)) as UpstreamError;
    expect(refused).toBeInstanceOf(UpstreamError);
    expect(refused.extensions).toEqual({ code: 'UPSTREAM_THROTTLED', service: 'media', retryAfter: 1 });
    await library.misbehave();
    expect(await codeOf(one(mirror, 'nobody'))).toBe('UPSTREAM_THROTTLED');
    expect((await one(mirror, 'open'))?.id).toBe('open');
    expect(await paths()).toEqual(['/video/v1/assets/nobody']);
    await sleep(1050);
    expect(await one(mirror, 'nobody')).toBeNull();
  });
});
