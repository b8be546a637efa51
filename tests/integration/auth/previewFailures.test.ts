import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import { openStorage } from '../../../gateway/app/storage.ts';
import { previewCookie } from '../../../gateway/services/auth/previewCookie.ts';
import { createPreviews, type NewPreview, type Previews } from '../../../gateway/services/auth/previews.ts';
import { newAddress } from '../../support/rateLimitedStack.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';

const SESSION = { perspective: 'drafts', studioOrigins: [] };
/** Points of a cookie that is checked. */
const CHECK_COST = 100;
/** The checks that an address can pay for. */
const CHECKS = 3;

const send = (stack: Stack, path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${stack.url}/api/preview/${path}`, {
    method: path.startsWith('enable') ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { 'x-preview': '1', 'content-type': 'application/json', ...headers },
    ...(!path.startsWith('enable') && { body: JSON.stringify({ perspective: 'drafts' }) }),
  });

/** Starts a preview. Returns its header `Cookie`. */
async function startPreview(
  stack: Stack,
  start: (previews: Previews) => Promise<NewPreview>,
): Promise<string> {
  await using storage = openStorage(stack.config, () => undefined);
  const { token, preview } = await start(createPreviews(storage));
  return previewCookie(preview, token).split(';')[0] as string;
}

const startSession = (stack: Stack): Promise<string> =>
  startPreview(stack, (previews) => previews.startSession(SESSION, '192.0.2.1'));

describe('previews: requests of strangers', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      hasIndex: false,
      // The clock stands still, so that no points are restored.
      now: () => 0,
      env: {
        SITES: 'reader',
        RATE_LIMIT_ANONYMOUS: `${CHECKS * CHECK_COST}/1`,
        RATE_LIMIT_KEY: `${CHECKS * CHECK_COST}/1`,
        TRUST_PROXY: '127.0.0.0/8',
      },
    });
  }, 60_000);
  afterAll(() => stack.close());

  test.each([
    ['disable', 204],
    ['perspective', 401],
  ])('%s without a session is charged to the address', async (path, status) => {
    const address = { 'x-forwarded-for': newAddress() };
    for (let i = 0; i < CHECKS; i++) expect((await send(stack, path, address)).status).toBe(status);
    expect((await send(stack, path, address)).status).toBe(429);
  });

  test('a session is charged for changes of its perspective, and can end without points', async () => {
    const cookie = await startSession(stack);
    for (let i = 0; i < CHECKS; i++)
      expect((await send(stack, 'perspective', { cookie, 'x-forwarded-for': newAddress() })).status).toBe(
        204,
      );
    expect((await send(stack, 'perspective', { cookie })).status).toBe(429);
    expect((await send(stack, 'disable', { cookie })).status).toBe(204);
  });
});

describe('previews: while Redis does not respond', () => {
  const binary = redisBinary();
  let redis: RedisServer;
  let stack: Stack;
  beforeAll(async () => {
    if (!binary.path) return;
    redis = await startRedis(binary.path);
    stack = await startStack({
      hasIndex: false,
      env: { REDIS_URL: redis.url, CONSUME_CHANGES: 'off', SITES: 'reader' },
    });
  }, 60_000);
  afterAll(async () => {
    if (!binary.path) return;
    await stack.close();
    await redis.kill();
  });

  testWith(binary, 'no session starts, ends or changes: 503, and a page in browsers', async () => {
    const cookie = await startSession(stack);
    const { secret } = await createPreviewSecret(stack.editor, 'test', 'https://studio.example.com', 'ada');
    const enable = `enable?${new URLSearchParams({ 'sanity-preview-secret': secret })}`;
    redis.pause();
    try {
      for (const path of [enable, 'disable', 'perspective']) {
        const response = await send(stack, path, { cookie });
        expect([path, response.status, response.headers.get('set-cookie')]).toEqual([path, 503, null]);
        expect(await response.json()).toMatchObject({
          errors: [{ extensions: { code: 'ACCESS_UNAVAILABLE' } }],
        });
      }
      const page = await send(stack, enable, { accept: 'text/html' });
      expect(page.status).toBe(503);
      expect(await page.text()).toContain('The preview cannot be opened at the moment');
    } finally {
      redis.resume();
    }
  });

  testWith(
    binary,
    'pages that a preview can show have 503, and all others of a link are published',
    async () => {
      const session = await startSession(stack);
      const path = '/films/lorenz?a=b';
      const link = await startPreview(stack, (previews) =>
        previews.createLink({ path, perspective: 'drafts' }),
      );
      redis.pause();
      try {
        for (const [cookie, url, status] of [
          [session, '/', 503],
          [link, path, 503],
          [link, '/', 200],
        ] as const) {
          const response = await fetch(`${stack.url}${url}`, { headers: { cookie, accept: 'text/html' } });
          const text = await response.text();
          const isPreviewError = text.includes('The preview cannot be opened at the moment');
          expect([url, response.status, isPreviewError]).toEqual([url, status, status === 503]);
          if (status === 503)
            expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *;');
        }
      } finally {
        redis.resume();
      }
    },
  );
});
