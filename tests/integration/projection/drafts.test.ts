import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey } from '../../support/createApiKey.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let editorHeaders: Record<string, string>;
beforeAll(async () => {
  stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
  const apiKey = await createApiKey(stack, 'editor', ['read:drafts']);
  editorHeaders = { authorization: `Bearer ${apiKey}` };

  const lorenz = await stack.editor.getDocument('film-lorenz');
  if (!lorenz) throw new Error('expected a film of this id in the seed');
  await stack.editor
    .transaction()
    .createOrReplace({
      ...lorenz,
      _id: 'drafts.film-lorenz',
      title: 'Two quixotic wings',
      tagline: '',
      synopsis: [],
    })
    .createOrReplace({ ...lorenz, _id: 'versions.rSpring.film-lorenz', title: 'Wings of spring' })
    .createOrReplace({ ...lorenz, _id: 'versions.rSummer.film-lorenz', title: 'Summer wings' })
    .create({
      _id: 'drafts.film-unsaid',
      _type: 'film',
      title: 'A quixotic rehearsal',
      slug: { current: 'unsaid' },
      year: 1999,
      topics: lorenz.topics,
      credits: [],
    })
    .commit();
});
afterAll(async () => {
  await stack.close();
});

async function query(text: string, perspective?: string, headers: Record<string, string> = editorHeaders) {
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(perspective && { 'x-perspective': perspective }),
    },
    body: JSON.stringify({ query: text }),
  });
  const { data, errors } = await response.json();
  return { status: response.status, data, errors, headers: response.headers };
}
const LORENZ = '{ film(by: { slug: "lorenz" }) { id title articles { totalCount } } }';

describe('perspective drafts', () => {
  test('replaces published documents in all fields, under the same ids', async () => {
    const published = (await query(LORENZ)).data.film;
    const { data } = await query(
      `{ film(by: { slug: "lorenz" }) { id title articles { totalCount } }
         node(id: "${published.id}") { id ... on Film { title } }
         films(filter: { title: { matches: "*quixotic*" } }) { totalCount nodes { slug } }
         person(by: { slug: "edward-lorenz" }) { name }
         unsaid: film(by: { slug: "unsaid" }) { id title } }`,
      'drafts',
    );
    const draft = { ...published, title: 'Two quixotic wings' };
    expect(data.film).toEqual(draft);
    expect(data.node).toEqual({ id: draft.id, title: draft.title });
    expect(data.films.nodes.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['lorenz', 'unsaid']);
    expect(Buffer.from(data.unsaid.id, 'base64url').toString()).toBe('Film:film-unsaid');
    expect((await query('{ film(by: { slug: "unsaid" }) { id } }')).data.film).toBeNull();
  });

  test('searches drafts by their own text, not by the published text', async () => {
    const found = `{ search(query: "quixotic") { totalCount pageInfo { hasNextPage }
      edges { position cursor highlights { field } node { ... on Film { slug title } } } } }`;
    const { search } = (await query(found, 'drafts')).data;
    expect(search.totalCount).toBe(2);
    expect(search.edges.map(({ position }: { position: number }) => position)).toEqual([1, 2]);
    expect(search.edges.map(({ node }: { node: { slug: string } }) => node.slug).sort()).toEqual([
      'lorenz',
      'unsaid',
    ]);
    expect((await query(found)).data.search.totalCount).toBe(0);

    const before = `{ search(query: "butterfly", types: [FILM]) { nodes { ... on Film { slug } } } }`;
    const slugs = async (perspective?: string) =>
      (await query(before, perspective)).data.search.nodes.map(({ slug }: { slug: string }) => slug);
    expect(await slugs()).toContain('lorenz');
    expect(await slugs('drafts')).not.toContain('lorenz');
    const suggested = (
      await query('{ suggest(query: "quixotic reh") { items { ... on Film { slug } } } }', 'drafts')
    ).data;
    expect(suggested.suggest.items).toEqual([{ slug: 'unsaid' }]);
  });

  test('applies filters to drafts, and returns each document once over all pages', async () => {
    const filtered = async (filter: string) =>
      (
        await query(
          `{ search(query: "quixotic", filter: ${filter}) { nodes { ... on Film { slug } } } }`,
          'drafts',
        )
      ).data.search.nodes;
    expect(await filtered('{ year: { gte: 1999, lte: 1999 } }')).toEqual([{ slug: 'unsaid' }]);
    expect(await filtered('{ topics: { in: ["chaos"] } }')).toHaveLength(2);
    expect(await filtered('{ topics: { in: ["nothing"] } }')).toEqual([]);
    expect(
      (await query('{ search(query: "quixotic", types: [ARTICLE]) { totalCount } }', 'drafts')).data.search,
    ).toEqual({ totalCount: 0 });

    const seen: string[] = [];
    let after = 'null';
    let total = 0;
    for (let pages = 0; pages < 20; pages++) {
      const { search } = (
        await query(
          `{ search(query: "", types: [FILM], first: 5, after: ${after}) { totalCount pageInfo { hasNextPage endCursor } nodes { ... on Film { slug } } } }`,
          'drafts',
        )
      ).data;
      seen.push(...search.nodes.map(({ slug }: { slug: string }) => slug));
      total = search.totalCount;
      after = JSON.stringify(search.pageInfo.endCursor);
      if (!search.pageInfo.hasNextPage) break;
    }
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toEqual(expect.arrayContaining(['lorenz', 'unsaid']));
  });

  test('is never cached', async () => {
    for (const perspective of ['published', 'drafts', 'published', 'drafts', undefined]) {
      const { data, headers } = await query(LORENZ, perspective);
      const isDraft = perspective === 'drafts';
      expect(data.film.title).toBe(isDraft ? 'Two quixotic wings' : 'Lorenz’s butterfly');
      if (isDraft) {
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(headers.get('etag')).toBeNull();
        expect(headers.get('cache-tag')).toBeNull();
      }
      expect(headers.get('vary')).toContain('x-perspective');
    }
    await stack.editor.patch('drafts.film-lorenz').set({ title: 'Two quixotic wings, again' }).commit();
    expect((await query(LORENZ, 'drafts')).data.film.title).toBe('Two quixotic wings, again');
  });

  test('reads a release by its name', async () => {
    expect((await query(LORENZ, 'rSpring')).data.film.title).toBe('Wings of spring');
    expect((await query('{ film(by: { slug: "life" }) { title } }', 'rSpring')).data.film.title).toBeTruthy();
  });

  test('uses the search fallback while the search service is unavailable', async () => {
    const searchQuery =
      '{ search(query: "quixotic", first: 50) { totalCount nodes { ... on Film { slug title } } } }';
    await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
    const drafts = (await query(searchQuery, 'drafts')).data.search;
    const published = (await query(searchQuery)).data.search;
    await stack.setFaults('search');
    const titles = drafts.nodes.map(({ title }: { title: string }) => title).sort();
    expect(titles).toEqual(['A quixotic rehearsal', 'Two quixotic wings, again']);
    expect(drafts.totalCount).toBe(2);
    expect(published.totalCount).toBe(0);
  });

  test('is a list of releases, the first of which has the highest priority', async () => {
    const readTitle = async (perspective: string) =>
      (
        await query(
          '{ film(by: { slug: "lorenz" }) { title } unsaid: film(by: { slug: "unsaid" }) { title } }',
          perspective,
        )
      ).data;
    expect(await readTitle('rSummer,rSpring')).toEqual({ film: { title: 'Summer wings' }, unsaid: null });
    expect(await readTitle('rSpring,rSummer')).toEqual({ film: { title: 'Wings of spring' }, unsaid: null });
    expect(await readTitle('rAutumn,drafts')).toMatchObject({
      film: { title: expect.stringContaining('Two quixotic wings') },
      unsaid: { title: 'A quixotic rehearsal' },
    });
  });

  test('is rejected without the scope, and so is an unknown perspective', async () => {
    for (const perspective of ['drafts', 'rSpring'])
      expect(await query(LORENZ, perspective, {})).toMatchObject({
        status: 403,
        errors: [{ extensions: { code: 'FORBIDDEN' } }],
      });
    for (const perspective of [
      'raw',
      'previewDrafts',
      'drafts,published',
      'drafts,rSpring',
      'rSpring,rSpring',
      'rSpring,',
    ])
      expect(await query(LORENZ, perspective)).toMatchObject({
        status: 400,
        errors: [{ extensions: { code: 'BAD_REQUEST' } }],
      });
  });
});
