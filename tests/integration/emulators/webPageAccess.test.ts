import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEmulator as startContentEmulator } from '../../../gateway/emulators/content/testing/startEmulator.ts';
import { startEmulator as startMediaEmulator } from '../../../gateway/emulators/media/testing/startEmulator.ts';
import { createSearchEmulator } from '../../../gateway/emulators/search/emulator.ts';
import { CONTROL_HEADERS } from '../../../gateway/emulators/shared/control.ts';
import type { Emulator } from '../../../gateway/emulators/shared/server.ts';

const ALLOWED_ORIGIN = 'https://app.example';
const FOREIGN_ORIGIN = 'https://foreign.example';
const QUERY = '/v2025-02-19/data/query/test?query=*';

let content: Emulator;
let uploads: Awaited<ReturnType<typeof startContentEmulator>>;
let media: Emulator;
let search: Emulator;
let close: () => Promise<unknown>;
beforeAll(async () => {
  const [contentEmulator, mediaEmulator] = await Promise.all([
    startContentEmulator({ allowedOrigins: [ALLOWED_ORIGIN] }),
    startMediaEmulator(),
  ]);
  search = await createSearchEmulator({ port: 0, appId: 'app', searchKey: 'read', writeKey: 'write' });
  content = contentEmulator.emulator;
  uploads = contentEmulator;
  media = mediaEmulator;
  close = () => Promise.all([contentEmulator, mediaEmulator, search].map((emulator) => emulator.close()));
});
afterAll(() => close?.());

/** Sends a request with any `Host` header and an unchanged path, which fetch does not allow. */
function send(
  { url }: { url: string },
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      response.resume();
      resolve(response);
    })
      .on('error', reject)
      .end();
  });
}
const statusOf = async (...args: Parameters<typeof send>) => (await send(...args)).statusCode;

describe('emulator access by web pages', () => {
  test.each([
    'foreign.example',
    'foreign.example:4101',
    '127.0.0.1.foreign.example',
    '127.0.0.1@foreign.example',
  ])('rejects the Host header %j', async (host) => {
    for (const emulator of [content, media, search])
      expect(await statusOf(emulator, '/', { host })).toBe(421);
  });

  test.each(['127.0.0.1', 'localhost:4101', '[::1]:4101'])('accepts the Host header %j', async (host) => {
    expect(await statusOf(content, QUERY, { host })).toBe(200);
  });

  test.each(['/__emulator/reset', '/%5f_emulator/reset', '/__emulator/%72eset', '/__emulator/reset/'])(
    'rejects POST %s without the control header',
    async (path) => {
      for (const emulator of [content, media, search]) {
        expect(await statusOf(emulator, path, {}, 'POST')).toBe(403);
        expect(await statusOf(emulator, path, CONTROL_HEADERS, 'POST')).toBe(200);
      }
    },
  );

  test('never allows the control header in a CORS response', async () => {
    const preflight = {
      origin: 'http://127.0.0.1:4000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': Object.keys(CONTROL_HEADERS).join(),
    };
    for (const emulator of [content, media, search])
      for (const path of ['/__emulator/reset', '/%5f_emulator/reset', QUERY]) {
        const { headers } = await send(emulator, path, preflight, 'OPTIONS');
        expect(headers['access-control-allow-headers'] ?? '').not.toMatch(/\*|x-emulator-control/i);
      }
  });

  test.each([FOREIGN_ORIGIN, 'null', 'http://127.0.0.1.foreign.example'])(
    'rejects API requests of pages from %s',
    async (origin) => {
      expect(await statusOf(content, QUERY, { origin })).toBe(403);
      expect(await statusOf(content, '/v2025-02-19/data/mutate/test', { origin }, 'POST')).toBe(403);
      expect(await statusOf(media, '/video/v1/assets', { origin }, 'POST')).toBe(403);
      expect(await statusOf(media, '/%76ideo/v1/assets', { origin }, 'POST')).toBe(403);
      expect(await statusOf(search, '/1/indexes/x/batch?x-algolia-api-key=write', { origin }, 'POST')).toBe(
        403,
      );
    },
  );

  test.each([ALLOWED_ORIGIN, 'http://127.0.0.1:4000', 'http://localhost:3000'])(
    'allows API requests of pages from %s, with credentials',
    async (origin) => {
      const { statusCode, headers } = await send(content, QUERY, { origin });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      });
    },
  );

  test('runs no script of an uploaded file', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const client = uploads.client();
    const image = await client.assets.upload('image', Buffer.from(svg), { filename: 'a.svg' });
    const file = await client.assets.upload('file', Buffer.from('<script>alert(1)</script>'), {
      filename: 'a.html',
    });
    const paths = [image, file].map(({ path }) => `/${path}`);
    expect(paths).toEqual([expect.stringMatching(/^\/images\/.*svg$/), expect.stringMatching(/^\/files\//)]);
    const responses = [
      ...(await Promise.all(paths.map((path) => send(content, path)))),
      await send(media, '/unknown/text/unknown.vtt'),
      await send(content, QUERY),
    ];
    for (const { headers } of responses)
      expect(headers).toMatchObject({
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      });
    expect(responses.slice(0, 2).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test('serves images and videos to every page, as the providers do', async () => {
    const origin = FOREIGN_ORIGIN;
    expect((await send(content, '/images/testing/test/unknown.png', { origin })).statusCode).toBe(404);
    const { statusCode, headers } = await send(media, '/unknown.m3u8', { origin });
    expect(statusCode).toBe(404);
    expect(headers['access-control-allow-origin']).toBe('*');
  });
});
