import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import type { Journey, Visit } from './browser.ts';

/** The tags of a head that must be there once, on every page. */
const ONCE = [
  'title',
  'meta[name="description"]',
  'link[rel="canonical"]',
  'meta[property="og:image"]',
  'meta[property="og:url"]',
];

/** What the magazine says of itself to other sites, to search engines and to readers' programs. */
export function aroundJourneys(journey: Journey): void {
  journey(
    'every page has one head, and takes the next page’s when the reader goes on',
    async ({ page, open }) => {
      await open('/articles/sensitive-dependence');
      expect(await countOf(page)).toEqual(ONCE.map(() => 1));
      const before = await page.locator('link[rel="canonical"]').getAttribute('href');
      await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'People' }).click();
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
      expect(await countOf(page)).toEqual(ONCE.map(() => 1));
      expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
        before?.replace(/articles.*/, 'people'),
      );
    },
  );

  journey('the card of a film shows the still at the second that its address names', async ({ house }) => {
    const content = (html: string, property: string) =>
      new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const read = async (path: string) => (await fetch(`${house.url}${path}`)).text();
    const [plain, timed] = await Promise.all([read('/films/lorenz'), read('/films/lorenz?t=7')]);
    expect(content(timed, 'og:type')).toBe('video.other');
    expect(content(timed, 'og:url')).toBe(`${house.url}/films/lorenz?t=7`);
    expect(timed).toContain(`<link rel="canonical" href="${house.url}/films/lorenz"/>`);
    const stills = [content(plain, 'og:image'), content(timed, 'og:image')];
    const [middle, seventh] = await Promise.all(
      stills.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    );
    expect(await sharp(seventh).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(seventh?.equals(middle as Buffer)).toBe(false);
  });

  journey(
    'machines are told what each page is about, and no address that stops working',
    async ({ house }) => {
      const { data } = await house.ask(
        '{ films(first: 50) { nodes { slug video { playback { policy } } } } }',
      );
      const signed = data.films.nodes.find(
        (film: { video?: { playback?: { policy: string } } }) => film.video?.playback?.policy === 'SIGNED',
      );
      const told: Record<string, string[]> = {
        '/': ['WebSite'],
        '/films/lorenz': ['VideoObject', 'BreadcrumbList'],
        '/articles/sensitive-dependence': ['Article', 'BreadcrumbList'],
        '/people/edward-lorenz': ['ProfilePage', 'BreadcrumbList'],
        '/collections/nothing-left-to-chance': ['CollectionPage', 'BreadcrumbList'],
      };
      for (const [path, types] of Object.entries(told))
        expect((await thingsAt(house.url, path)).map((thing) => thing['@type'])).toEqual(types);
      const [film] = await thingsAt(house.url, '/films/lorenz');
      expect(film).toMatchObject({ duration: 'PT0M16S', contentUrl: expect.stringContaining('.m3u8') });
      expect(film?.hasPart).toContainEqual(expect.objectContaining({ '@type': 'Clip', startOffset: 0 }));
      expect(film?.transcript).toMatch(/golden thread/);
      expect(signed).toBeDefined();
      const [hidden] = await thingsAt(house.url, `/films/${signed.slug}`);
      expect(JSON.stringify(hidden)).not.toMatch(/token=|m3u8/);
      const html = await (await fetch(`${house.url}/films/${signed.slug}?t=3`)).text();
      expect(/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]).toBe(`${house.url}/card.png`);
    },
  );

  journey(
    'the sitemap and the feed name every page there is, in XML a strict reader takes',
    async ({ page, house }) => {
      const { data } = await house.ask(
        '{ films { totalCount } articles { totalCount } people { totalCount } topics { totalCount } collections { totalCount } }',
      );
      const pages = Object.values(data as Record<string, { totalCount: number }>);
      const read = async (path: string) => {
        const answer = await fetch(`${house.url}${path}`);
        return { type: answer.headers.get('content-type'), text: await answer.text() };
      };
      const [sitemap, feed] = await Promise.all([read('/sitemap.xml'), read('/feed.xml')]);
      expect([sitemap.type, feed.type]).toEqual([
        'application/xml; charset=utf-8',
        'application/atom+xml; charset=utf-8',
      ]);
      const addresses = await page.evaluate(readXml, [sitemap.text, 'loc'] as const);
      expect(addresses).toHaveLength(6 + pages.reduce((sum, { totalCount }) => sum + totalCount, 0));
      // One of each kind: what a page answers is another test's.
      const kinds = new Map(addresses.map((url) => [new URL(url).pathname.split('/', 2)[1], url]));
      for (const url of kinds.values()) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
      const entries = await page.evaluate(readXml, [feed.text, 'entry'] as const);
      expect(entries).toHaveLength((data.films.totalCount as number) + (data.articles.totalCount as number));
    },
  );

  journey('without its providers a list is not half told, and nobody keeps that', async ({ house }) => {
    // What has been kept would stand in.
    await house.cache.purgeAll();
    await house.faults('content', [{ kind: 'reset' }]);
    try {
      for (const path of ['/sitemap.xml', '/feed.xml']) {
        const answer = await fetch(`${house.url}${path}`);
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
      }
    } finally {
      await house.faults('content');
    }
  });

  journey(
    'another site shows a film in place by its address, and no other page',
    async ({ page, house }) => {
      const asked = `${house.url}/oembed?maxwidth=600&url=${encodeURIComponent(`${house.url}/films/lorenz?t=2`)}`;
      const card = (await (await fetch(asked)).json()) as { type: string; width: number; html: string };
      expect(card).toMatchObject({ type: 'video', width: 600 });
      const elsewhere = await openSite(card.html);
      try {
        await page.goto(elsewhere.url);
        await page.frameLocator('iframe').locator('video').waitFor();
        await expectClock(page);
      } finally {
        elsewhere.close();
      }
      const refused = await fetch(`${house.url}/films/lorenz`);
      expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
      for (const [query, status] of [
        ['url=https%3A%2F%2Felsewhere.test%2Ffilms%2Florenz', 404],
        [`url=${encodeURIComponent(`${house.url}/films/nothing`)}`, 404],
        [`format=yaml&url=${encodeURIComponent(`${house.url}/films/lorenz`)}`, 400],
      ] as const)
        expect((await fetch(`${house.url}/oembed?${query}`)).status).toBe(status);
    },
    { expects: /^foreign: .*elsewhere/ },
  );

  journey('a home screen and a browser’s search find all they ask for', async ({ house }) => {
    const manifest = (await (await fetch(`${house.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
      const picture = Buffer.from(await (await fetch(`${house.url}${src}`)).arrayBuffer());
      const { width, height } = await sharp(picture).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/robots.txt', '/opensearch.xml'])
      expect((await fetch(`${house.url}${path}`)).status).toBe(200);
    const feed = await fetch(`${house.url}/feed.xml`);
    const known = { 'if-none-match': feed.headers.get('etag') ?? '' };
    expect((await fetch(`${house.url}/feed.xml`, { headers: known })).status).toBe(304);
    const robots = await (await fetch(`${house.url}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${house.url}/sitemap.xml`);
  });

  journey(
    'topics and collections have their indexes; a collection plays from the start',
    async ({ page, open }) => {
      await open('/topics');
      await page.getByRole('link', { name: 'Waves' }).click();
      await page.getByRole('heading', { level: 1, name: 'Waves' }).waitFor();
      await page.getByRole('link', { name: 'Harmonics', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Harmonics' }).waitFor();
      await open('/collections');
      await page.getByRole('link', { name: 'Nobody in charge' }).click();
      await page.getByRole('link', { name: 'Play from the start' }).click();
      await page.waitForURL('**/films/boids?in=nobody-in-charge');
    },
  );

  journey(
    'somebody’s page tells their years, their own words and whom they worked with',
    async ({ page, open }) => {
      await open('/people/edward-lorenz');
      await page.getByText('16 April 2008, aged 90').waitFor();
      await page.getByText('Special thanks are due to Miss Ellen Fetter').waitFor();
      await page.getByRole('heading', { name: 'Also behind these films' }).waitFor();
      await page
        .getByRole('main')
        .getByRole('link', { name: /Ellen Fetter Computing/ })
        .click();
      await page.getByRole('heading', { level: 1, name: 'Ellen Fetter' }).waitFor();
    },
  );
}

const countOf = (page: Visit['page']): Promise<number[]> =>
  page.evaluate(
    (selectors) => selectors.map((one) => document.querySelectorAll(`head > ${one}`).length),
    ONCE,
  );

/** What the JSON-LD of a page tells, as a machine without scripts finds it. */
async function thingsAt(origin: string, path: string): Promise<Record<string, unknown>[]> {
  const html = await (await fetch(`${origin}${path}`)).text();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return blocks.flatMap(
    ([, json]) => (JSON.parse(json as string) as { '@graph': Record<string, unknown>[] })['@graph'],
  );
}

/** Reads XML as the browser does, which is strictly; the texts of the elements of a name. */
const readXml = ([xml, name]: readonly [string, string]): string[] => {
  const read = new DOMParser().parseFromString(xml, 'application/xml');
  const fault = read.querySelector('parsererror');
  if (fault) throw new Error(fault.textContent ?? 'not XML');
  return [...read.getElementsByTagName(name)].map((one) => one.textContent ?? '');
};

/** Waits until the film in the page's frame moves on. */
async function expectClock(page: Visit['page']): Promise<void> {
  const frame = page.frames().find((one) => one.url().includes('/embed/'));
  await frame?.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 2.2);
  expect(frame?.url()).toMatch(/\/embed\/films\/lorenz\?t=2$/);
}

/** Another site on this machine, of one page. */
async function openSite(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/elsewhere`, close: () => void server.close() };
}
