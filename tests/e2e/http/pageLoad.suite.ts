import { describe, expect, test } from '@jest/globals';
import { loadPages } from '../../../gateway/http/routes/pages.ts';
import { ROOT, type Stack } from '../../support/stack.ts';

const READERS = 8;
const PAGES_PER_READER = 5;
/** Tests of pages under load. */
export function pageLoadSuite(stack: () => Stack): void {
  const get = async (path: string) => {
    const { status, headers, text } = await fetch(`${stack().url}${path}`).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));
    return { status, headers, text };
  };

  describe('pages under load', () => {
    test('eight readers of the front page get all pages, each with a nonce of its own', async () => {
      const nonces = new Set<string>();
      const read = async () => {
        for (let page = 0; page < PAGES_PER_READER; page++) {
          const { status, headers, text } = await get('/');
          expect(status).toBe(200);
          const [, nonce = ''] = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '') ?? [];
          expect(text).toContain(`nonce="${nonce}"`);
          expect(new Set([...text.matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value))).toEqual(
            new Set([nonce]),
          );
          expect(text).toMatch(/<\/body><\/html>$/);
          nonces.add(nonce);
        }
      };
      await Promise.all(Array.from({ length: READERS }, read));
      expect(nonces.size).toBe(READERS * PAGES_PER_READER);
    });

    test('the page for an overloaded gateway is styled and reloads', async () => {
      const { errorPages } = await loadPages(`${ROOT}web/dist/server`, {} as never);
      const html = errorPages.overloaded(2);
      expect(html).toMatch(/<style>[^<]+<\/style>.*<h1>A full house<\/h1>/);
      expect(html).toContain('<meta http-equiv="refresh" content="2">');
      expect(errorPages.rateLimited).toMatch(/<style>[^<]+<\/style>.*<h1>The reel runs too fast<\/h1>/);
    });
  });
}
