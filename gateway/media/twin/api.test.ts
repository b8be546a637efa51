import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AuthenticationError, NotFoundError, RateLimitError } from '@mux/mux-node';
import { FIXTURE } from './fixture/seed.ts';
import { type FixtureTwin, startFixtureTwin } from './fixture/twin.ts';
import { PACE } from './pace.ts';
import { BURST_SECONDS, MUX_RATE_LIMITS } from './rateLimit.ts';

const MORE = 23;
let twin: FixtureTwin;

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error) => error,
  );
const ingested = () => new Promise((done) => setTimeout(done, PACE.ingest + 200));

describe('through the SDK', () => {
  beforeAll(async () => {
    twin = await startFixtureTwin({ more: MORE });
  });
  afterAll(() => twin.close());
  beforeEach(async () => {
    await twin.fetch('/__twin/reset', { method: 'POST' });
  });

  test('the list walks every asset once, newest first', async () => {
    const ids: string[] = [];
    for await (const asset of twin.mux.video.assets.list({ limit: 7 })) ids.push(asset.id);
    expect(ids).toHaveLength(MORE + 3);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.slice(0, 4)).toEqual([
      FIXTURE.errored,
      FIXTURE.preparing,
      FIXTURE.ready,
      `MoreAsset00${MORE - 1}`,
    ]);
  });

  test('a walk neither repeats nor loses a neighbour when the asset at its edge is deleted', async () => {
    const first = await twin.mux.video.assets.list({ limit: 5 });
    const edge = first.data.at(-1)?.id as string;
    await twin.mux.video.assets.delete(edge);
    const second = await first.getNextPage();
    expect(second.data.map(({ id }) => id)).toEqual([20, 19, 18, 17, 16].map((n) => `MoreAsset00${n}`));
  });

  test('a page of 25 is what a client gets that asks for none', async () => {
    const page = await twin.mux.video.assets.list();
    expect(page.data).toHaveLength(25);
    expect(page.hasNextPage()).toBe(true);
  });

  test('a wrong secret is an AuthenticationError with the provider’s words', async () => {
    const error = await caught(twin.client({ tokenSecret: 'no' }).video.assets.list());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.error).toEqual({ error: { type: 'unauthorized', messages: ['Unauthorized request'] } });
  });

  test('an unknown asset is a NotFoundError', async () => {
    const error = await caught(twin.mux.video.assets.retrieve('nothing'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.error.error.type).toBe('not_found');
  });

  test('several faults of one body are told by name', async () => {
    const error = await caught(
      twin.mux.video.assets.create({
        inputs: [{ url: 'file:///etc/passwd' }],
        playback_policies: ['public'],
      }),
    );
    expect(error.status).toBe(400);
    expect(error.error.error.messages[0]).toMatch(/^inputs\.0\.url is not a url/);
  });

  test('the older names input and playback_policy are understood, single values too', async () => {
    const body = { input: 'https://media.invalid/a.mp4', playback_policy: 'signed' };
    const asset = await twin.mux.video.assets.create(body as never);
    expect(asset.playback_ids?.map(({ policy }) => policy)).toEqual(['signed']);
  });

  test('an asset from a url is preparing and then errored, since nothing is fetched', async () => {
    const { id } = await twin.mux.video.assets.create({ inputs: [{ url: 'https://media.invalid/a.mp4' }] });
    expect((await twin.mux.video.assets.retrieve(id)).status).toBe('preparing');
    await ingested();
    const asset = await twin.mux.video.assets.retrieve(id);
    expect(asset.status).toBe('errored');
    expect(asset.errors?.type).toBe('download_failed');
  });

  test('a reset brings the seed back and forgets what was under way', async () => {
    const { id } = await twin.mux.video.assets.create({ inputs: [{ url: 'https://media.invalid/a.mp4' }] });
    await twin.mux.video.assets.update(FIXTURE.ready, { passthrough: 'changed' });
    await twin.fetch('/__twin/reset', { method: 'POST' });
    await caught(twin.mux.video.assets.retrieve(id));
    expect((await twin.mux.video.assets.retrieve(FIXTURE.ready)).passthrough).toBe('fixture');
  });

  test('a change of meta keeps the fields it does not name', async () => {
    const asset = await twin.mux.video.assets.update(FIXTURE.ready, { meta: { title: 'New' } });
    expect(asset.meta).toEqual({ title: 'New', external_id: 'fixture-1' });
  });

  test('a text track that cannot be fetched ends as errored and is not played', async () => {
    const track = await twin.mux.video.assets.createTrack(FIXTURE.ready, {
      url: 'https://media.invalid/fr.vtt',
      type: 'text',
      language_code: 'fr',
    });
    expect(track).toMatchObject({ status: 'preparing', name: 'French', text_source: 'uploaded' });
    await ingested();
    const { tracks } = await twin.mux.video.assets.retrieve(FIXTURE.ready);
    expect(tracks?.find(({ id }) => id === track.id)?.status).toBe('errored');
    expect(await (await twin.fetch(`/${FIXTURE.publicId}.m3u8`)).text()).not.toContain(track.id);
  });

  test('a deleted text track leaves the manifest and its address', async () => {
    await twin.mux.video.assets.deleteTrack(FIXTURE.ready, FIXTURE.german);
    expect(await (await twin.fetch(`/${FIXTURE.publicId}.m3u8`)).text()).not.toContain('Deutsch');
    expect((await twin.fetch(`/${FIXTURE.publicId}/text/${FIXTURE.german}.vtt`)).status).toBe(404);
  });

  test('two text tracks of one asset never share a name', async () => {
    const error = await caught(
      twin.mux.video.assets.createTrack(FIXTURE.ready, {
        url: 'https://media.invalid/en.vtt',
        type: 'text',
        language_code: 'en',
      }),
    );
    expect(error.error.error.messages[0]).toContain('"English"');
  });

  test('a static rendition of an encoded resolution becomes a file to download, another is skipped', async () => {
    const create = (resolution: '720p' | '480p') =>
      twin.mux.video.assets.createStaticRendition(FIXTURE.ready, { resolution });
    await create('720p');
    await create('480p');
    expect((await twin.fetch(`/${FIXTURE.publicId}/720p.mp4`)).status).toBe(404);
    await ingested();
    const files = (await twin.mux.video.assets.retrieve(FIXTURE.ready)).static_renditions?.files;
    expect(files?.map(({ name, status }) => [name, status])).toEqual([
      ['720p.mp4', 'ready'],
      ['480p.mp4', 'skipped'],
    ]);
    expect(files?.[0]).toMatchObject({ filesize: String(FIXTURE.bytes), height: 720, width: 1280 });
    const download = await twin.fetch(`/${FIXTURE.publicId}/720p.mp4?download=film`);
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="film.mp4"');
    expect((await download.arrayBuffer()).byteLength).toBe(FIXTURE.bytes);
    expect((await twin.fetch(`/${FIXTURE.publicId}/480p.mp4`)).status).toBe(404);
  });

  test('the management API answers no page of another origin', async () => {
    const init = { method: 'OPTIONS', headers: { origin: 'https://page.invalid' } };
    const preflight = await twin.fetch('/video/v1/assets', {
      ...init,
      headers: { ...init.headers, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe("the account's rate limit", () => {
  let hurried: FixtureTwin;
  beforeAll(async () => {
    hurried = await startFixtureTwin({ rateLimit: MUX_RATE_LIMITS });
  });
  afterAll(() => hurried.close());
  beforeEach(async () => {
    await hurried.fetch('/__twin/reset', { method: 'POST' });
  });

  test('lets a short burst pass, then answers 429 in the provider’s own shape, and recovers', async () => {
    const burst = MUX_RATE_LIMITS.otherPerSecond * BURST_SECONDS;
    const answers = await Promise.allSettled(
      Array.from({ length: burst + 10 }, () => hurried.mux.video.assets.retrieve(FIXTURE.ready)),
    );
    const refused = answers.flatMap((a) => (a.status === 'rejected' ? [a.reason] : []));
    // Tokens drip in while the burst is under way, so a few of the ten may pass.
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused[0]).toBeInstanceOf(RateLimitError);
    expect(refused[0].error).toEqual({ errors: ['Too many requests, retry later.'] });
    await new Promise((done) => setTimeout(done, 400));
    await hurried.mux.video.assets.retrieve(FIXTURE.ready);
  });

  test('counts POST apart from the other verbs', async () => {
    const create = () =>
      hurried.mux.video.assets.create({ inputs: [{ url: 'https://media.invalid/a.mp4' }] });
    for (let i = 0; i < MUX_RATE_LIMITS.postPerSecond * BURST_SECONDS; i++) await create();
    expect(await caught(create())).toBeInstanceOf(RateLimitError);
    expect(await caught(hurried.mux.video.uploads.create({ cors_origin: '*' }))).toBeInstanceOf(
      RateLimitError,
    );
    await hurried.mux.video.uploads.list();
  });

  test('is not used up by strangers, and playback has none', async () => {
    const stranger = hurried.client({ tokenSecret: 'no' });
    const tries = Array.from({ length: 60 }, () => caught(stranger.video.assets.list()));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
    await hurried.mux.video.assets.retrieve(FIXTURE.ready);
    const plays = Array.from({ length: 60 }, () => hurried.fetch(`/${FIXTURE.publicId}.m3u8`));
    expect(new Set((await Promise.all(plays)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
