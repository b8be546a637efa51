import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT, type Stack, startStack } from '../support/stack.ts';

const SETUP_TIMEOUT_MS = 180_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { ANONYMOUS_ACCESS: 'trusted', CONSUME_CHANGES: 'off' } });
}, SETUP_TIMEOUT_MS);
afterAll(() => stack?.close());

interface Operation {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

const readOperations = (): Operation[] =>
  (JSON.parse(readFileSync(`${ROOT}web/dist/server/documents.json`, 'utf8')) as { operations: Operation[] })
    .operations;

/** Returns the number of operations so far by the source of their documents. */
async function requestsBySource(): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  return Object.fromEntries(
    [...metrics.matchAll(/trivium_graphql_documents_total\{source="(\w+)"\} (\d+)/g)].map(
      ([, source, count]) => [source, Number(count)],
    ),
  );
}

test('trusted documents: every page renders with them, and no query text is sent', async () => {
  for (const path of [
    '/',
    '/films',
    '/films/lorenz',
    '/articles',
    '/search?q=waves',
    '/search?q=zzzzzz',
    '/people/edward-lorenz',
    '/topics/chaos',
    '/authors/ines-varga',
    '/feed.xml',
    '/topics/chaos/feed.xml',
    '/people/edward-lorenz/feed.xml',
    '/authors/ines-varga/feed.xml',
    '/sitemap.xml',
    '/embed/films/lorenz',
    `/oembed?url=${encodeURIComponent(`${stack.config.publicUrl}/films/lorenz`)}`,
  ]) {
    const response = await fetch(`${stack.url}${path}`);
    const text = await response.text();
    expect({
      path,
      status: response.status,
      error: /could not be shown|is out of date/.exec(text)?.[0],
    }).toEqual({
      path,
      status: path.startsWith('/oembed') ? expect.any(Number) : 200,
      error: undefined,
    });
  }
  expect(await requestsBySource()).toEqual({ trusted: expect.any(Number) });
});

test('trusted documents: the gateway executes the documents of the app', async () => {
  const rejected: string[] = [];
  for (const { id, name, type, body } of readOperations()) {
    if (type !== 'query') continue;
    const parameters = new URLSearchParams({
      extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: id } }),
    });
    const response = await fetch(`${stack.url}/graphql?${parameters}`);
    const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    // BAD_USER_INPUT is expected where the operation requires variables.
    if (errors.some(({ extensions }) => extensions.code !== 'BAD_USER_INPUT'))
      rejected.push(`${name} ${JSON.stringify(errors)} ${body}`);
  }
  expect(rejected).toEqual([]);
});

test('trusted documents: the built app contains their ids', () => {
  const dist = `${ROOT}web/dist/`;
  const textOf = (files: string) =>
    globSync(files, { cwd: dist })
      .map((file) => readFileSync(`${dist}${file}`, 'utf8'))
      .join();
  const [browserCode, serverCode] = [textOf('app/assets/*.js'), textOf('server/**/*.js')];
  const queries = readOperations().filter(({ type }) => type === 'query');
  expect(queries.filter(({ id }) => !serverCode.includes(id)).map(({ name }) => name)).toEqual([]);
  // Feeds, sitemaps, oEmbed and articles as Markdown are rendered by the server only.
  const pageQueries = queries.filter(({ name }) => !/^(ArticleMarkdown|OEmbed|Sitemap)|Feed/.test(name));
  expect(pageQueries.filter(({ id }) => !browserCode.includes(id)).map(({ name }) => name)).toEqual([]);
});
