import { expect, test } from '@jest/globals';
import { newAsset } from './asset.ts';
import { type AssetEvent, MediaStore } from './store.ts';

const input = { url: 'https://media.invalid/a.mp4' };
const wanted = { inputs: [input], playback_policies: ['public' as const] };

function watched() {
  const store = new MediaStore();
  const events: AssetEvent[] = [];
  const stop = store.subscribe((event) => events.push(event as AssetEvent));
  return { store, events, stop };
}

test('subscribers hear of every change, after it is made, under the names of the webhooks', () => {
  const { store, events } = watched();
  const asset = newAsset(wanted, 1_790_000_000_000);
  const seen: (string | undefined)[] = [];
  store.subscribe((event) => seen.push(store.asset((event as AssetEvent).asset.id)?.status));
  store.create(asset, [input]);
  store.putTrack(asset.id, { id: 'track', type: 'text', status: 'preparing' });
  store.putTrack(asset.id, { id: 'track', type: 'text', status: 'ready' });
  store.putTrack(asset.id, { id: 'track', type: 'text', status: 'ready', name: 'Other' });
  store.update(asset.id, { passthrough: 'x' });
  store.fail(asset.id, { type: 'download_failed', messages: [] });
  store.delete(asset.id);
  expect(events.map(({ type }) => type)).toEqual([
    'video.asset.created',
    'video.asset.track.created',
    'video.asset.track.ready',
    'video.asset.updated',
    'video.asset.updated',
    'video.asset.errored',
    'video.asset.deleted',
  ]);
  expect(events.at(1)?.part?.id).toBe('track');
  expect(seen.slice(-2)).toEqual(['errored', undefined]);
});

test('a subscription ends when it is told to, and loading the seed is no news', () => {
  const { store, events, stop } = watched();
  store.load([newAsset(wanted, 0)]);
  stop();
  store.create(newAsset(wanted, 0), [input]);
  expect(events).toEqual([]);
});

test('what is put off does not happen after a reset', async () => {
  const { store } = watched();
  let happened = false;
  store.later(10, () => {
    happened = true;
  });
  store.load([]);
  await new Promise((done) => setTimeout(done, 30));
  expect(happened).toBe(false);
});

test('a playback id leads to its asset as long as both are there', () => {
  const { store } = watched();
  const asset = newAsset(wanted, 0);
  const [id] = (asset.playback_ids ?? []).map((p) => p.id) as [string];
  store.create(asset, [input]);
  expect(store.playback(id)).toMatchObject({ policy: 'public', asset: { id: asset.id } });
  store.update(asset.id, { playback_ids: undefined });
  expect(store.playback(id)).toBeUndefined();
});
