import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hasStateOf } from './assetEvent.ts';
import { readAsset } from './responseValidation.ts';
import { assetIdOfEvent, createMediaWebhook, readAssetEvent } from './webhook.ts';

const SECRET = 'secret';
const ASSET = 'Asset0000000000000000000000000000001';
const webhook = createMediaWebhook(SECRET);

/** Verifies a body with a valid signature. */
function verify(body: string) {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
  return webhook.verify(body, { 'mux-signature': `t=${time},v1=${signature}` }, Date.now());
}

const assetIdOf = (event: object) =>
  assetIdOfEvent({ source: 'media', headers: {}, body: JSON.stringify({ id: 'event', ...event }) });

describe('media webhook: a body that is no event gets 400', () => {
  test.each([
    'null',
    '[]',
    '"event"',
    '7',
    '{}',
    '{"id":"a"}',
    '{"type":"video.asset.ready"}',
    '{"id":"","type":"video.asset.ready"}',
    '{"id":null,"type":"video.asset.ready"}',
    '{"id":7,"type":"video.asset.ready"}',
    '{"id":["a"],"type":"video.asset.ready"}',
    '{"id":{"id":"a"},"type":"video.asset.ready"}',
    '{"id":"a","type":""}',
    '{"id":"a","type":["video.asset.ready"]}',
    JSON.stringify({ id: 'a'.repeat(256), type: 'video.asset.ready' }),
    JSON.stringify({ id: 'a', type: 'video.asset.'.padEnd(100_000, 'x') }),
  ])('%.60s', async (body) => {
    await expect(verify(body)).rejects.toMatchObject({ name: 'GraphQLError', status: 400 });
  });
});

test('media webhook: events have their own keys', async () => {
  const keys = await Promise.all(
    ['a', 'b'].map((id) => verify(JSON.stringify({ id, type: 'video.asset.ready' }))),
  );
  expect(keys.map(({ id }) => id)).toEqual(['a', 'b']);
});

describe('media webhook: the asset of an event', () => {
  test.each([
    ['of an asset', { type: 'video.asset.ready', data: { id: ASSET }, object: { type: 'asset', id: ASSET } }],
    ['of a track', { type: 'video.asset.track.ready', data: { id: 'Track1', asset_id: ASSET } }],
    ['without data', { type: 'video.asset.deleted', object: { type: 'asset', id: ASSET } }],
    ['with null as data', { type: 'video.asset.deleted', data: null, object: { type: 'asset', id: ASSET } }],
    ['with an empty asset_id', { type: 'video.asset.ready', data: { id: ASSET, asset_id: '' } }],
    ['with an asset_id that is no id', { type: 'video.asset.ready', data: { id: ASSET, asset_id: '../x' } }],
    ['with a list as asset_id', { type: 'video.asset.ready', data: { id: ASSET, asset_id: [ASSET] } }],
    [
      'with an id of its object that is no id',
      { type: 'video.asset.ready', data: { id: ASSET }, object: { type: 'asset', id: 'a.b' } },
    ],
  ])('%s', (_case, event) => {
    expect(assetIdOf(event)).toBe(ASSET);
  });

  test.each([
    ['of a live stream', { type: 'video.live_stream.active', data: { id: ASSET } }],
    ['of an upload', { type: 'video.upload.created', data: { id: ASSET, asset_id: ASSET } }],
    ['without any id', { type: 'video.asset.ready', data: {} }],
    [
      'with numbers',
      { type: 'video.asset.ready', data: { id: 7, asset_id: 8 }, object: { type: 'asset', id: 9 } },
    ],
    ['with a nested id', { type: 'video.asset.ready', data: { id: { id: ASSET } } }],
    ['with a text as data', { type: 'video.asset.ready', data: ASSET }],
    ['with a list as data', { type: 'video.asset.ready', data: [{ id: ASSET }] }],
    ['with a very long id', { type: 'video.asset.ready', data: { id: 'a'.repeat(1_000_000) } }],
    ['with an id of a path', { type: 'video.asset.ready', data: { id: '../../system' } }],
  ])('is none: %s', (_case, event) => {
    expect(assetIdOf(event)).toBeUndefined();
  });
});

describe('media webhook: the state of an event', () => {
  const track = (name: string, status = 'ready') => ({ id: 'Track1', type: 'text', name, status });
  const file = { id: 'File1', name: '720p.mp4', height: 720, status: 'ready' };
  const READY = { status: 'ready', playback_ids: [{ id: 'Play1', policy: 'public' }] };
  const asset = (raw: object | null) => raw && readAsset({ id: ASSET, ...raw });
  const partOf = (data: object) => ({ data: { ...data, asset_id: ASSET } });
  const whole = (type: string, data: unknown) => ({ type: `video.asset.${type}`, data });
  const part = (type: string, data: object) => ({ type: `video.asset.${type}`, ...partOf(data) });
  const hasState = (event: object, raw: object | null) => {
    const body = JSON.stringify({ id: 'event', object: { type: 'asset', id: ASSET }, ...event });
    return hasStateOf([readAssetEvent({ source: 'media', headers: {}, body }, ASSET)], asset(raw));
  };

  test.each<[string, object, object | null, object | null]>([
    ['a new asset', whole('created', { status: 'preparing' }), null, { status: 'preparing' }],
    ['a ready asset', whole('ready', READY), { ...READY, status: 'preparing' }, READY],
    [
      'an asset with an error',
      whole('errored', { status: 'errored' }),
      { status: 'preparing' },
      { status: 'errored' },
    ],
    ['an ended live stream', whole('live_stream_completed', READY), { ...READY, is_live: true }, READY],
    ['new playback ids', whole('updated', READY), { status: 'ready' }, READY],
    [
      'another policy',
      whole('updated', READY),
      { ...READY, playback_ids: [{ id: 'Play1', policy: 'signed' }] },
      READY,
    ],
    [
      'a renamed track',
      whole('updated', { ...READY, tracks: [track('New')] }),
      { ...READY, tracks: [track('Old')] },
      { ...READY, tracks: [track('New')] },
    ],
    ['a deleted asset', whole('deleted', READY), READY, null],
    ['a deleted asset without data', whole('deleted', null), READY, null],
    [
      'a new track',
      part('track.created', track('A', 'preparing')),
      READY,
      { ...READY, tracks: [track('A')] },
    ],
    [
      'a ready track',
      part('track.ready', track('A')),
      { ...READY, tracks: [track('A', 'preparing')] },
      { ...READY, tracks: [track('A')] },
    ],
    [
      'a deleted track',
      part('track.deleted', track('A', 'deleted')),
      { ...READY, tracks: [track('A')] },
      READY,
    ],
    [
      'a ready file',
      part('static_rendition.ready', file),
      { ...READY, static_renditions: { files: [{ ...file, status: 'preparing' }] } },
      { ...READY, static_renditions: { files: [file] } },
    ],
    [
      'a deleted file',
      part('static_rendition.deleted', { ...file, status: 'deleted' }),
      { ...READY, static_renditions: { files: [file] } },
      READY,
    ],
  ])('%s', (_case, event, before, after) => {
    expect([hasState(event, before), hasState(event, after)]).toEqual([false, true]);
  });

  test.each<[string, object, object | null]>([
    ['a later stage', whole('created', { status: 'preparing' }), { status: 'ready' }],
    ['a track that was deleted later', whole('ready', { ...READY, tracks: [track('A')] }), READY],
    ['a part of an asset that was deleted later', part('track.ready', track('A')), null],
    [
      'a file of sound in preparation',
      part('static_rendition.created', { ...file, status: 'preparing' }),
      READY,
    ],
    ['a track of sound', part('track.ready', { id: 'Track2', type: 'audio', status: 'ready' }), READY],
    ['deleted files of an older kind', whole('static_renditions.deleted', READY), READY],
    ['a text as data', whole('ready', 'text'), null],
  ])('is not waited for: %s', (_case, event, raw) => {
    expect(hasState(event, raw)).toBe(true);
  });
});
