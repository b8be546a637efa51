import { describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { loadPages } from '../../../gateway/http/pages/loadPages.ts';
import { ROOT, type Stack } from '../../support/stack.ts';

/** 128 pages are rendered, beside whatever else the machine does. */
const LOAD_TIMEOUT_MS = 120_000;

/** Tests of pages under load, for each number of readers. */
export function pageLoadSuite(stack: () => Stack, readerCounts: readonly number[]): void {
  describe('pages under load', () => {
    test.each(readerCounts)(
      '%i readers get all pages, a quarter of which are rendered',
      async (readers) => {
        const gateway = await createGateway(readConfig({ ...stack().env, RATE_LIMIT_ANONYMOUS: 'off' }));
        try {
          const open = async (reader: number) => {
            const response = await fetch(
              `${gateway.url}${reader % 4 === 0 ? `/topics?reader=${reader}` : '/'}`,
            );
            return { status: response.status, text: await response.text() };
          };
          const pages = await Promise.all(Array.from({ length: readers }, (_, reader) => open(reader)));
          expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
          for (const { text } of pages) expect(text).toMatch(/<\/body><\/html>$/);
        } finally {
          await gateway.close();
        }
      },
      LOAD_TIMEOUT_MS,
    );

    test('the page for an overloaded gateway is styled and reloads', async () => {
      const { pages } = await loadPages(`${ROOT}web/dist/server`, {} as never);
      const { errorPages } = pages;
      const html = errorPages.overloaded(2);
      expect(html).toMatch(/<style>[^<]+<\/style>.*<h1>The server is overloaded<\/h1>/);
      expect(html).toContain('<meta http-equiv="refresh" content="2">');
      expect(html).not.toContain('<script');
      expect(errorPages.rateLimited).toMatch(/<style>.+<\/style>.*<h1 class="[^"]+">Too many requests<\/h1>/);
    });
  });
}
