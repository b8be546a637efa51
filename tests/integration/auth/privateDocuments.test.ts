import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import type { Scope } from '../../../gateway/core/scopes.ts';
import { createIndexWriter } from '../../../gateway/providers/search/indexing/writer.ts';
import { createSubscriber } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';
import { type ScopedStack, startScopedStack } from './testing/scopedStack.ts';

const ID = 'internal.salaries';
const SECRET = 'Zymurgy of salaries';
const PRIVATE: readonly Scope[] = ['read:private'];

let scoped: ScopedStack;
beforeAll(async () => {
  scoped = await startScopedStack({});
  const { stack } = scoped;
  await stack.connectWebhooks();
  await stack.editor.create({
    _id: 'internal.person',
    _type: 'person',
    name: SECRET,
    slug: { current: 'zed' },
  });
  await stack.editor.create({
    _id: ID,
    _type: 'film',
    title: SECRET,
    slug: { current: 'salaries' },
    credits: [{ _key: 'a', role: 'Idea', person: { _type: 'reference', _ref: 'internal.person' } }],
  });
  await stack.editor
    .patch('film-lorenz')
    .set({ credits: [{ _key: 'a', role: 'Idea', person: { _type: 'reference', _ref: 'internal.person' } }] })
    .commit();
});
afterAll(() => scoped.close());

const filmId = toGlobalId('Film', ID);
const OPERATIONS = {
  list: '{ films(first: 100) { totalCount nodes { title } } }',
  count: `{ films(filter: { title: { eq: "${SECRET}" } }) { totalCount } }`,
  lookup: '{ film(by: { slug: "salaries" }) { title } }',
  node: `{ node(id: "${filmId}") { ... on Film { title } } }`,
  nodes: `{ nodes(ids: ["${filmId}"]) { ... on Film { title } } }`,
  reference: '{ film(by: { slug: "lorenz" }) { credits { person { name } } } }',
  filter: `{ films(filter: { credits: { some: { person: { name: { eq: "${SECRET}" } } } } }) { totalCount nodes { slug } } }`,
} as const;

describe('private documents', () => {
  test.each(Object.entries(OPERATIONS))('are only for callers with the scope: %s', async (_name, text) => {
    // Either caller may fill the caches first.
    for (const scopes of [[], PRIVATE, [], PRIVATE] as const) {
      const { data, errors } = await scoped.query(scopes, text);
      expect(errors).toEqual([]);
      const isShown = /Zymurgy|"totalCount":[1-9]\d?,"nodes":\[\{"slug"|"totalCount":1\b/.test(
        JSON.stringify(data),
      );
      expect(isShown).toBe(scopes.length > 0);
    }
  });

  test('are not visible with another scope, nor as drafts', async () => {
    for (const scopes of [['read:published'], ['read:usage', 'index:write']] as const) {
      const { data } = await scoped.query(scopes, OPERATIONS.lookup);
      expect(data.film).toBeNull();
    }
    await scoped.stack.editor.create({
      _id: `drafts.${ID}`,
      _type: 'film',
      title: SECRET,
      slug: { current: 'salaries' },
      credits: [],
    });
    const read = async (scopes: readonly Scope[]) => {
      const response = await fetch(`${scoped.stack.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-perspective': 'drafts',
          ...(await scoped.headersOf(scopes)),
        },
        body: JSON.stringify({ query: OPERATIONS.lookup }),
      });
      return (await response.json()).data.film;
    };
    expect(await read(['read:drafts'])).toBeNull();
    expect(await read(['read:drafts', 'read:private'])).toEqual({ title: SECRET });
    // A draft of a public document has no dot in its id.
    await scoped.stack.editor.create({
      _id: 'drafts.film-new',
      _type: 'film',
      title: 'New',
      slug: { current: 'new-one' },
      credits: [],
    });
    const { headersOf, stack } = scoped;
    const response = await fetch(`${stack.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-perspective': 'drafts',
        ...(await headersOf(['read:drafts'])),
      },
      body: JSON.stringify({ query: '{ film(by: { slug: "new-one" }) { title } }' }),
    });
    expect((await response.json()).data.film).toEqual({ title: 'New' });
  });

  test('are not in the search index, nor are their titles in records of others', async () => {
    const { stack } = scoped;
    await stack.editor.patch('film-lorenz').set({ title: 'Zephyr' }).commit();
    const search = async (query: string) =>
      (await scoped.query(PRIVATE, `{ search(query: "${query}") { totalCount } }`)).data.search.totalCount;
    await within(2_000, async () => expect(await search('zephyr')).toBe(1));
    expect(await search('zymurgy')).toBe(0);
    const writer = createIndexWriter(stack.config.search, stack.indexes.names);
    for (const index of Object.values(writer.indexes))
      for await (const record of writer.browse(index))
        expect(JSON.stringify(record)).not.toMatch(/Zymurgy|internal\./);
  });

  test('are told to subscribers with the scope only', async () => {
    const { stack } = scoped;
    const subscribe = async (scopes: readonly Scope[]) => {
      const client = createSubscriber(stack.url, { connectionParams: await scoped.headersOf(scopes) });
      const ids: string[] = [];
      let isOpen = false;
      client.subscribe<{ contentChanged: { documentId: string } }>(
        { query: 'subscription { contentChanged(types: [FILM]) { documentId } }' },
        {
          next: ({ data }) => void ids.push(data?.contentChanged.documentId ?? ''),
          error: () => {},
          complete: () => {},
        },
      );
      client.on('connected', () => {
        isOpen = true;
      });
      await within(500, () => expect(isOpen).toBe(true));
      return { ids, client };
    };
    const [outside, inside] = [await subscribe([]), await subscribe(PRIVATE)];
    let n = 0;
    await within(10_000, async () => {
      n += 1;
      await stack.editor.patch(ID).set({ year: n }).commit();
      await stack.editor
        .patch('film-boids')
        .set({ year: 1900 + n })
        .commit();
      expect(inside.ids).toContain(filmId);
      expect(outside.ids).toContain(toGlobalId('Film', 'film-boids'));
    });
    expect(outside.ids).not.toContain(filmId);
    await Promise.all([outside.client.dispose(), inside.client.dispose()]);
  });

  test('are on no page, and in no feed and sitemap', async () => {
    for (const path of ['/films/salaries', '/feed.xml', '/sitemap.xml', '/films/salaries.md']) {
      const response = await fetch(`${scoped.stack.url}${path}`);
      expect(await response.text()).not.toMatch(/Zymurgy|salaries</);
    }
  });
});
