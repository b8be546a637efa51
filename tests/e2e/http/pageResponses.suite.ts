import { hash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Stack } from '../../support/stack.ts';
import { rawGet } from './rawGet.ts';

const contentSecurityPolicy = (response: Response) => response.headers.get('content-security-policy') ?? '';

/** Tests of the status, redirects, HTML, headers and streaming of pages. */
export function pageResponsesSuite(stack: () => Stack): void {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${stack().url}${path}`, { redirect: 'manual', ...init });

  describe('page status', () => {
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
    ])('%s responds with %i to GET and HEAD', async (path, status) => {
      const response = await request(path);
      expect(response.status).toBe(status);
      await response.text();
      const head = await request(path, { method: 'HEAD' });
      expect(head.status).toBe(status);
      expect(head.headers.get('content-type')).toBe(response.headers.get('content-type'));
      expect(await head.text()).toBe('');
    });

    test.each([
      ['/films/', '/films'],
      ['/films//lorenz/?t=5', '/films/lorenz?t=5'],
      ['//example.org/', '/example.org'],
      ['/\\example.org/', '/example.org'],
    ])('%s redirects to %s on the same host', async (path, location) => {
      const { status, headers } = await rawGet(stack().url, path);
      expect({ status, location: headers.location }).toEqual({ status: 308, location });
    });

    test.each([
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
      ['application/json', 'application/json'],
      ['*/*', 'application/json'],
      ['application/json;q=0.5, text/html;q=0.4', 'application/json'],
    ])('an unknown address responds to Accept: %s with 404 as %s', async (accept, type) => {
      const response = await request('/nowhere', { headers: { accept } });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining(type),
      ]);
      expect(response.headers.get('vary')).toMatch(/accept(,|$)/i);
      const text = await response.text();
      if (type === 'application/json')
        expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
      // Pages that exist are HTML for every client.
      const page = await request('/films', { headers: { accept } });
      expect(page.headers.get('content-type')).toContain('text/html');
      await page.text();
    });

    test('POST to a page responds with 404', async () => {
      expect((await request('/films', { method: 'POST' })).status).toBe(404);
    });
  });

  describe('page HTML', () => {
    test('contains the content and one title', async () => {
      const html = await (await request('/films/lorenz')).text();
      expect(html.slice(0, html.indexOf('</head>'))).toContain(
        '<title>Lorenz’s butterfly · Moving Figures</title>',
      );
      expect(html.match(/<title>/g)).toHaveLength(1);
      expect(html).toMatch(/<h1[^>]*>Lorenz’s butterfly<\/h1>/);
      expect(html).toContain('A single golden thread');
      expect(html).toContain('Related films');
      // The strip below the player, before the next film is known.
      expect(html).toMatch(/aria-label="Previous and next film"><p[^>]*><a href="\/films"/);
    });

    test('of a person lists the articles that explain their work, and those that mention them', async () => {
      const articlesOf = async (slug: string) => {
        const html = await (await request(`/people/${slug}`)).text();
        return ['Articles', 'Mentioned in'].map((title) => {
          const [section = ''] = html.split(`<h2>${title}</h2>`)[1]?.split('</section>') ?? [];
          return [...section.matchAll(/href="\/articles\/([^"]+)"/g)].map(([, article]) => article);
        });
      };
      expect(await articlesOf('edward-lorenz')).toEqual([['sensitive-dependence'], ['station-wall']]);
      expect(await articlesOf('sophie-germain')).toEqual([[], ['plates-that-sing']]);
    });

    test('contains rendered formulas and does not preload KaTeX', async () => {
      const html = await (await request('/articles/sensitive-dependence')).text();
      expect(html).toContain('<span class="katex"><math');
      expect(html).not.toMatch(/modulepreload[^>]*setFormula/);
    });

    test('has only inline scripts whose hashes the Content-Security-Policy lists', async () => {
      const policies = new Set<string>();
      for (const [path, scriptCount] of [
        ['/', 2],
        ['/films/lorenz', 2],
        ['/articles/sensitive-dependence', 2],
        ['/nowhere', 2],
        ['/offline', 1],
      ] as const) {
        const response = await request(path, { headers: { accept: 'text/html' } });
        const [, sources = ''] = /script-src ([^;]*)/.exec(contentSecurityPolicy(response)) ?? [];
        policies.add(sources);
        // Browsers do not run data blocks.
        const scripts = [
          ...(await response.text()).matchAll(/<script(?! type="application)[^>]*>(.*?)<\/script>/gs),
        ];
        expect(scripts).toHaveLength(scriptCount);
        for (const [, code = ''] of scripts)
          expect(sources).toContain(`'sha256-${hash('sha256', code, 'base64')}'`);
      }
      expect([...policies]).toEqual([expect.stringMatching(/^'self'(?: 'sha256-[^']+'){3}$/)]);
    });

    test('escapes the search query', async () => {
      const query = '</script><script>alert(1)</script>"\'<img onerror=x>';
      const html = await (await request(`/search?q=${encodeURIComponent(query)}`)).text();
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('<img onerror');
    });

    test('contains the configured origin and not the Host header', async () => {
      const { chunks } = await rawGet(stack().url, '/', { host: 'evil.example' });
      const html = Buffer.concat(chunks).toString();
      expect(html).toContain(`"origin":"${stack().url}"`);
      expect(html).not.toContain('evil.example');
    });
  });

  describe('late data', () => {
    test('a page waits for the data of all parts, and has them in their places', async () => {
      await stack().setFaults('search', [{ kind: 'latency', ms: 700 }]);
      const { headers, chunks } = await rawGet(stack().url, '/films/penrose', { 'accept-encoding': 'br' });
      expect(headers['content-encoding']).toBe('br');
      const html = brotliDecompressSync(Buffer.concat(chunks)).toString();
      expect(html).toMatch(/Related films.*<\/main>.*<\/body><\/html>$/s);
      // React marks parts that are missing, or that a script moves later.
      expect(html).not.toMatch(/<!--\$[!?~]-->|<template/);
    });

    test('serves the next request after clients disconnect', async () => {
      await stack().setFaults('search', [{ kind: 'latency', ms: 400 }]);
      for (const timeoutMs of [1, 20, 80, 200])
        await request('/films/life', { signal: AbortSignal.timeout(timeoutMs) })
          .then((response) => response.text())
          .catch(() => undefined);
      const response = await request('/films/life');
      expect(response.status).toBe(200);
      expect(await response.text()).toMatch(/<\/body><\/html>$/);
    });
  });
}
