import { describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { loadPages } from '../../../gateway/http/pages/loadPages.ts';
import type { SendToGraph } from '../../../schema/pages.ts';
import { ROOT, type Stack } from '../../support/stack.ts';
import { rawGet } from './rawGet.ts';

const RESOURCES = ['/feed.xml', '/sitemap.xml'];

const oembedPath = (origin: string, parameters = '') =>
  `/oembed?url=${encodeURIComponent(`${new URL(origin).origin}/films/lorenz`)}${parameters}`;

const respondWith = async (send: SendToGraph, path: string, errors: unknown[] = []) => {
  const log = { error: ({ err }: { err: unknown }) => errors.push(err) };
  const { pages } = await loadPages(`${ROOT}web/dist/server`, log as never);
  return pages.respond(new Request(`http://magazine.test${path}`), {
    origin: 'http://magazine.test',
    preview: undefined,
    errorUrl: (code) => `/docs/errors#${code}`,
    send,
  });
};

/** Tests of pages, feeds and oEmbed that are rejected or cannot be rendered. */
export function pageErrorsSuite(stack: () => Stack): void {
  const request = (path: string) => fetch(`${stack().url}${path}`, { redirect: 'manual' });

  /** Starts a second gateway over the emulators of the stack. */
  async function withGateway(env: Record<string, string>, run: (origin: string) => Promise<void>) {
    const gateway = await createGateway(readConfig({ ...stack().env, ...env }));
    try {
      await run(gateway.url);
    } finally {
      await gateway.close();
    }
  }

  describe('page errors', () => {
    test('a section shows that search is unavailable, with status 200', async () => {
      await stack().setFaults('search', [{ kind: 'reset' }]);
      const response = await request('/films/clifford');
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('Related films come from search, which is not available');
    });

    test('a page responds with 503 and Retry-After while content is unavailable', async () => {
      await stack().setFaults('content', [{ kind: 'reset' }]);
      const response = await request('/films/gray-scott');
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const html = await response.text();
      expect(html).toContain('This page cannot be shown right now');
      expect(html).not.toMatch(/ECONN|socket|127\.0\.0\.1:\d+\/v20/);
    });

    test('the page of a missing embedded film opens the site in a new tab', async () => {
      const response = await fetch(`${stack().url}/embed/films/nothing`, {
        headers: { accept: 'text/html' },
      });
      expect(response.status).toBe(404);
      const links = (await response.text()).match(/<a [^>]*>/g) ?? [];
      expect(links).toHaveLength(3);
      expect(links.filter((link) => !link.includes('target="_blank"'))).toEqual([]);
    });

    test('a page responds with 500 when rendering fails, and only the log has the cause', async () => {
      const errors: unknown[] = [];
      const film = { __typename: 'Film', id: 'f', slug: 's', title: 'x', chapters: 'not a list' };
      const text = JSON.stringify({ data: { film } });
      const send = async () => ({ status: 200, contentType: 'application/json', text });
      const response = await respondWith(send, '/films/s', errors);
      expect(response.status).toBe(500);
      const html = response.text;
      expect(html).toContain('This page cannot be shown right now');
      expect(html).not.toMatch(/TypeError|is not a function|Cannot read|\.tsx:\d/);
      expect(errors).not.toHaveLength(0);
    });

    test('an embedded film without an answer of the video service can be tried again', async () => {
      const film = { __typename: 'Film', id: 'f', slug: 's', title: 'x', chapters: [], video: null };
      const error = { message: 'x', extensions: { code: 'UPSTREAM_ERROR', service: 'media' } };
      const respond = (errors?: object[]) =>
        respondWith(async () => {
          const text = JSON.stringify({ data: { film }, errors });
          return { status: 200, contentType: 'application/json', text };
        }, '/embed/films/s');
      expect((await respond([error])).text).toContain('The video cannot be played right now');
      expect((await respond()).text).toContain('This film has no video yet');
    });

    test('a page responds with 503 when the gateway cannot be reached', async () => {
      const response = await respondWith(
        () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:4000')),
        '/films/s',
      );
      expect(response.status).toBe(503);
      expect(response.text).not.toContain('10.0.0.7');
    });
  });

  describe('rejected requests', () => {
    test('pages, feeds and oEmbed respond with 429 over the rate limit, and no 5xx is counted', async () => {
      await withGateway({ RATE_LIMIT_ANONYMOUS: '4000/1' }, async (origin) => {
        const get = (path: string) => fetch(`${origin}${path}`);
        // Each page costs 400 points when it is rendered. The 404 page sends no query.
        for (let pages = 0; pages < 10; pages++) await (await get(`/nowhere/${pages}`)).text();
        const page = await get('/');
        expect(page.status).toBe(429);
        expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await page.text()).toContain('Too many requests');
        for (const path of [...RESOURCES, oembedPath(origin)]) {
          const response = await get(path);
          expect([path, response.status]).toEqual([path, 429]);
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
          await response.text();
        }
        expect(await (await get('/metrics')).text()).not.toContain('status="5xx"');
      });
    });

    test('pages, feeds and oEmbed respond with 403 without an API key, and no 5xx is counted', async () => {
      await withGateway({ ANONYMOUS_ACCESS: 'off' }, async (origin) => {
        const get = (path: string) => fetch(`${origin}${path}`);
        for (const path of ['/', '/films/lorenz', '/search?q=wave']) {
          const response = await get(path);
          expect([path, response.status]).toEqual([path, 403]);
          expect(await response.text()).toContain('You don’t have access');
        }
        for (const path of [...RESOURCES, oembedPath(origin)]) {
          const response = await get(path);
          expect([path, response.status]).toEqual([path, 403]);
          const errors = [{ extensions: { code: 'UNAUTHENTICATED' } }];
          expect(await response.json()).toMatchObject({ errors });
        }
        expect((await get('/schema.graphql')).status).toBe(401);
        expect(await (await get('/metrics')).text()).not.toContain('status="5xx"');
      });
    });

    test('the rate limit of pages applies to each client address behind a trusted proxy', async () => {
      await withGateway({ RATE_LIMIT_ANONYMOUS: '8000/1', TRUST_PROXY: '1' }, async (origin) => {
        let opened = 0;
        const open = (address: string) =>
          fetch(`${origin}/films/lorenz?t=${++opened}`, { headers: { 'x-forwarded-for': address } });
        const statuses = new Set<number>();
        let limited: Response | undefined;
        for (let sent = 0; sent < 30 && !limited; sent++) {
          const response = await open('203.0.113.5');
          if (response.status === 429) limited = response;
          else {
            statuses.add(response.status);
            await response.text();
          }
        }
        expect([...statuses]).toEqual([200]);
        expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(limited?.headers.get('content-type')).toMatch(/^text\/html/);
        // The limit applies before or during rendering.
        expect(await limited?.text()).toMatch(/Try again in a moment/);
        expect((await open('203.0.113.6')).status).toBe(200);
      });
    });
  });

  describe('oEmbed and embedded pages', () => {
    test('oEmbed responds in XML and JSON with integer sizes, and with GraphQL errors', async () => {
      const get = (parameters: string) => request(oembedPath(stack().url, parameters));
      const xml = await get('&format=xml');
      expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
      expect(await xml.text()).toMatch(
        /^<\?xml[^>]+>\s*<oembed>.*<type>video<\/type>.*&lt;iframe .*<\/oembed>\s*$/s,
      );
      expect(await (await get('&maxwidth=1')).json()).toMatchObject({ width: 1, height: 1 });
      for (const [path, status, code] of [
        [oembedPath(stack().url, '&format=yaml'), 400, 'BAD_USER_INPUT'],
        [oembedPath('http://elsewhere.test'), 404, 'NOT_FOUND'],
      ] as const) {
        const response = await request(path);
        expect(response.status).toBe(status);
        expect(await response.json()).toMatchObject({ errors: [{ extensions: { code } }] });
      }
    });

    test('frame-ancestors allows other sites for embed pages only, also with dot segments', async () => {
      const frameAncestors = async (path: string) => {
        const { headers } = await rawGet(stack().url, path);
        return /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
      };
      expect(await frameAncestors('/embed/films/lorenz')).toBe('*');
      expect(await frameAncestors('/embed/../films/lorenz')).toBe("'self'");
      expect(await frameAncestors('/embed/%2e%2e/films/lorenz')).toBe("'self'");
    });
  });
}
