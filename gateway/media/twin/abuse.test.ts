import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FIXTURE } from './fixture/seed.ts';
import { type FixtureTwin, startFixtureTwin } from './fixture/twin.ts';

let twin: FixtureTwin;
beforeAll(async () => {
  twin = await startFixtureTwin();
});
afterAll(() => twin.close());

const pid = FIXTURE.publicId;
const signed = FIXTURE.signedId;

/** Sends a path as it stands: fetch would tidy `..` away. */
function raw(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(twin.url);
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

describe('paths that lead elsewhere', () => {
  test.each([
    `/${pid}/rendition/../../assets.json`,
    `/${pid}/rendition/..%2f..%2fassets.json`,
    `/${pid}/rendition/%2e%2e%2f%2e%2e%2fassets.json`,
    `/${pid}/rendition/..%5c..%5cassets.json`,
    `/${pid}/rendition/stills.json`,
    `/${pid}/rendition/stills%2f00.avif`,
    `/${pid}/rendition/master.m3u8`,
    `/${pid}/rendition/720p.mp4%00.m3u8`,
    `/${pid}/text/..%2fmaster.vtt`,
    `/${pid}/text/${FIXTURE.english}.vtt%00.txt`,
    `/${pid}/..%2f..%2f720p.mp4`,
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/__proto__.m3u8',
    '/constructor/thumbnail.jpg',
  ])('%s finds nothing', async (path) => {
    const { status, body } = await raw(path);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(body).error.type).toMatch(/not_found|invalid_parameters/);
    expect(body).not.toContain(twin.url);
  });

  test('an asset id of a signed film opens nothing', async () => {
    expect((await raw(`/${FIXTURE.ready}.m3u8`)).status).toBe(404);
    expect((await raw(`/${FIXTURE.ready}/rendition/720p.mp4`)).status).toBe(404);
  });
});

test('a ready asset without files is not found, and no fault of the twin', async () => {
  const bare = await startFixtureTwin({ more: 1 });
  const id = (await bare.mux.video.assets.createPlaybackId('MoreAsset0000', { policy: 'public' })).id;
  for (const path of [`/${id}.m3u8`, `/${id}/thumbnail.jpg`, `/${id}/animated.gif`, `/${id}/storyboard.vtt`])
    expect((await bare.fetch(path)).status).toBe(404);
  await bare.close();
});

describe('ranges that are none', () => {
  test.each(['bytes=abc', 'bytes=5-2', 'lines=0-1', `bytes=${'0-1,'.repeat(500)}0-1`])(
    '%s is answered with the whole or refused, never with an error of the twin',
    async (range) => {
      const { status } = await raw(`/${pid}/rendition/720p.mp4`, { range });
      expect([200, 206, 416]).toContain(status);
    },
  );
});

describe('pictures that would take the machine', () => {
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
  ])('%s is refused', async (rest) => {
    const answer = await twin.fetch(`/${pid}/${rest}`);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.type).toBe('invalid_parameters');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('an extreme shape is drawn and not refused', async () => {
    const answer = await twin.fetch(`/${pid}/thumbnail.png?width=1&height=4096&fit_mode=stretch`);
    expect(answer.status).toBe(200);
  });
});

describe('tokens that are none', () => {
  const sign = (options: object = {}) => twin.mux.jwt.signPlaybackId(signed, options) as Promise<string>;
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
  ])('%s is refused', async (query) => {
    expect((await play(query)).status).toBe(403);
  });

  test('two tokens are refused, though both are good', async () => {
    const token = await sign();
    expect((await play(`?token=${token}&token=${token}`)).status).toBe(400);
  });

  test('a good token opens, so the refusals above are for their reasons', async () => {
    expect((await play(`?token=${await sign()}`)).status).toBe(200);
  });

  test('a signature opens its own path until its own end and nothing else', async () => {
    const { body } = await play(`?token=${await sign({ expiration: '5m' })}`);
    const [path, query] = (/^\S+rendition\/720p\.m3u8\S+$/m.exec(body) as RegExpExecArray)[0].split('?');
    expect((await raw(`/${path}?${query}`)).status).toBe(200);
    const other = (path as string).replace('720p', '360p');
    expect((await raw(`/${other}?${query}`)).status).toBe(403);
    const later = (query as string).replace(/expires=\d+/, 'expires=9999999999');
    expect((await raw(`/${path}?${later}`)).status).toBe(403);
    expect((await raw(`/${signed}/thumbnail.jpg?${query}`)).status).toBe(403);
  });

  test('what a signed playlist names ends with the token', async () => {
    const { body } = await play(`?token=${await sign({ expiration: '1s' })}`);
    const uri = (/^\S+rendition\/720p\.m3u8\S+$/m.exec(body) as RegExpExecArray)[0];
    expect((await raw(`/${uri}`)).status).toBe(200);
    await new Promise((done) => setTimeout(done, 1500));
    expect((await raw(`/${uri}`)).status).toBe(403);
  });

  test('a rendition left out by the token cannot be had by guessing its name', async () => {
    const token = await sign({ params: { max_resolution: '360p' } });
    const { body } = await play(`?token=${token}`);
    const [, query] = (/^\S+rendition\/360p\.m3u8\S+$/m.exec(body) as RegExpExecArray)[0].split('?');
    expect((await raw(`/${signed}/rendition/720p.m3u8?${query}`)).status).toBe(403);
  });

  test('claims that are no options change nothing', async () => {
    const params = { __proto__: 'x', constructor: 'y', status: 'z', width: '10' };
    expect((await play(`?token=${await sign({ params })}`)).status).toBe(200);
  });
});

describe('bodies that are none', () => {
  const auth = {
    authorization: `Basic ${btoa('fixture:fixture-secret')}`,
    'content-type': 'application/json',
  };
  const post = (body: string) => twin.fetch('/video/v1/assets', { method: 'POST', headers: auth, body });

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
  ])('%.60s is refused', async (body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.type).toBe('invalid_parameters');
  });

  test('a body beyond the limit is refused', async () => {
    expect((await post(JSON.stringify({ passthrough: 'x'.repeat(2_000_000) }))).status).toBe(413);
  });

  test('a cursor that no list gave is refused', async () => {
    for (const cursor of ['x', '%00', btoa('{"a":1}')]) {
      const { status } = await twin.fetch(`/video/v1/assets?cursor=${cursor}`, { headers: auth });
      expect(status).toBe(400);
    }
  });
});
