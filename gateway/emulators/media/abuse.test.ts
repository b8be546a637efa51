import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { within } from '../../../tests/support/within.ts';
import { CONTROL_HEADERS } from '../shared/control.ts';
import { UNCONVERTIBLE_VALUES, wronglyAnswered } from '../shared/testing/unconvertibleValues.ts';
import { SEED } from './testing/seedFiles.ts';
import { startEmulator, type TestEmulator } from './testing/startEmulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ webhooks: { secret: 'secret' } });
});
afterAll(() => emulator.close());

const pid = SEED.publicId;
const signed = SEED.signedId;

/** Sends the path unchanged; fetch would normalize `..`. */
function raw(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(emulator.url);
    request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('latin1') }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('media emulator abuse: path traversal', () => {
  test.each([
    `/${pid}/rendition/../../mux-assets.json`,
    `/${pid}/rendition/..%2f..%2fmux-assets.json`,
    `/${pid}/rendition/%2e%2e%2f%2e%2e%2fmux-assets.json`,
    `/${pid}/rendition/..%5c..%5cmux-assets.json`,
    `/${pid}/rendition/stills.json`,
    `/${pid}/rendition/stills%2f00.avif`,
    `/${pid}/rendition/master.m3u8`,
    `/${pid}/rendition/720p.mp4%00.m3u8`,
    `/${pid}/text/..%2fmaster.vtt`,
    `/${pid}/text/${SEED.english}.vtt%00.txt`,
    `/${pid}/..%2f..%2f720p.mp4`,
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/__proto__.m3u8',
    '/constructor/thumbnail.jpg',
  ])('%s is not found', async (path) => {
    const { status, body } = await raw(path);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(body).error.type).toMatch(/not_found|invalid_parameters/);
    expect(body).not.toContain(emulator.url);
  });

  test('the id of an asset is not a playback id', async () => {
    expect((await raw(`/${SEED.ready}.m3u8`)).status).toBe(404);
    expect((await raw(`/${SEED.ready}/rendition/720p.mp4`)).status).toBe(404);
  });
});

test('media emulator: a ready asset without files gets 404', async () => {
  const bare = await startEmulator({ more: 1 });
  const id = (await bare.mux.video.assets.createPlaybackId('MoreAsset0000', { policy: 'public' })).id;
  for (const path of [`/${id}.m3u8`, `/${id}/thumbnail.jpg`, `/${id}/animated.gif`, `/${id}/storyboard.vtt`])
    expect((await bare.fetch(path)).status).toBe(404);
  await bare.close();
});

describe('media emulator abuse: invalid ranges', () => {
  test.each(['bytes=abc', 'bytes=5-2', 'lines=0-1', `bytes=${'0-1,'.repeat(500)}0-1`])(
    '%s gets the whole file or 416',
    async (range) => {
      const { status } = await raw(`/${pid}/rendition/720p.mp4`, { range });
      expect([200, 206, 416]).toContain(status);
    },
  );
});

describe('media emulator abuse: expensive images', () => {
  test.each([
    'thumbnail.jpg?width=100000',
    'thumbnail.jpg?width=4097&height=4097',
    'thumbnail.jpg?width=1e309',
    'thumbnail.jpg?width=0x10&width=20',
    'thumbnail.jpg?width=',
    'thumbnail.jpg?time=NaN',
    'thumbnail.jpg?height=1.5',
    'thumbnail.jpg?flip_h=yes',
    'animated.gif?start=0&end=1000000',
    'animated.gif?fps=100000',
    'animated.gif?fps=0',
    'animated.webp?start=100',
    'animated.webp?width=640&height=641',
    'storyboard.jpg?width=100000',
    'storyboard.vtt?format=../../x',
  ])('%s is rejected', async (rest) => {
    const response = await emulator.fetch(`/${pid}/${rest}`);
    expect(response.status).toBe(400);
    expect((await response.json()).error.type).toBe('invalid_parameters');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('an extreme aspect ratio is drawn', async () => {
    const response = await emulator.fetch(`/${pid}/thumbnail.png?width=1&height=4096&fit_mode=stretch`);
    expect(response.status).toBe(200);
  });
});

describe('media emulator abuse: invalid playback tokens', () => {
  const sign = (options: object = {}) => emulator.mux.jwt.signPlaybackId(signed, options) as Promise<string>;
  const play = (query: string) => raw(`/${signed}.m3u8${query}`);

  test.each([
    '?token=',
    '?token=..',
    '?token=a.b.c',
    `?token=${'x'.repeat(20_000)}`,
    '?token=null&signature=null',
    '?signature=x&expires=9999999999',
    '?signature=&expires=',
    '?expires=9999999999',
  ])('%s is rejected', async (query) => {
    expect((await play(query)).status).toBe(403);
  });

  test('two valid tokens are rejected', async () => {
    const token = await sign();
    expect((await play(`?token=${token}&token=${token}`)).status).toBe(400);
  });

  test('a valid token is accepted', async () => {
    expect((await play(`?token=${await sign()}`)).status).toBe(200);
  });

  test('a URI signature is valid for its own path and expiry only', async () => {
    const { body } = await play(`?token=${await sign({ expiration: '5m' })}`);
    const [path, query] = (/^\S+rendition\/720p\.m3u8\S+$/m.exec(body) as RegExpExecArray)[0].split('?');
    expect((await raw(`/${path}?${query}`)).status).toBe(200);
    const other = (path as string).replace('720p', '360p');
    expect((await raw(`/${other}?${query}`)).status).toBe(403);
    const later = (query as string).replace(/expires=\d+/, 'expires=9999999999');
    expect((await raw(`/${path}?${later}`)).status).toBe(403);
    expect((await raw(`/${signed}/thumbnail.jpg?${query}`)).status).toBe(403);
  });

  test('signed URIs of a playlist expire with the token', async () => {
    const { body } = await play(`?token=${await sign({ expiration: '2s' })}`);
    const uri = (/^\S+rendition\/720p\.m3u8\S+$/m.exec(body) as RegExpExecArray)[0];
    expect((await raw(`/${uri}`)).status).toBe(200);
    await within(10_000, async () => expect((await raw(`/${uri}`)).status).toBe(403));
  });

  test('a rendition excluded by the token cannot be requested by name', async () => {
    const token = await sign({ params: { max_resolution: '360p' } });
    const { body } = await play(`?token=${token}`);
    const [, query] = (/^\S+rendition\/360p\.m3u8\S+$/m.exec(body) as RegExpExecArray)[0].split('?');
    expect((await raw(`/${signed}/rendition/720p.m3u8?${query}`)).status).toBe(403);
  });

  test('claims that are not options have no effect', async () => {
    const params = { __proto__: 'x', constructor: 'y', status: 'z', width: '10' };
    expect((await play(`?token=${await sign({ params })}`)).status).toBe(200);
  });
});

describe('media emulator abuse: invalid bodies', () => {
  const auth = {
    authorization: `Basic ${btoa('fixture:fixture-secret')}`,
    'content-type': 'application/json',
  };
  const post = (body: string) => emulator.fetch('/video/v1/assets', { method: 'POST', headers: auth, body });

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{"inputs": [null]}',
    '{"inputs": [{"url": 5}]}',
    '{"inputs": {"__proto__": {"url": "https://a.invalid"}}}',
    `{"inputs": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
    JSON.stringify({ inputs: [{ url: 'https://a.invalid' }], meta: { title: 'x'.repeat(513) } }),
  ])('%.60s is rejected', async (body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await response.json()).error.type).toBe('invalid_parameters');
  });

  test('a body over the limit is rejected', async () => {
    expect((await post(JSON.stringify({ passthrough: 'x'.repeat(2_000_000) }))).status).toBe(413);
  });

  test('an unknown cursor is rejected', async () => {
    for (const cursor of ['x', '%00', btoa('{"a":1}')]) {
      const { status } = await emulator.fetch(`/video/v1/assets?cursor=${cursor}`, { headers: auth });
      expect(status).toBe(400);
    }
  });
});

describe('media emulator abuse: values that are neither texts nor numbers get 4xx', () => {
  const headers = {
    ...CONTROL_HEADERS,
    authorization: `Basic ${btoa('fixture:fixture-secret')}`,
    'content-type': 'application/json',
  };
  const asset = {
    inputs: [{ url: 'https://a.invalid/', name: 'n', type: 'video' }],
    playback_policies: ['public'],
    passthrough: 'x',
    meta: { title: 'x' },
    video_quality: 'basic',
    static_renditions: [{ resolution: 'highest' }],
  };
  const anyObject = /\.(meta|new_asset_settings|user_agent)$|\.new_asset_settings\.inputs\.0$/;

  test.each<['POST' | 'PATCH' | 'PUT', string, object]>([
    ['POST', '/video/v1/assets', asset],
    [
      'PATCH',
      `/video/v1/assets/${SEED.ready}`,
      { passthrough: 'x', meta: { title: 'x' }, thumbnail_time: 0 },
    ],
    ['POST', `/video/v1/assets/${SEED.ready}/playback-ids`, { policy: 'public' }],
    [
      'POST',
      `/video/v1/assets/${SEED.ready}/tracks`,
      { url: 'https://a.invalid/', type: 'text', language_code: 'en', name: 'q' },
    ],
    ['POST', `/video/v1/assets/${SEED.ready}/static-renditions`, { resolution: 'highest', passthrough: 'x' }],
    [
      'POST',
      '/video/v1/uploads',
      { cors_origin: '*', timeout: 100, new_asset_settings: { passthrough: 'x' } },
    ],
    ['POST', '/system/v1/webhooks', { address: 'http://127.0.0.1:9/' }],
    ['PUT', '/__emulator/webhooks', { endpoints: [{ url: 'http://127.0.0.1:9/' }] }],
    ['PUT', '/__emulator/assets', { readLagMs: 0 }],
    [
      'PUT',
      '/__emulator/faults',
      { faults: [{ kind: 'latency', method: 'X', ms: 1, times: 1, probability: 1 }] },
    ],
  ])('%s %s', async (method, path, body) => {
    const send = async (one: unknown) =>
      (await emulator.fetch(path, { method, headers, body: JSON.stringify(one) })).status;
    expect(await wronglyAnswered(send, body, anyObject)).toEqual([]);
    expect((await emulator.fetch('/video/v1/assets?limit=1', { headers })).status).toBe(200);
  });

  test('cursors', async () => {
    const send = async (state: unknown) => {
      const cursor = Buffer.from(JSON.stringify(state)).toString('base64url');
      return (await emulator.fetch(`/video/v1/assets?cursor=${cursor}`, { headers })).status;
    };
    expect(await send(['1', 'x'])).toBe(200);
    expect(await wronglyAnswered(send, ['1', 'x'])).toEqual([]);
  });

  test('claims of playback tokens', async () => {
    for (const value of UNCONVERTIBLE_VALUES) {
      const params = { playback_restriction_id: value, asset_start_time: value } as never;
      const token = await emulator.mux.jwt.signPlaybackId(signed, { params });
      const { status, body } = await raw(`/${signed}.m3u8?token=${token}`);
      expect({ status, body }).toEqual({
        status: 403,
        body: expect.stringContaining('playback_restriction_id'),
      });
    }
  });
});
