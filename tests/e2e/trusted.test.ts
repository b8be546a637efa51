import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type House, openHouse, ROOT } from '../support/stack.ts';

/** Milliseconds. */
const BUILDING = 180_000;

let house: House;
beforeAll(async () => {
  house = await openHouse({ env: { TRUSTED_DOCUMENTS: 'on', CONSUME_CHANGES: 'off' } });
}, BUILDING);
afterAll(() => house?.close());

interface Operation {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

const operations = (): Operation[] =>
  (JSON.parse(readFileSync(`${ROOT}web/dist/server/documents.json`, 'utf8')) as { operations: Operation[] })
    .operations;

/** How documents came to the gateway so far. */
async function came(): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${house.url}/metrics`)).text();
  return Object.fromEntries(
    [...metrics.matchAll(/trivium_graphql_documents_total\{source="(\w+)"\} (\d+)/g)].map(
      ([, source, count]) => [source, Number(count)],
    ),
  );
}

test('where registered documents alone are answered, every page is whole, and is made of ids alone', async () => {
  for (const path of [
    '/',
    '/films',
    '/films/lorenz',
    '/articles',
    '/search?q=waves',
    '/search?q=zzzzzz',
    '/people/edward-lorenz',
    '/topics/chaos',
    '/feed.xml',
    '/sitemap.xml',
    '/embed/films/lorenz',
    `/oembed?url=${encodeURIComponent(`${house.config.publicUrl}/films/lorenz`)}`,
  ]) {
    const answer = await fetch(`${house.url}${path}`);
    const text = await answer.text();
    expect({
      path,
      status: answer.status,
      faults: /could not be shown|older edition/.exec(text)?.[0],
    }).toEqual({
      path,
      status: path.startsWith('/oembed') ? expect.any(Number) : 200,
      faults: undefined,
    });
  }
  expect(await came()).toEqual({ trusted: expect.any(Number) });
});

test('the documents of the app are registered as they are sent, and fit the schema', async () => {
  const refused: string[] = [];
  for (const { id, name, type, body } of operations()) {
    if (type !== 'query') continue;
    const parameters = new URLSearchParams({
      extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: id } }),
    });
    const answer = await fetch(`${house.url}/graphql?${parameters}`, {
      headers: { 'apollo-require-preflight': '1' },
    });
    const { errors = [] } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
    // Without its variables an operation may be refused for that, and for nothing else.
    if (errors.some(({ extensions }) => extensions.code !== 'BAD_USER_INPUT'))
      refused.push(`${name} ${JSON.stringify(errors)} ${body}`);
  }
  expect(refused).toEqual([]);
});

test('the ids stand in the files of the app', () => {
  const dist = `${ROOT}web/dist/`;
  const textOf = (files: string) =>
    globSync(files, { cwd: dist })
      .map((file) => readFileSync(`${dist}${file}`, 'utf8'))
      .join();
  const [browsers, server] = [textOf('app/assets/*.js'), textOf('server/**/*.js')];
  const queries = operations().filter(({ type }) => type === 'query');
  expect(queries.filter(({ id }) => !server.includes(id)).map(({ name }) => name)).toEqual([]);
  // Feeds and maps are made on the server alone.
  const shown = queries.filter(({ name }) => !/^(Feed|OEmbed|Sitemap)/.test(name));
  expect(shown.filter(({ id }) => !browsers.includes(id)).map(({ name }) => name)).toEqual([]);
});
