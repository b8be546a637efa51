import { hash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GUIDE_PAGES } from '../../../gateway/sites/docs/guides/guidePages.ts';
import { idsIn, textOf } from '../../support/docs/pageMarkup.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

const pages = new Map<string, Promise<{ readonly response: Response; readonly text: string }>>();

/** Opens an address once. */
const open = (path: string) => {
  const page = pages.get(path) ?? load(path);
  pages.set(path, page);
  return page;
};

async function load(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${stack.url}${path}`, { headers });
  return { response, text: await response.text() };
}

describe('documentation', () => {
  test('serves a page to a client that sends the whole URL as the target', async () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const { port } = new URL(stack.url);
    request({ port, path: `${stack.url}/docs/pagination` }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end();
    expect(await promise).toBe(200);
  });

  test('opens at the link of an error', async () => {
    const { errors } = await stack.query('{ films(first: 1000) { totalCount } }');
    const url = String(errors[0]?.extensions?.url);
    const { response, text } = await open(url.split('#')[0] as string);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(idsIn(text)).toContain(new URL(url, stack.url).hash.slice(1));
  });

  test('begins with the overview', async () => {
    const response = await fetch(`${stack.url}/docs`);
    expect([response.status, new URL(response.url).pathname]).toEqual([200, '/docs/api']);
  });

  test('loads only its own files, and one inline script by its hash', async () => {
    const { response, text } = await open('/docs/errors');
    const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code as string);
    expect(scripts).toHaveLength(1);
    const sources = scripts.map((code) => `'sha256-${hash('sha256', code, 'base64')}'`);
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; script-src 'self' ${sources}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/<style| style="| on\w+="/);
    for (const [, file] of text.matchAll(/(?:stylesheet" href|module" src)="([^"]+)"/g)) {
      const { response: asset } = await open(file as string);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('names the origin of the deployment in examples', async () => {
    const { text } = await open('/docs/first-request');
    expect(textOf(text)).toContain(`curl ${stack.url}/graphql`);
    expect(text).not.toContain('127.0.0.1:4000');
    expect((await open('/docs/live-updates')).text).toContain(`${stack.url.replace('http', 'ws')}/graphql`);
  });

  test('names PUBLIC_URL in examples, also behind a proxy that ends TLS', async () => {
    const published = await startStack({
      hasIndex: false,
      env: { CONSUME_CHANGES: 'off', PUBLIC_URL: 'https://films.example' },
    });
    try {
      const read = async (path: string) => {
        const headers = { 'x-forwarded-proto': 'http' };
        return (await fetch(`${published.url}${path}`, { headers })).text();
      };
      expect(textOf(await read('/docs/first-request'))).toContain('curl https://films.example/graphql');
      expect(await read('/docs/live-updates.md')).toContain('wss://films.example/graphql');
      expect(await read('/llms.txt')).not.toContain(published.url);
    } finally {
      await published.close();
    }
  });

  test('is revalidated by its ETag', async () => {
    const { response } = await open('/docs/pagination');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    const { response: again, text } = await load('/docs/pagination', {
      'if-none-match': String(response.headers.get('etag')),
    });
    expect([again.status, text]).toEqual([304, '']);
  });

  test('is served as Markdown with working links', async () => {
    const { response, text } = await open('/docs/pagination.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# Pagination\n/);
    for (const [, target] of text.matchAll(/\]\((\/docs[^)#]*)/g))
      expect([target, (await open(target as string)).response.status]).toEqual([target, 200]);
    expect(text).not.toMatch(/\]\(\.\./);
  });

  test.each(['/llms.txt', '/docs/llms.txt'])('is listed in %s', async (path) => {
    const { text } = await open(path);
    for (const { title, name } of GUIDE_PAGES) expect(text).toContain(`- [${title}](/docs/${name}.md): `);
    expect(text).toContain('- [Film](/docs/reference/Film.md): ');
  });

  test('has a page for unknown names', async () => {
    const { response, text } = await load('/docs/reference/Nothing', { accept: 'text/html' });
    expect(response.status).toBe(404);
    expect(text).toContain('<h1>Not found</h1>');
    expect((await open('/docs/reference/Nothing.md')).response.status).toBe(404);
    const other = await load('/docs/nothing', { accept: 'text/html' });
    expect([other.response.status, other.text]).toEqual([404, expect.stringContaining('href="/docs/api"')]);
  });

  test('responds to programs with a JSON error for unknown addresses', async () => {
    for (const path of ['/docs/nothing', '/docs/reference/Nothing']) {
      const { response, text } = await load(path, { accept: 'application/json' });
      expect([path, response.status]).toEqual([path, 404]);
      expect(JSON.parse(text).errors[0].extensions).toEqual({
        code: 'NOT_FOUND',
        url: '/docs/errors#not_found',
      });
    }
  });

  test('redirects other forms of an address', async () => {
    for (const [path, target] of [
      ['/docs/', '/docs/api'],
      ['/docs.md', '/docs/api.md'],
      ['/docs/pagination/', '/docs/pagination'],
    ]) {
      const response = await fetch(`${stack.url}${path}`);
      expect([response.status, new URL(response.url).pathname]).toEqual([200, target]);
    }
  });
});

describe('search of the documentation', () => {
  const search = async (words: string) => {
    const { text } = await load(`/docs/find.json?${new URLSearchParams({ q: words })}`);
    return (JSON.parse(text).results as { path: string }[]).map(({ path }) => path);
  };

  test('finds sections, error codes, types and fields', async () => {
    expect((await search('cursor'))[0]).toBe('/docs/pagination#cursors');
    expect(await search('read backwards')).toContain('/docs/pagination#read-backwards');
    expect((await search('RATE_LIMITED'))[0]).toBe('/docs/errors#rate_limited');
    expect((await search('plainText'))[0]).toBe('/docs/reference/RichText#plainText');
    expect((await search('Query.films')).slice(0, 3)).toContain('/docs/reference/Query.films');
  });

  test('lists fields with one name and description once', async () => {
    const { text } = await load('/docs/find.json?q=cursor');
    const results = JSON.parse(text).results as { title: string; page: string }[];
    const fields = results.filter(({ title }) => title.endsWith('Edge.cursor'));
    expect(fields.map(({ page }) => page)).toEqual([expect.stringMatching(/Edge and \d+ other types$/)]);
  });

  test('tolerates typing errors', async () => {
    expect(await search('pagnation')).toContain('/docs/pagination');
  });

  test.each([
    ['sort', '/docs/ordering'],
    ['image resize', '/docs/images#a-responsive-image'],
    ['download', '/docs/images'],
    ['locale', '/docs/languages'],
    ['translations', '/docs/languages'],
    ['webhook', '/docs/live-updates'],
    ['infinite scroll', '/docs/pagination'],
    ['subtitles', '/docs/video'],
    ['filters', '/docs/filters'],
    ['persisted', '/docs/persisted-documents'],
    ['limits', '/docs/client-limits'],
    ['swift', '/docs/clients#code-generators'],
    ['android', '/docs/clients#code-generators'],
  ])('finds the guide for "%s" first', async (words, path) => {
    expect((await search(words))[0]).toBe(path);
  });

  test('corrects no word that the documentation has, and finds nothing for unknown words', async () => {
    const found = await search('mutation');
    expect(found).toContain('/docs/api');
    expect(found.filter((path) => /rotation|quotation|duration/i.test(path))).toEqual([]);
    expect(await search('cobol')).toEqual([]);
  });

  test.each(['image', 'duration', 'filter', 'locale'])(
    'lists guides before the reference: %s',
    async (word) => {
      const found = await search(word);
      const firstOfReference = found.findIndex((path) => path.startsWith('/docs/reference/'));
      expect(firstOfReference).not.toBe(0);
      expect(found.length).toBeGreaterThan(1);
    },
  );

  test('keeps a question mark in the words', async () => {
    const { text } = await load('/docs/find?q=what?cursor');
    expect(text).toContain('value="what?cursor"');
  });

  test('has a page without a script, which escapes the query', async () => {
    const { text } = await load(`/docs/find?${new URLSearchParams({ q: '<b>"cursor' })}`);
    expect(text).toContain('value="&lt;b&gt;&quot;cursor"');
    expect(text).not.toContain('<b>');
    const found = await load('/docs/find?q=cursor');
    expect(found.text).toMatch(/<ol class="found"><li><a href="\/docs\//);
    expect((await load('/docs/find')).response.status).toBe(200);
  });
});

test('pages and searches of the documentation: cost the address points', async () => {
  // A page of more than 4 kB and a search cost more than that.
  const limited = await startStack({ hasIndex: false, env: { RATE_LIMIT_ANONYMOUS: '54/1' } });
  try {
    const statuses: number[] = [];
    for (const path of ['/docs/find?q=film', '/docs/find.json?q=film', '/docs/api'])
      statuses.push((await fetch(`${limited.url}${path}`)).status);
    expect(statuses).toEqual([200, 429, 429]);
  } finally {
    await limited.close();
  }
});

test('examples of the reference: cost the reader as much as over /graphql, and have no response without the points', async () => {
  const limited = await startStack({ hasIndex: false, env: { RATE_LIMIT_ANONYMOUS: '120/1' } });
  try {
    const read = async (name: string) => {
      const response = await fetch(`${limited.url}/docs/reference/${name}.md`);
      return { status: response.status, hasResponse: (await response.text()).includes('```json output') };
    };
    // Two unknown documents and two requests to the content service. What is left pays for the next page alone.
    expect(await read('Query.film')).toEqual({ status: 200, hasResponse: true });
    expect(await read('Query.article')).toEqual({ status: 200, hasResponse: false });
  } finally {
    await limited.close();
  }
});
