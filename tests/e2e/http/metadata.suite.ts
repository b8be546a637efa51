import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Stack } from '../../support/stack.ts';
import { unreadyFilm } from '../support/unreadyFilm.ts';

/** Tests of metadata for search engines, other sites and feed readers. */
export function metadataSuite(stack: () => Stack): void {
  test('film page: og:image shows the frame at the time in the URL', async () => {
    const content = (html: string, property: string) =>
      new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const read = async (path: string) => (await fetch(`${stack().url}${path}`)).text();
    const [plain, timed] = await Promise.all([read('/films/lorenz'), read('/films/lorenz?t=7')]);
    expect(content(timed, 'og:type')).toBe('video.other');
    for (const html of [plain, timed]) {
      expect(content(html, 'og:description')).toMatch(/\w{3}\.$/);
      expect(content(html, 'og:description')).not.toContain('Edward');
      const video = await fetch(content(html, 'og:video'), { method: 'HEAD' });
      expect(video.headers.get('content-type')).toBe(content(html, 'og:video:type'));
    }
    expect(content(timed, 'og:url')).toBe(`${stack().url}/films/lorenz?t=7`);
    const german = await read('/films/lorenz?t=7&lang=de');
    expect(content(german, 'og:url')).toBe(`${stack().url}/films/lorenz?t=7&lang=de`);
    expect(german).toMatch(/<ol [^>]*lang="de"/);
    expect(german).toContain('Schmetterling');
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

  test('feeds: topics, people and authors have their own, which their pages announce', async () => {
    for (const [path, title, entry] of [
      ['/topics/chaos', 'Chaos', '/films/lorenz'],
      ['/people/edward-lorenz', 'Edward N. Lorenz', '/films/lorenz'],
      ['/authors/ines-varga', 'Ines Varga', '/articles/sensitive-dependence'],
    ]) {
      const page = await (await fetch(`${stack().url}${path}`)).text();
      expect(page).toMatch(new RegExp(`type="application/atom\\+xml"[^>]* href="${path}/feed.xml"`));
      const response = await fetch(`${stack().url}${path}/feed.xml`);
      expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
      const feed = await response.text();
      expect(feed).toContain(`<title>${title} · Moving Figures</title>`);
      expect(feed).toContain(`<id>${stack().url}${entry}</id>`);
    }
    const missing = await fetch(`${stack().url}/topics/nothing/feed.xml`);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  test('feeds: have videos as enclosures, the authors of articles and their text, and no film that cannot be played', async () => {
    const [feed, film] = await Promise.all([
      fetch(`${stack().url}/feed.xml`).then((response) => response.text()),
      unreadyFilm(stack()),
    ]);
    const entries = feed.split('<entry>').slice(1);
    const entryOf = (path: string) =>
      entries.find((entry) => entry.includes(`<id>${stack().url}${path}</id>`));
    const [, enclosure = ''] =
      /rel="enclosure" type="video\/mp4" href="([^"]*)"/.exec(entryOf('/films/lorenz') ?? '') ?? [];
    expect((await fetch(enclosure, { method: 'HEAD' })).status).toBe(200);
    const article = entryOf('/articles/sensitive-dependence') ?? '';
    expect(article).toContain(`<name>Ines Varga</name><uri>${stack().url}/authors/ines-varga</uri>`);
    expect(article).toContain('&lt;h2&gt;');
    expect(article.length).toBeGreaterThan(5000);
    expect(entryOf(`/films/${film.slug}`)).toBeUndefined();
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
