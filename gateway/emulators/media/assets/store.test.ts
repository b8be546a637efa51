import { expect, test } from '@jest/globals';
import { newAsset } from './asset.ts';
import type { AssetEvent } from './mediaEvent.ts';
import { MediaStore } from './store.ts';

const input = { url: 'https://media.invalid/a.mp4' };
const request = { inputs: [input], playback_policies: ['public' as const] };

function observedStore() {
  const store = new MediaStore();
  const events: AssetEvent[] = [];
  const stop = store.subscribe((event) => events.push(event as AssetEvent));
  return { store, events, stop };
}

test('media emulator store: notifies subscribers of every change after it is made, named like the webhook events', () => {
  const { store, events } = observedStore();
  const asset = newAsset(request, { now: 1_790_000_000_000, ingestType: 'on_demand_url' });
  const seen: (string | undefined)[] = [];
  store.subscribe((event) => seen.push(store.asset((event as AssetEvent).asset.id)?.status));
  store.create(asset, [input]);
  store.putTrack(asset.id, { id: 'track', type: 'text', status: 'preparing' });
  store.putTrack(asset.id, { id: 'track', type: 'text', status: 'ready' });
  store.putTrack(asset.id, { id: 'track', type: 'text', status: 'ready', name: 'Other' });
  store.update(asset.id, { passthrough: 'x' });
  store.markErrored(asset.id, { type: 'download_failed', messages: [] });
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

test('media emulator store: unsubscribing ends notifications, and loading the seed notifies nobody', () => {
  const { store, events, stop } = observedStore();
  store.load([newAsset(request, { now: 0, ingestType: 'on_demand_url' })]);
  stop();
  store.create(newAsset(request, { now: 0, ingestType: 'on_demand_url' }), [input]);
  expect(events).toEqual([]);
});

test('media emulator store: a scheduled action does not run after a reset', async () => {
  const { store } = observedStore();
  let hasRun = false;
  store.schedule(10, () => {
    hasRun = true;
  });
  store.load([]);
  await new Promise<void>((done) => store.schedule(10, done));
  expect(hasRun).toBe(false);
});

test('media emulator store: finds an asset by playback id until the playback id is removed', () => {
  const { store } = observedStore();
  const asset = newAsset(request, { now: 0, ingestType: 'on_demand_url' });
  const [id] = (asset.playback_ids ?? []).map((p) => p.id) as [string];
  store.create(asset, [input]);
  expect(store.playback(id)).toMatchObject({ policy: 'public', asset: { id: asset.id } });
  store.update(asset.id, { playback_ids: undefined });
  expect(store.playback(id)).toBeUndefined();
});
