import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLSchema, isCompositeType, parse, validate } from 'graphql';
import { openStorage } from '../../../gateway/app/storage.ts';
import { SCOPES } from '../../../gateway/core/scopes.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { CodeBlock, ExampleOperation } from '../../../gateway/sites/docs/markdown/examples.ts';
import { readExamples } from '../../../gateway/sites/docs/markdown/renderMarkdown.ts';
import { EXAMPLE_ID } from '../../../gateway/sites/docs/reference/exampleValues.ts';
import { isPrinted } from '../../support/docs/printedOutput.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { bearer } from '../../support/stackWithKeys.ts';

let stack: Stack;
/** The headers of a caller with all scopes. */
let admin: Readonly<Record<string, string>>;
let keyId: string;
/** The schema that a caller without a key sees. */
let schema: GraphQLSchema;
beforeAll(async () => {
  stack = await startStack({
    env: { CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off', RATE_LIMIT_KEY: 'off' },
  });
  const storage = openStorage(stack.config, () => undefined);
  const { key, secret } = await createApiKeys(storage.keys).create({ name: 'admin', scopes: [...SCOPES] });
  const other = await createApiKeys(storage.keys).create({ name: 'other', scopes: ['read:published'] });
  await storage[Symbol.asyncDispose]();
  expect(key.name).toBe('admin');
  admin = bearer(secret);
  keyId = other.key.id;
  schema = buildSchema((await read('/schema.graphql')).text);
});
afterAll(() => stack.close());

const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${stack.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

interface ReferencePage {
  readonly name: string;
  readonly markdown: string;
  readonly example: ExampleOperation | undefined;
  readonly response: CodeBlock | undefined;
}

/** Reads a page, with its example and response. */
async function readPage(
  name: string,
  headers: Readonly<Record<string, string>> = {},
  url = stack.url,
): Promise<ReferencePage> {
  const markdown = await (await fetch(`${url}/docs/reference/${name}.md`, { headers })).text();
  const [first] = await readExamples(markdown);
  return { name, markdown, example: first?.operation, response: first?.output };
}

/** Reads all pages of the reference that a caller sees. */
async function readPages(headers: Readonly<Record<string, string>> = {}): Promise<readonly ReferencePage[]> {
  const { text } = await read('/docs/llms.txt', headers);
  const names = [...text.matchAll(/\(\/docs\/reference\/([\w.]+)\.md\)/g)].map(([, name]) => name as string);
  const pages: ReferencePage[] = [];
  for (const name of names) pages.push(await readPage(name, headers));
  return pages;
}

/** Executes an example. Those of mutations get the id of a key. Returns the errors. */
async function execute(example: ExampleOperation, headers: Readonly<Record<string, string>>) {
  const { query, variables } = example;
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }).replaceAll(EXAMPLE_ID, keyId),
  });
  return ((await response.json()) as { errors?: unknown }).errors;
}

/** Validates the examples of pages, and executes queries and mutations. */
async function failuresOf(
  pages: readonly ReferencePage[],
  visible: GraphQLSchema,
  headers: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const { name, example } of pages) {
    if (!example) continue;
    const faults = validate(visible, parse(example.query)).map(({ message }) => message);
    const isExecuted = faults.length === 0 && !example.query.startsWith('subscription');
    const errors = isExecuted ? await execute(example, headers) : undefined;
    if (faults.length > 0 || errors) failures.push({ name, example, faults, errors });
  }
  return failures;
}

describe('reference', () => {
  test('has a page for each type, with examples that run', async () => {
    const open = await readPages();
    expect(await failuresOf(open, schema, {})).toEqual([]);
    const names = open.map(({ name }) => name);
    const types = Object.keys(schema.getTypeMap()).filter(
      (name) => !/^(__|String$|Int$|Float$|Boolean$|ID$)/.test(name),
    );
    expect(names).toEqual(expect.arrayContaining(types));
    // Only root types, and types that the sample does not use, have no example.
    expect(open.filter(({ example }) => !example).length).toBeLessThan(names.length / 10);

    const added = (await readPages(admin)).filter(({ name }) => !names.includes(name));
    expect(added.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Mutation.createApiKey', 'Query.apiKeys', 'ApiKeyCreator']),
    );
    const whole = buildSchema((await read('/schema.graphql', admin)).text);
    expect(await failuresOf(added, whole, admin)).toEqual([]);
  }, 120_000);

  test('describes origin, nullability, cost, requests and cache lifetime', async () => {
    const { text: film } = await read('/docs/reference/Film.md');
    expect(film).toContain('- **Origin:** `_type == "film"`, `@document`');
    const part = (name: string) => film.split('### ').find((text) => text.startsWith(`\`${name}\``)) ?? '';
    expect(part('slug')).toContain(
      '- **Type:** `String!`\n- **Null:** never\n- **Origin:** `@groq(expr: "slug.current")`',
    );
    expect(part('tagline')).toContain('- **Origin:** the attribute `tagline`, `@searchable(weight: 5)`');
    expect(part('video')).toContain('- **Requests:** 1 to the media service; 25 points each, none if cached');
    expect(part('articles')).toContain('- **Null:** only with an error at its path');
    expect(part('id')).toContain('- **Origin:** derived by the gateway');
    const { text: films } = await read('/docs/reference/Query.films.md');
    expect(films).toContain('- **Origin:** derived from `Film`: `@document`');
    expect(films).toMatch(/- \*\*Cache:\*\* \d+ s, the default of this deployment/);
    expect(films).toMatch(/costs at most \d+ points, with these requests: 1 to the content service\./);
    expect((await read('/docs/reference/RichText.md')).text).toContain('- **Cost:** 10 points');
  });

  test('names the cost that the gateway calculates', async () => {
    const { text } = await read('/docs/reference/Query.films.md');
    const [example] = await readExamples(text);
    const response = await fetch(`${stack.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-trivium-cost': '1' },
      body: JSON.stringify(example?.operation),
    });
    const { extensions } = (await response.json()) as {
      extensions: { cost: { requestedQueryCost: number } };
    };
    expect(text).toContain(`costs at most ${extensions.cost.requestedQueryCost} points`);
  });

  test('shows what the key of the request allows, and shares only the public part', async () => {
    const hidden = await read('/docs/reference/Query.apiKeys');
    expect(hidden.status).toBe(404);
    expect((await read('/docs/reference')).text).not.toContain('Query.apiKeys');
    const shown = await read('/docs/reference/Query.apiKeys', admin);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(shown.text).toContain('<code>keys:write</code>');
    expect((await read('/docs/reference/Query.films')).headers.get('vary')).toMatch(
      /authorization, x-api-key/,
    );
    const { text: found } = await read('/docs/find.json?q=createApiKey');
    expect(
      JSON.parse(found).results.filter(({ path }: { path: string }) => path.includes('reference')),
    ).toEqual([]);
  });

  test('groups types and root fields by provider', async () => {
    const { text } = await read('/docs/reference.md');
    const group = (title: string) => text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
    expect(group('Content')).toMatch(/`Query\.films`[\s\S]*`Film`[\s\S]*`FilmFilter`[\s\S]*`Image`/);
    expect(group('Media')).toMatch(/`Video`/);
    expect(group('Search')).toMatch(/`Query\.search`[\s\S]*`SearchFilter`/);
    expect(group('Gateway')).toMatch(/`Query\.rateLimit`/);
  });
});

describe('responses of the reference', () => {
  /** Their responses change with time, or name their query for analytics. */
  const CHANGING = new Set(['RateLimit', 'Query.rateLimit', 'SearchConnection', 'Query.search']);

  test('are what the gateway answers to the operation of the page, at each query and object type', async () => {
    const pages = await readPages();
    const answered = pages.filter(({ response }) => response);
    const missing = pages
      .filter(({ name, example, response }) => !response && example && isAnswered(name, example))
      .map(({ name }) => name);
    expect(missing).toEqual([]);
    const differing: unknown[] = [];
    for (const { name, example, response } of answered) {
      if (CHANGING.has(name) || !example || !response) continue;
      const { data, errors } = await stack.query(example.query, { ...example.variables });
      const isSame = errors.length === 0 && isPrinted(response, JSON.stringify({ data }));
      if (!isSame) differing.push({ name, response, data, errors });
    }
    expect(differing).toEqual([]);
  }, 60_000);

  /** Pages of input types, enums and scalars have an example alone, and a subscription has events. */
  const isAnswered = (name: string, { query }: ExampleOperation) =>
    query.startsWith('query') && (name.startsWith('Query.') || isCompositeType(schema.getType(name)));

  test('have keys, ids and words of the content', async () => {
    const [film, nodes, search, moments, facet, status] = await Promise.all(
      [
        'Query.film',
        'Query.nodes',
        'Query.search',
        'Query.moments',
        'Facet',
        'Subscription.videoChanged',
      ].map(async (name) => readPage(name)),
    );
    expect({ slug: dataOf(film).film.slug }).toEqual(film?.example?.variables?.by);
    expect([dataOf(nodes).nodes[0].id]).toEqual(nodes?.example?.variables?.ids);
    expect(dataOf(search).search.totalCount).toBeGreaterThan(0);
    expect(dataOf(search).search.nodes[0].label).toEqual(expect.any(String));
    expect(dataOf(moments).moments.totalCount).toBeGreaterThan(0);
    expect(dataOf(facet).search.facets[0].key).toBe('TYPE');
    const { data } = await stack.query(
      'query ($id: ID!) { node(id: $id) { id } }',
      status?.example?.variables,
    );
    expect([data.node.id, status?.response]).toEqual([status?.example?.variables?.id, undefined]);
  });

  test('of mutations are not made', async () => {
    const page = await readPage('Mutation.createApiKey', admin);
    expect([page.example?.query.startsWith('mutation'), page.response]).toEqual([true, undefined]);
    const { text } = await read('/docs/reference/Query.apiKeys.md', admin);
    expect(text.match(/"keyId"/g)).toHaveLength(2);
  });

  test('are not stored by shared caches, and revalidated by browsers', async () => {
    const first = await read('/docs/reference/Query.film');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect((await read('/docs/reference/Query.film', { 'if-none-match': etag })).status).toBe(304);
    expect((await read('/docs/reference/FilmFilter')).headers.get('cache-control')).toBe(
      'public, max-age=300',
    );
  });

  test('are in the language of the request', async () => {
    const { markdown } = await readPage('Topic', { 'x-locale': 'de' });
    const { data } = await stack.query('{ topics(first: 1) { nodes { title } } }', {}, 'de');
    expect(markdown).toContain(JSON.stringify(data.topics.nodes[0].title));
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the page's operation
const dataOf = (page: ReferencePage | undefined): any => JSON.parse(page?.response?.code ?? '').data;

describe('reference of another deployment', () => {
  test('describes its model', async () => {
    const other = await startStack({
      schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
      seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
      hasCache: false,
      env: { CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
    });
    try {
      const { status } = await fetch(`${other.url}/docs/reference/Cuisine`);
      expect(status).toBe(200);
      const { example } = await readPage('Cuisine', {}, other.url);
      expect((await other.query(example?.query ?? '', { ...example?.variables })).errors).toEqual([]);
      // A page shows what is true for its own content, and nothing if the content cannot be read.
      const page = await readPage('Query.recipe', {}, other.url);
      const { data } = await other.query(page.example?.query ?? '', { ...page.example?.variables });
      expect(dataOf(page)).toEqual(data);
      await other.setFaults('content', [{ kind: 'status', status: 400 }]);
      const failing = await readPage('Query.recipe', {}, other.url);
      expect([failing.example !== undefined, failing.response]).toEqual([true, undefined]);
    } finally {
      await other.close();
    }
  });

  test('needs a key where anonymous callers may not see the schema', async () => {
    const closed = await startStack({
      hasIndex: false,
      env: { CONSUME_CHANGES: 'off', ANONYMOUS_ACCESS: 'off' },
    });
    try {
      const response = await fetch(`${closed.url}/docs/reference/Film`, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('No schema without a key');
      expect((await fetch(`${closed.url}/docs/errors`)).status).toBe(200);
    } finally {
      await closed.close();
    }
  });
});
