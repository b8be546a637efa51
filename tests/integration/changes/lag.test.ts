import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Mux from '@mux/mux-node';
import { deliverContentWebhook } from '../../support/contentWebhook.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

/** The content service returns changes later than their events arrive. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { CACHE_TTL: '600' } });
  await stack.connectWebhooks();
  await within(500, async () => expect((await stack.control('content', 'GET', 'streams')).live).toBe(1));
});
afterAll(() => stack.close());

/** Makes the media library return changes later than their events arrive. */
const mediaLag = (readLagMs: number) => stack.control('media', 'PUT', 'assets', { readLagMs });
/** Delivers the next event of the media library after the one that follows. */
const reorderNextEvent = () =>
  stack.control('media', 'PUT', 'webhooks', { faults: [{ kind: 'reorder', times: 1 }] });
const videoOf = async (slug: string) =>
  (
    await stack.query(
      'query($slug: String!) { film(by: { slug: $slug }) { video { assetId status tracks { language label } playback { policy } } } }',
      { slug },
    )
  ).data.film.video;

/** The gateway reads at once, after some 600 ms, and after 1,200 ms. */
const LAG_MS = 700;
const MEDIA_LAG_MS = 700;

/** Does not wait until queries see the change. */
const SOON = { visibility: 'async' } as const;

const lag = (queryLagMs: number) => stack.control('content', 'PUT', 'streams', { queryLagMs });
const titleOf = async (slug: string) =>
  (await stack.query('query($slug: String!) { film(by: { slug: $slug }) { title } }', { slug })).data.film
    ?.title;

/** Reads a value again and again until it is the expected one: long before a cached value expires. */
const untilEqual = (read: () => Promise<unknown>, expected: unknown) =>
  within(10_000, async () => expect(await read()).toEqual(expected));

describe.each([0, LAG_MS])('freshness: with a source that lags by %d ms', (queryLagMs) => {
  beforeAll(() => lag(queryLagMs));
  afterAll(() => lag(0));

  test('responses have the new state seconds after the source, and keep it', async () => {
    await titleOf('lorenz');
    const title = `Wings after ${queryLagMs}`;
    await stack.clearRequests();
    await stack.editor.patch('film-lorenz').set({ title }).commit(SOON);
    const read = () => titleOf('lorenz');
    await untilEqual(read, title);
    for (let i = 0; i < 20; i += 1) {
      expect(await read()).toBe(title);
      await sleep(10);
    }
    const queries = (await stack.requests()).content.filter(({ path }) => path.includes('/data/query'));
    expect(queries.length).toBeLessThan(30);
  });

  test('created and deleted documents appear and disappear', async () => {
    const slug = `brief-${queryLagMs}`;
    const film = { _id: `film-${slug}`, _type: 'film', title: 'Brief', slug: { current: slug }, credits: [] };
    expect(await titleOf(slug)).toBeUndefined();
    await stack.editor.create(film, SOON);
    await untilEqual(() => titleOf(slug), film.title);
    await stack.editor.delete(film._id, SOON);
    await untilEqual(() => titleOf(slug), undefined);
  });
});

describe('freshness: a delivery without a revision', () => {
  test('holds results until the source returns another version', async () => {
    await lag(LAG_MS);
    try {
      const film = {
        _id: 'film-quiet',
        _type: 'film',
        title: 'Old',
        slug: { current: 'quiet' },
        credits: [],
      };
      await stack.editor.create(film, SOON);
      await untilEqual(() => titleOf('quiet'), 'Old');
      await stack.editor.patch('film-quiet').set({ title: 'New' }).commit(SOON);
      await deliverContentWebhook(stack.url, JSON.stringify({ _id: 'film-quiet', _type: 'film' }));
      await untilEqual(() => titleOf('quiet'), 'New');
    } finally {
      await lag(0);
    }
  });
});

test('freshness: a response that may be outdated tells caches to keep it for two seconds', async () => {
  await lag(LAG_MS);
  let isChanged = false;
  const stopListening = stack.changes.listen(({ documents }) => {
    isChanged ||= documents.some(({ id }) => id === 'film-lorenz');
  });
  try {
    await stack.editor.patch('film-lorenz').set({ title: 'Held wings' }).commit(SOON);
    await within(500, () => expect(isChanged).toBe(true));
    const url = `${stack.url}/graphql?query=${encodeURIComponent('query Held { film(by: { slug: "lorenz" }) { title } }')}`;
    const lifetimes: number[] = [];
    await within(10_000, async () => {
      const response = await fetch(url);
      const { data } = (await response.json()) as { data: { film: { title: string } } };
      if (data.film.title !== 'Held wings')
        lifetimes.push(Number(/s-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0));
      expect(data.film.title).toBe('Held wings');
    });
    expect(lifetimes).not.toEqual([]);
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(2);
  } finally {
    stopListening();
    await lag(0);
  }
});

describe('freshness: with a media library that lags', () => {
  let mux: Mux;
  beforeAll(async () => {
    const { tokenId, tokenSecret, baseUrl } = stack.config.media;
    mux = new Mux({ tokenId, tokenSecret, ...(baseUrl && { baseURL: baseUrl }) });
    await mediaLag(MEDIA_LAG_MS);
  });
  afterAll(() => mediaLag(0));

  /** Returns the asset of a film, after its response is cached. */
  const assetOf = async (slug: string) => mux.video.assets.retrieve((await videoOf(slug)).assetId);
  const trackOf = ({ tracks = [] }: Mux.Video.Asset) =>
    tracks.find(({ type }) => type === 'text')?.id as string;
  const rename = (asset: Mux.Video.Asset, name: string) =>
    mux.patch(`/video/v1/assets/${asset.id}/tracks/${trackOf(asset)}`, { body: { name } });
  const firstLabelOf = async (slug: string) => (await videoOf(slug)).tracks[0].label;
  const expectKept = async (read: () => Promise<unknown>, expected: unknown) => {
    for (let i = 0; i < 20; i += 1) {
      expect(await read()).toEqual(expected);
      await sleep(10);
    }
  };

  test('a deleted track disappears, with few requests', async () => {
    const asset = await assetOf('life');
    await stack.clearRequests();
    await mux.video.assets.deleteTrack(asset.id, trackOf(asset));
    const languages = async () =>
      (await videoOf('life')).tracks.map(({ language }: { language: string }) => language);
    await untilEqual(languages, ['de']);
    await expectKept(languages, ['de']);
    const reads = (await stack.requests()).media.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeLessThan(10);
  });

  test('a renamed track has its new name, whatever the order of two events', async () => {
    const asset = await assetOf('boids');
    await reorderNextEvent();
    await rename(asset, 'First');
    await rename(asset, 'Second');
    await untilEqual(() => firstLabelOf('boids'), 'Second');
    await expectKept(() => firstLabelOf('boids'), 'Second');
  });

  test('a removed playback id is no longer returned', async () => {
    const { id, playback_ids: ids = [] } = await assetOf('clifford');
    await mux.video.assets.deletePlaybackId(id, ids[0]?.id as string);
    await untilEqual(async () => (await videoOf('clifford')).playback, null);
  });

  test.each([
    ['epicycles', 'alone'],
    ['lissajous', 'before an earlier event'],
  ])('the deleted asset of %s disappears: its event arrives %s', async (slug, order) => {
    const asset = await assetOf(slug);
    if (order !== 'alone') {
      await reorderNextEvent();
      await rename(asset, 'Last');
    }
    await mux.video.assets.delete(asset.id);
    await untilEqual(() => videoOf(slug), null);
    await expectKept(() => videoOf(slug), null);
  });
});
