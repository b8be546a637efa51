import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Stack } from '../../support/stack.ts';

/** Tests of metadata for search engines, other sites and feed readers. */
export function metadataSuite(stack: () => Stack): void {
  test('film page: og:image shows the frame at the time in the URL', async () => {
    const content = (html: string, property: string) =>
      new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const read = async (path: string) => (await fetch(`${stack().url}${path}`)).text();
    const [plain, timed] = await Promise.all([read('/films/lorenz'), read('/films/lorenz?t=7')]);
    expect(content(timed, 'og:type')).toBe('video.other');
    expect(content(timed, 'og:url')).toBe(`${stack().url}/films/lorenz?t=7`);
    expect(timed).toContain(`<link rel="canonical" href="${stack().url}/films/lorenz"/>`);
    const imageUrls = [content(plain, 'og:image'), content(timed, 'og:image')];
    const [defaultImage, timedImage] = await Promise.all(
      imageUrls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    );
    expect(await sharp(timedImage).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(timedImage?.equals(defaultImage as Buffer)).toBe(false);
  });

  test('JSON-LD: describes each page, without signed URLs', async () => {
    const { data } = await stack().query(
      '{ films(first: 50) { nodes { slug video { playback { policy } } } } }',
    );
    const signed = data.films.nodes.find(
      (film: { video?: { playback?: { policy: string } } }) => film.video?.playback?.policy === 'SIGNED',
    );
    const expectedTypes: Record<string, string[]> = {
      '/': ['WebSite'],
      '/films/lorenz': ['VideoObject', 'BreadcrumbList'],
      '/articles/sensitive-dependence': ['Article', 'BreadcrumbList'],
      '/people/edward-lorenz': ['ProfilePage', 'BreadcrumbList'],
      '/collections/nothing-left-to-chance': ['CollectionPage', 'BreadcrumbList'],
    };
    for (const [path, types] of Object.entries(expectedTypes))
      expect((await structuredDataAt(stack().url, path)).map((item) => item['@type'])).toEqual(types);
    const [film] = await structuredDataAt(stack().url, '/films/lorenz');
    expect(film).toMatchObject({ duration: 'PT0M16S', contentUrl: expect.stringContaining('.m3u8') });
    expect(film?.hasPart).toContainEqual(expect.objectContaining({ '@type': 'Clip', startOffset: 0 }));
    expect(film?.transcript).toMatch(/golden thread/);
    expect(signed).toBeDefined();
    const [signedFilm] = await structuredDataAt(stack().url, `/films/${signed.slug}`);
    expect(JSON.stringify(signedFilm)).not.toMatch(/token=|m3u8/);
    const html = await (await fetch(`${stack().url}/films/${signed.slug}?t=3`)).text();
    expect(/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]).toBe(`${stack().url}/card.png`);
  });

  test('sitemap and feed: respond with 503 and no-store while the content provider is down', async () => {
    // Cached responses would be served instead.
    await stack().cache.invalidateAll();
    await stack().setFaults('content', [{ kind: 'reset' }]);
    try {
      for (const path of ['/sitemap.xml', '/feed.xml']) {
        const response = await fetch(`${stack().url}${path}`);
        expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
      }
    } finally {
      await stack().setFaults('content');
    }
  });

  test('articles: are served as Markdown at the path with the suffix .md', async () => {
    const response = await fetch(`${stack().url}/articles/sensitive-dependence.md`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(await response.text()).toMatch(/^# Three digits short\n/);
    const missing = await fetch(`${stack().url}/articles/nothing.md`);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  test('manifest, icons, robots.txt and OpenSearch description: are served', async () => {
    const manifest = (await (await fetch(`${stack().url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
      const image = Buffer.from(await (await fetch(`${stack().url}${src}`)).arrayBuffer());
      const { width, height } = await sharp(image).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/robots.txt', '/opensearch.xml'])
      expect((await fetch(`${stack().url}${path}`)).status).toBe(200);
    const feed = await fetch(`${stack().url}/feed.xml`);
    const conditional = { 'if-none-match': feed.headers.get('etag') ?? '' };
    expect((await fetch(`${stack().url}/feed.xml`, { headers: conditional })).status).toBe(304);
    const robots = await (await fetch(`${stack().url}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${stack().url}/sitemap.xml`);
  });
}

/** Returns the JSON-LD items in the HTML of a page. */
async function structuredDataAt(origin: string, path: string): Promise<Record<string, unknown>[]> {
  const html = await (await fetch(`${origin}${path}`)).text();
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return scripts.flatMap(
    ([, json]) => (JSON.parse(json as string) as { '@graph': Record<string, unknown>[] })['@graph'],
  );
}
