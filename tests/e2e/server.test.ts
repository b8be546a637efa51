import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../gateway/app/gateway.ts';
import { readConfig } from '../../gateway/config/readConfig.ts';
import { loadPages } from '../../gateway/http/routes/pages.ts';
import { type House, openHouse, ROOT } from '../support/stack.ts';

/** Milliseconds. */
const BUILDING = 180_000;

let house: House;
beforeAll(async () => {
  house = await openHouse();
}, BUILDING);
afterAll(() => house?.close());
afterEach(async () => {
  for (const emulator of ['content', 'media', 'search'] as const) await house.faults(emulator);
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${house.url}${path}`, { redirect: 'manual', ...init });
const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';
const nonceOf = (answer: Response) => /'nonce-([\w-]+)'/.exec(policyOf(answer))?.[1];

describe('the status of an address', () => {
  test.each([
    ['/', 200],
    ['/films', 200],
    ['/films/lorenz', 200],
    ['/articles/sensitive-dependence', 200],
    ['/people/edward-lorenz', 200],
    ['/topics/chaos', 200],
    ['/collections/nothing-left-to-chance', 200],
    ['/search?q=wave', 200],
    ['/nowhere', 404],
    ['/films/nothing', 404],
    ['/films/lorenz/nothing', 404],
    ['/people/nobody', 404],
    ['/assets/gone.js', 404],
  ])('%s is %i, for GET and for HEAD', async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    await answer.text();
    const head = await ask(path, { method: 'HEAD' });
    expect(head.status).toBe(status);
    expect(head.headers.get('content-type')).toBe(answer.headers.get('content-type'));
    expect(await head.text()).toBe('');
  });

  test.each([
    ['/films/', '/films'],
    ['/films//lorenz/?t=5', '/films/lorenz?t=5'],
    ['//example.org/', '/example.org'],
    ['/\\example.org/', '/example.org'],
  ])('%s is spelt %s, on this host', async (path, spelt) => {
    // Not by fetch, which would mend such a path before it asks.
    const { port } = new URL(house.url);
    const answer = await new Promise<{ status: number | undefined; location: string | undefined }>(
      (resolve) => {
        get({ host: '127.0.0.1', port, path }, (got) => {
          got.resume();
          resolve({ status: got.statusCode, location: got.headers.location });
        });
      },
    );
    expect(answer).toEqual({ status: 308, location: spelt });
  });

  test('a page cannot be posted to', async () => {
    expect((await ask('/films', { method: 'POST' })).status).toBe(404);
  });
});

describe('a page', () => {
  test('has its words in the markup, and its title in the head', async () => {
    const html = await (await ask('/films/lorenz')).text();
    expect(html.slice(0, html.indexOf('</head>'))).toContain(
      '<title>Lorenz’s butterfly · Moving Figures</title>',
    );
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toMatch(/<h1[^>]*>Lorenz’s butterfly<\/h1>/);
    expect(html).toContain('A single golden thread');
    expect(html).toContain('Close to this');
  });

  test('has its formulas set, and none of what sets them to fetch', async () => {
    const html = await (await ask('/articles/sensitive-dependence')).text();
    expect(html).toContain('<span class="katex-mathml"><math');
    expect(html).not.toMatch(/modulepreload[^>]*setFormula/);
  });

  test('runs only scripts with a nonce that no other page has', async () => {
    const [one, other] = await Promise.all([ask('/'), ask('/')]);
    const nonce = nonceOf(one);
    expect(nonce).toMatch(/^[\w-]{20,}$/);
    expect(nonceOf(other)).not.toBe(nonce);
    expect(/script-src ([^;]*)/.exec(policyOf(one))?.[1]).toBe(`'self' 'nonce-${nonce}'`);
    // What machines are told is data, which no browser runs.
    const scripts = (await one.text()).match(/<script(?![^>]*ld\+json)[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(one.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('takes no word of a reader for markup', async () => {
    const words = '</script><script>alert(1)</script>"\'<img onerror=x>';
    const html = await (await ask(`/search?q=${encodeURIComponent(words)}`)).text();
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img onerror');
  });

  test('names its public address, whatever host it was asked under', async () => {
    const { port } = new URL(house.url);
    const html = await new Promise<string>((resolve) => {
      get({ host: '127.0.0.1', port, path: '/', headers: { host: 'evil.example' } }, (got) => {
        let all = '';
        got.setEncoding('utf8').on('data', (part: string) => {
          all += part;
        });
        got.on('end', () => resolve(all));
      });
    });
    expect(html).toContain(`"origin":"${house.url}"`);
    expect(html).not.toContain('evil.example');
  });

  test('is compressed, and its first part does not wait for its last', async () => {
    await house.faults('search', [{ kind: 'latency', ms: 700 }]);
    const { port } = new URL(house.url);
    const headers = { 'accept-encoding': 'br' };
    const { first, whole, times } = await new Promise<{ first: Buffer; whole: Buffer; times: number[] }>(
      (resolve) => {
        get({ host: '127.0.0.1', port, path: '/films/penrose', headers }, (got) => {
          expect(got.headers['content-encoding']).toBe('br');
          const chunks: Buffer[] = [];
          const times: number[] = [];
          got.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            times.push(performance.now());
          });
          got.on('end', () => resolve({ first: chunks[0] as Buffer, whole: Buffer.concat(chunks), times }));
        });
      },
    );
    expect(first.length).toBeGreaterThan(1000);
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(300);
    const html = brotliDecompressSync(whole).toString();
    expect(html).toMatch(/<\/body><\/html>$/);
    // What came late brings its share of the cache first.
    expect(html.indexOf('__graph??=[]).push', html.indexOf('type="module"'))).toBeLessThan(
      html.indexOf('id="S:'),
    );
  });

  test('is let go of when its reader goes, and the next one has theirs', async () => {
    await house.faults('search', [{ kind: 'latency', ms: 400 }]);
    for (const wait of [1, 20, 80, 200]) {
      const leaving = new AbortController();
      setTimeout(() => leaving.abort(), wait);
      await ask('/films/life', { signal: leaving.signal })
        .then((answer) => answer.text())
        .catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await ask('/films/life')).status).toBe(200);
  });

  test('comes whole to a program that gathers pages', async () => {
    await house.faults('search', [{ kind: 'latency', ms: 600 }]);
    const headers = {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    };
    const html = await (await ask('/films/boids', { headers })).text();
    expect(html).not.toContain('id="S:');
    expect(html).toContain('Close to this');
  });
});

describe('a page when something fails', () => {
  test('says which part is missing, and is a page', async () => {
    await house.faults('search', [{ kind: 'reset' }]);
    const answer = await ask('/films/clifford');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('search cannot be reached at the moment');
  });

  test('is 503 when the graph could not say what there is, and tells when to come again', async () => {
    await house.faults('content', [{ kind: 'reset' }]);
    const answer = await ask('/films/gray-scott');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await answer.text();
    expect(html).toContain('The reel has torn');
    expect(html).not.toMatch(/ECONN|socket|127\.0\.0\.1:\d+\/v20/);
  });

  test('is 500 when it cannot be rendered, and the reason stays here', async () => {
    const told: unknown[] = [];
    const log = { error: ({ err }: { err: unknown }) => told.push(err) };
    const pages = await loadPages(`${ROOT}web/dist/server`, log as never);
    const video = { __typename: 'Video', id: 'v', aspectRatio: ['a secret of the house'] };
    const film = { __typename: 'Film', id: 'f', slug: 's', title: 'x', video };
    const answer = await pages.respond(new Request('http://magazine.test/films/s'), {
      nonce: 'n',
      origin: 'http://magazine.test',
      fetch: async () => Response.json({ data: { film } }),
    });
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).toContain('The reel has torn');
    expect(html).not.toMatch(/TypeError|is not a function|Cannot read|\.tsx:\d|expected the whole/);
    expect(told.length).toBeGreaterThan(0);
  });

  test('is 503 when the graph is gone altogether', async () => {
    const pages = await loadPages(`${ROOT}web/dist/server`, { error: () => undefined } as never);
    const answer = await pages.respond(new Request('http://magazine.test/films/s'), {
      nonce: 'n',
      origin: 'http://magazine.test',
      fetch: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:4000')),
    });
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('10.0.0.7');
  });
});

describe('what a reader may not have', () => {
  const oembed = (of: string, more = '') =>
    `/oembed?url=${encodeURIComponent(`${new URL(of).origin}/films/lorenz`)}${more}`;

  test('for the points there are is 429, within a page and for programs, and no failure', async () => {
    const env = { ...house.env, RATE_LIMIT_ANONYMOUS: '1000/1' };
    const gateway = await createGateway(readConfig(env));
    try {
      const open = (path: string) => fetch(`${gateway.url}${path}`);
      // Each takes its hundred points, and asks the graph for nothing.
      for (let asked = 0; asked < 8; asked++) await (await open('/nowhere')).text();
      const page = await open('/');
      expect(page.status).toBe(429);
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await page.text()).toContain('The reel runs too fast');
      for (const path of ['/feed.xml', '/sitemap.xml', oembed(gateway.url)]) {
        const answer = await open(path);
        expect([path, answer.status]).toEqual([path, 429]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        await answer.text();
      }
      expect(await (await open('/metrics')).text()).not.toContain('status="5xx"');
    } finally {
      await gateway.close();
    }
  });

  test('without a key is 403, says what it is, and is no failure', async () => {
    const gateway = await createGateway(readConfig({ ...house.env, ANONYMOUS_ACCESS: 'off' }));
    try {
      const open = (path: string) => fetch(`${gateway.url}${path}`);
      for (const path of ['/', '/films/lorenz', '/search?q=wave']) {
        const answer = await open(path);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(await answer.text()).toContain('A private showing');
      }
      for (const path of ['/feed.xml', '/sitemap.xml', oembed(gateway.url)]) {
        const answer = await open(path);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
      }
      expect((await open('/schema.graphql')).status).toBe(401);
      expect(await (await open('/metrics')).text()).not.toContain('status="5xx"');
    } finally {
      await gateway.close();
    }
  });

  test('oEmbed is spoken in both its forms, in whole pixels, and refused in the shape of the graph', async () => {
    const card = (more: string) => ask(oembed(house.url, more));
    const asXml = await card('&format=xml');
    expect(asXml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await asXml.text()).toMatch(
      /^<\?xml[^>]+>\s*<oembed>.*<type>video<\/type>.*&lt;iframe .*<\/oembed>\s*$/s,
    );
    expect(await (await card('&maxwidth=1')).json()).toMatchObject({ width: 1, height: 1 });
    for (const [path, status, code] of [
      [oembed(house.url, '&format=yaml'), 400, 'BAD_USER_INPUT'],
      [oembed('http://elsewhere.test'), 404, 'NOT_FOUND'],
    ] as const) {
      const refused = await ask(path);
      expect(refused.status).toBe(status);
      expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code } }] });
    }
  });

  test('is framed by other sites where it is made for that, and not by an address that only begins so', async () => {
    const framedBy = async (path: string) => {
      // Not by fetch, which would mend such a path before it asks.
      const { port } = new URL(house.url);
      const { headers } = await new Promise<IncomingMessage>((resolve) =>
        get({ port, path }, (answer) => resolve(answer.resume())),
      );
      return /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(await framedBy('/embed/films/lorenz')).toBe('*');
    expect(await framedBy('/embed/../films/lorenz')).toBe("'self'");
    expect(await framedBy('/embed/%2e%2e/films/lorenz')).toBe("'self'");
  });
});

describe('many pages', () => {
  test('are too many for one reader’s address, and not for the next reader of the same server', async () => {
    const env = { ...house.env, RATE_LIMIT_ANONYMOUS: '2500/1', TRUST_PROXY: '1' };
    const gateway = await createGateway(readConfig(env));
    try {
      const open = (from: string) =>
        fetch(`${gateway.url}/films/lorenz`, { headers: { 'x-forwarded-for': from } });
      const statuses = new Set<number>();
      let refused: Response | undefined;
      for (let asked = 0; asked < 30 && !refused; asked++) {
        const answer = await open('203.0.113.5');
        if (answer.status === 429) refused = answer;
        else statuses.add(answer.status);
        if (answer !== refused) await answer.text();
      }
      expect([...statuses]).toEqual([200]);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused?.headers.get('content-type')).toMatch(/^text\/html/);
      // Before the page is begun, or while it is made.
      expect(await refused?.text()).toMatch(/Try again in a moment|rest for a while/);
      expect((await open('203.0.113.6')).status).toBe(200);
    } finally {
      await gateway.close();
    }
  });
});
