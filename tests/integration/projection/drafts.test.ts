import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ContentSourceMap, resolveEditInfo } from '@sanity/client/csm';
import { stegaClean, stegaEncodeSourceMap } from '@sanity/client/stega';
import { createApiKey } from '../../support/createApiKey.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { sourcesIn } from './testing/sources.ts';

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

const SOURCE_MAP = { 'x-content-source-map': '1' };
const DRAFTS = { 'x-perspective': 'drafts' };

/** Sends an operation under the headers of an editor and others. */
async function send(text: string, headers: Record<string, string>, editor = editorHeaders) {
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...editor, ...headers },
    body: JSON.stringify({ query: text }),
  });
  const { data, errors, extensions } = await response.json();
  return { status: response.status, headers: response.headers, data, errors, extensions };
}

/** Sends a query of drafts with a source map. */
async function trace(text: string, headers: Record<string, string> = {}) {
  const { data, errors, extensions } = await send(text, { ...DRAFTS, ...SOURCE_MAP, ...headers });
  expect(errors).toBeUndefined();
  const map: ContentSourceMap = extensions.contentSourceMaps;
  return { data, map, sources: sourcesIn(map) };
}

describe('source maps', () => {
  test('lead from aliases, references, connections, lists and images to their documents', async () => {
    const { sources, map } = await trace(`{
      film(by: { slug: "lorenz" }) {
        __typename id heading: title slug year
        topics { title }
        chapters { name: title }
        credits { role person { name born lifespan } }
        articles(first: 1) { totalCount nodes { t: title } edges { cursor node { title } } pageInfo { endCursor } }
        poster { alt url(width: 100) width placeholder asset { assetId width originalFilename } }
        video { duration }
      }
      search(query: "quixotic", first: 1) {
        totalCount facets { values { value label } } edges { highlights { field } node { ... on Film { title slug } } }
      }
    }`);
    const lorenz = await stack.editor.getDocument('drafts.film-lorenz');
    const item = (list: string, i: number) => `$['${list}'][?(@._key=='${lorenz?.[list][i]._key}')]`;
    const image = lorenz?.poster.asset._ref;
    expect(sources).toEqual({
      "$['film']['heading']": "drafts.film-lorenz $['title']",
      "$['film']['slug']": "drafts.film-lorenz $['slug']['current']",
      "$['film']['year']": "drafts.film-lorenz $['year']",
      "$['film']['topics'][0]['title']": "topic-chaos $['title'][?(@._key=='en')]['value']",
      "$['film']['topics'][1]['title']": "topic-flow $['title'][?(@._key=='en')]['value']",
      "$['film']['topics'][2]['title']": "topic-fractals $['title'][?(@._key=='en')]['value']",
      ...Object.fromEntries(
        [0, 1, 2, 3].map((i) => [
          `$['film']['chapters'][${i}]['name']`,
          `drafts.film-lorenz ${item('chapters', i)}['title']`,
        ]),
      ),
      "$['film']['credits'][0]['role']": `drafts.film-lorenz ${item('credits', 0)}['role']`,
      "$['film']['credits'][0]['person']['name']": "person-lorenz $['name']",
      "$['film']['credits'][0]['person']['born']": "person-lorenz $['born']",
      "$['film']['credits'][1]['role']": `drafts.film-lorenz ${item('credits', 1)}['role']`,
      "$['film']['credits'][1]['person']['name']": "person-fetter $['name']",
      "$['film']['articles']['nodes'][0]['t']": "article-four-numbers $['title']",
      "$['film']['articles']['edges'][0]['node']['title']": "article-four-numbers $['title']",
      "$['film']['poster']['alt']": "drafts.film-lorenz $['poster']['alt']",
      "$['film']['poster']['placeholder']": `${image} $['metadata']['lqip']`,
      "$['film']['poster']['asset']['assetId']": "drafts.film-lorenz $['poster']['asset']['_ref']",
      "$['film']['poster']['asset']['originalFilename']": `${image} $['originalFilename']`,
      "$['search']['edges'][0]['node']['title']": "drafts.film-lorenz $['title']",
      "$['search']['edges'][0]['node']['slug']": "drafts.film-lorenz $['slug']['current']",
      "$['search']['edges'][1]['node']['title']": "drafts.film-unsaid $['title']",
      "$['search']['edges'][1]['node']['slug']": "drafts.film-unsaid $['slug']['current']",
    });
    expect(map.documents).toContainEqual({ _id: 'drafts.film-lorenz', _type: 'film' });
  });

  test('lead from the parts of a rich text to their places', async () => {
    const article = await stack.editor.getDocument('drafts.article-plates-that-sing');
    const { data, sources } = await trace(`{
      article(by: { slug: "plates-that-sing" }) { body {
        plainText readingMinutes json
        blocks {
          ... on RichTextNode { key }
          ... on TextBlock { style listItem children { ... on TextSpan { text marks } ... on Formula { tex } }
            markDefs { ... on InternalLink { document { ... on Film { title } } } ... on Footnote { text { blocks {
              ... on TextBlock { children { ... on TextSpan { text } } } } } } } }
          ... on Quotation { text attribution } ... on CodeListing { code html }
          ... on Illustration { image { alt caption srcSet(widths: [100]) } } ... on EmbeddedFilm { film { title } }
        }
        links { images { key image { alt } } documents { ... on Film { title } } }
      } }
    }`);
    const { body } = data.article;
    const path = "$['article']['body']";
    const place = (i: number) =>
      `drafts.article-plates-that-sing $['body'][?(@._key=='${body.json[i]._key}')]`;
    expect(sources[`${path}['json']`]).toBe("drafts.article-plates-that-sing $['body']");
    for (const name of ['plainText', 'readingMinutes'])
      expect(sources).not.toHaveProperty([`${path}['${name}']`]);
    expect(JSON.stringify(sources)).not.toMatch(/html|srcSet/);
    const expected = article?.body.flatMap(
      (block: Record<string, unknown>, i: number): [string, string][] => {
        const at = `${path}['blocks'][${i}]`;
        const texts = ((block.children ?? []) as Record<string, unknown>[]).flatMap(
          ({ _key, text, tex }, k) =>
            Object.keys({ ...(text !== undefined && { text }), ...(tex !== undefined && { tex }) }).map(
              (name): [string, string] => [
                `${at}['children'][${k}]['${name}']`,
                `${place(i)}['children'][?(@._key=='${_key}')]['${name}']`,
              ],
            ),
        );
        const own = Object.keys(block)
          .filter((name) => ['text', 'attribution', 'code', 'style'].includes(name))
          .map((name): [string, string] => [`${at}['${name}']`, `${place(i)}['${name}']`]);
        return [[`${at}['key']`, `${place(i)}['_key']`], ...own, ...texts];
      },
    );
    expect(sources).toMatchObject(Object.fromEntries(expected));
    const figure = body.json.findIndex(({ _type }: { _type: string }) => _type === 'figure');
    expect(sources).toMatchObject({
      [`${path}['blocks'][${figure}]['image']['alt']`]: `${place(figure)}['image']['alt']`,
      [`${path}['links']['images'][0]['image']['alt']`]: `${place(figure)}['image']['alt']`,
      [`${path}['links']['images'][0]['key']`]: `${place(figure)}['_key']`,
    });
    const footnotes = Object.entries(sources).filter(([key]) => key.includes("['markDefs']"));
    expect(footnotes.map(([, source]) => source)).toContainEqual(
      expect.stringMatching(/\['markDefs'\]\[\?.*\['text'\]\[/),
    );
  });

  test('lead to the translation that a response has', async () => {
    const { data, sources } = await trace('{ topic(by: { slug: "chaos" }) { title description } }', {
      'x-locale': 'de',
    });
    expect(data.topic.title).toBe('Chaos');
    expect(sources).toEqual({
      "$['topic']['title']": "topic-chaos $['title'][?(@._key=='de')]['value']",
      "$['topic']['description']": "topic-chaos $['description'][?(@._key=='de')]['value']",
    });
  });

  test('name the version of a release', async () => {
    const { sources } = await trace('query Q @contentSourceMaps { film(by: { slug: "lorenz" }) { title } }', {
      'x-perspective': 'rSpring',
    });
    expect(sources).toEqual({ "$['film']['title']": "versions.rSpring.film-lorenz $['title']" });
  });

  test('serve the SDK of Sanity: edit intents and texts with links', async () => {
    const { data, map } = await trace(
      '{ film(by: { slug: "lorenz" }) { name: title slug publishedAt credits { person { name } } } }',
    );
    expect(
      resolveEditInfo({
        studioUrl: 'https://studio.example',
        resultPath: ['film', 'credits', 1, 'person', 'name'],
        resultSourceMap: map,
      }),
    ).toMatchObject({ id: 'person-fetter', type: 'person', path: ['name'] });
    const encoded = stegaEncodeSourceMap(data, map, { enabled: true, studioUrl: 'https://studio.example' });
    expect(encoded).not.toEqual(data);
    expect(encoded.film.slug).toBe('lorenz');
    expect(stegaClean(encoded)).toEqual(data);
  });

  test('are there beside introspection and errors, without the values that errors replace', async () => {
    const { data, errors, extensions } = await send(
      `query @contentSourceMaps { __schema { queryType { name } } film(by: { slug: "lorenz" }) { title articles(first: 5000) { nodes { title } } } }`,
      DRAFTS,
    );
    expect(data).toMatchObject({ __schema: { queryType: { name: 'Query' } }, film: { articles: null } });
    expect(errors).toMatchObject([{ extensions: { code: 'PAGE_SIZE' } }]);
    expect(sourcesIn(extensions.contentSourceMaps)).toEqual({
      "$['film']['title']": "drafts.film-lorenz $['title']",
    });
  });

  test('are requested from the content service only by those who ask for them, and never stored', async () => {
    await stack.clearRequests();
    const plain = await send(LORENZ, DRAFTS);
    expect(plain.extensions).toBeUndefined();
    const traced = await send(LORENZ, { ...DRAFTS, ...SOURCE_MAP });
    const [first, second] = (await stack.requests()).content;
    expect(traced.data).toEqual(plain.data);
    expect(traced.headers.get('cache-control')).toBe('private, no-store');
    for (const name of ['etag', 'cache-tag', 'age']) expect(traced.headers.get(name)).toBeNull();
    expect((second?.bytes ?? 0) > (first?.bytes ?? 0)).toBe(true);
    expect((await send(LORENZ, DRAFTS)).extensions).toBeUndefined();
  });

  test('cost what their bytes cost', async () => {
    const text = `{ articles(first: 3) { nodes { body { blocks { ... on TextBlock { style children {
      ... on TextSpan { text } } } } } } } }`;
    const costs = await Promise.all(
      [{}, SOURCE_MAP].map(async (headers) => {
        const { extensions } = await send(text, { ...DRAFTS, 'x-trivium-cost': '1', ...headers });
        const bytes = JSON.stringify(extensions.contentSourceMaps ?? '').length;
        return { cost: extensions.cost.actualQueryCost, bytes };
      }),
    );
    const [plain, traced] = costs;
    expect(traced?.bytes).toBeGreaterThan(10_000);
    expect(traced?.cost - plain?.cost).toBeGreaterThan(9);
  });

  test.each([
    ['no key', {}, {}, 403, 'FORBIDDEN'],
    ['published content', undefined, {}, 400, 'NEEDS_PERSPECTIVE'],
    ['another value', undefined, { ...DRAFTS, 'x-content-source-map': '0' }, 400, 'BAD_REQUEST'],
  ])('are rejected for %s', async (_reason, editor, headers, status, code) => {
    await send(LORENZ, {}, editor);
    const byHeader = await send(LORENZ, { ...SOURCE_MAP, ...headers }, editor);
    expect(byHeader).toMatchObject({ status, errors: [{ extensions: { code } }] });
    expect(byHeader.data).toBeUndefined();
    if (code === 'BAD_REQUEST') return;
    const byDirective = await send(`query @contentSourceMaps ${LORENZ}`, headers, editor);
    expect(byDirective).toMatchObject({ status, errors: [{ extensions: { code } }] });
  });

  test('are rejected for subscriptions', async () => {
    const events = await fetch(`${stack.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...editorHeaders,
        ...DRAFTS,
        ...SOURCE_MAP,
      },
      body: JSON.stringify({ query: 'subscription { contentChanged { type } }' }),
    });
    expect(await events.text()).toContain('expected a query, got a subscription');
    expect(await send('subscription @contentSourceMaps { contentChanged { type } }', DRAFTS)).toMatchObject({
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  });
});
