import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { SCOPES } from '../../../gateway/core/scopes.ts';
import { ROOT, startStack } from '../../support/stack.ts';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

const VERSION = '2026-11-23-preview';

let server: StackWithKeys;
/** The headers of a caller with all scopes. */
let admin: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startStackWithKeys();
  admin = bearer((await server.apiKeys.create({ name: 'admin', scopes: [...SCOPES] })).secret);
});
afterAll(() => server.close());

const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${server.stack.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('changelog of the API', () => {
  test('lists the changes of each version by level, with links to the reference and the SDL', async () => {
    const { status, text } = await read('/docs/changelog');
    expect(status).toBe(200);
    expect(text).toContain(`<h2 id="${VERSION}">`);
    expect(text).toContain(`href="/docs/schema/${VERSION}.graphql"`);
    for (const level of ['breaking', 'dangerous', 'safe']) expect(text).toContain(`id="${VERSION}-${level}"`);
    expect(text).toContain('<a href="/docs/reference/Query.viewer"><code>Query.viewer</code></a>');
    expect(text).toContain('<a href="/docs/reference/RichText#blocks"><code>RichText.blocks</code></a>');
    // A part that was removed has no page.
    expect(text).toContain('<code>Query.topic(slug:)</code>');
  });

  test('shows changes of the parts that the scopes of the caller open', async () => {
    const open = await read('/docs/changelog.md');
    expect(open.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(open.text).not.toContain('Query.schemaUsage');
    expect((await read('/docs/changelog.md', admin)).text).toContain(
      '[`Query.schemaUsage`](/docs/reference/Query.schemaUsage)',
    );
  });

  test('is found by search and listed for language models', async () => {
    const { results } = JSON.parse((await read('/docs/find.json?q=changelog')).text);
    expect(results.map(({ path }: { path: string }) => path)).toContain('/docs/changelog');
    expect((await read('/llms.txt')).text).toContain('- [Changelog](/docs/changelog.md): ');
  });
});

describe('SDL of a version', () => {
  const path = `/docs/schema/${VERSION}.graphql`;

  test('is a schema, which shared caches may store', async () => {
    const { status, headers, text } = await read(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/graphql; charset=utf-8',
      'public, max-age=3600',
    ]);
    expect(buildSchema(text).getType('Film')).toBeDefined();
  });

  test('contains what the scopes of the caller open', async () => {
    const fieldsFor = async (headers?: Readonly<Record<string, string>>) =>
      Object.keys(
        buildSchema((await read(path, headers)).text)
          .getQueryType()
          ?.getFields() ?? {},
      );
    expect(await fieldsFor()).not.toContain('schemaUsage');
    expect(await fieldsFor(admin)).toContain('schemaUsage');
  });

  test('is an error for unknown versions and invalid keys', async () => {
    for (const name of ['2020-01-01.graphql', '..%2f..%2fcontract.graphql', VERSION])
      expect([name, (await read(`/docs/schema/${name}`)).status]).toEqual([name, 404]);
    expect((await read(path, { 'x-api-key': 'tv_live_unknown' })).status).toBe(401);
  });
});

test('changelog of another model: is empty without versions', async () => {
  const other = await startStack({
    schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
    hasIndex: false,
    env: { CONSUME_CHANGES: 'off' },
  });
  try {
    const text = await (await fetch(`${other.url}/docs/changelog.md`)).text();
    expect(text).toContain('No version is recorded yet.');
    expect((await fetch(`${other.url}/docs/schema/${VERSION}.graphql`)).status).toBe(404);
  } finally {
    await other.close();
  }
});

test('changelog without a key: is hidden where anonymous clients may not see the schema', async () => {
  const trusted = await startStack({
    hasIndex: false,
    env: { CONSUME_CHANGES: 'off', ANONYMOUS_ACCESS: 'trusted' },
  });
  try {
    const get = async (path: string) =>
      (await fetch(`${trusted.url}${path}`, { headers: { accept: 'text/html' } })).status;
    expect([await get('/docs/changelog'), await get(`/docs/schema/${VERSION}.graphql`)]).toEqual([404, 403]);
  } finally {
    await trusted.close();
  }
});
