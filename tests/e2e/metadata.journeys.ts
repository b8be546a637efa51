import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';
import type { Journey, JourneyContext } from './support/setUpJourneys.ts';

/** Elements that every head contains exactly once. */
const HEAD_SELECTORS = [
  'title',
  'meta[name="description"]',
  'link[rel="canonical"]',
  'meta[property="og:image"]',
  'meta[property="og:url"]',
];

/** Tests of metadata that need a browser: the head after a navigation, XML documents, and embedded films. */
export function metadataJourneys(journey: Journey): void {
  journey(
    'head: has one title, description, canonical URL and image, also after a client-side navigation',
    async ({ page, open }) => {
      await open('/articles/sensitive-dependence');
      expect(await headCounts(page)).toEqual(HEAD_SELECTORS.map(() => 1));
      const before = await page.locator('link[rel="canonical"]').getAttribute('href');
      await page
        .getByRole('navigation', { name: 'Main navigation' })
        .getByRole('link', { name: 'People' })
        .click();
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
      expect(await headCounts(page)).toEqual(HEAD_SELECTORS.map(() => 1));
      expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
        before?.replace(/articles.*/, 'people'),
      );
    },
  );

  journey('sitemap and feed: list every page, as well-formed XML', async ({ page, stack }) => {
    const { data } = await stack.query(
      '{ films { totalCount } articles { totalCount } people { totalCount } topics { totalCount } collections { totalCount } contributors { totalCount } all: films(first: 100) { totalCount nodes { video { status } } } }',
    );
    const { all, ...lists } = data;
    const playableCount = all.nodes.filter(
      ({ video }: { video: { status: string } | null }) => video?.status === 'READY',
    ).length;
    const pages = Object.values(lists as Record<string, { totalCount: number }>);
    const read = async (path: string) => {
      const response = await fetch(`${stack.url}${path}`);
      return { type: response.headers.get('content-type'), text: await response.text() };
    };
    const [sitemap, feed] = await Promise.all([read('/sitemap.xml'), read('/feed.xml')]);
    expect([sitemap.type, feed.type]).toEqual([
      'application/xml; charset=utf-8',
      'application/xml; charset=utf-8',
    ]);
    const urls = await page.evaluate(readXml, [sitemap.text, 'loc'] as const);
    expect(urls).toHaveLength(9 + pages.reduce((sum, { totalCount }) => sum + totalCount, 0));
    const urlsByFolder = new Map(urls.map((url) => [new URL(url).pathname.split('/', 2)[1], url]));
    for (const url of urlsByFolder.values()) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    const entries = await page.evaluate(readXml, [feed.text, 'entry'] as const);
    expect(entries).toHaveLength(playableCount + (data.articles.totalCount as number));
  });

  journey(
    'oEmbed: another site can embed a film, and no other page',
    async ({ page, stack }) => {
      const oembedUrl = `${stack.url}/oembed?maxwidth=600&url=${encodeURIComponent(`${stack.url}/films/lorenz?t=2`)}`;
      const card = (await (await fetch(oembedUrl)).json()) as { type: string; width: number; html: string };
      expect(card).toMatchObject({ type: 'video', width: 600 });
      const site = await startSite(card.html);
      try {
        await page.goto(site.url);
        await page.frameLocator('iframe').locator('video').waitFor();
        await expectEmbedPlays(page);
      } finally {
        site.close();
      }
      const filmPage = await fetch(`${stack.url}/films/lorenz`);
      expect(filmPage.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
      for (const [query, status] of [
        ['url=https%3A%2F%2Felsewhere.test%2Ffilms%2Florenz', 404],
        [`url=${encodeURIComponent(`${stack.url}/films/nothing`)}`, 404],
        [`format=yaml&url=${encodeURIComponent(`${stack.url}/films/lorenz`)}`, 400],
      ] as const)
        expect((await fetch(`${stack.url}/oembed?${query}`)).status).toBe(status);
    },
    { allowedErrors: /^foreign: .*elsewhere/ },
  );
}

const headCounts = (page: JourneyContext['page']): Promise<number[]> =>
  page.evaluate(
    (selectors) => selectors.map((selector) => document.querySelectorAll(`head > ${selector}`).length),
    HEAD_SELECTORS,
  );

/** Parses XML with the browser's strict parser and returns the texts of the elements with a name. */
const readXml = ([xml, name]: readonly [string, string]): string[] => {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const error = document.querySelector('parsererror');
  if (error) throw new Error(error.textContent ?? 'expected well-formed XML');
  return [...document.getElementsByTagName(name)].map((element) => element.textContent ?? '');
};

/** Waits until the video in the embedded frame plays. */
async function expectEmbedPlays(page: JourneyContext['page']): Promise<void> {
  const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'));
  await frame?.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 2.2);
  expect(frame?.url()).toMatch(/\/embed\/films\/lorenz\?t=2$/);
}

/** Starts a site of one page on another origin. */
async function startSite(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/elsewhere`, close: () => void server.close() };
}
