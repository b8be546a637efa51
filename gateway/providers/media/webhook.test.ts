import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { assetIdOfEvent, createMediaWebhook } from './webhook.ts';

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
