import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { findExplorer } from '../../../gateway/http/pages/builtWeb.ts';
import { graphqlPost, type RawRequest, rawRequest } from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';

const SERVICE_LINKS = '</docs>; rel="service-doc", </schema.graphql>; rel="service-desc"';
const ERROR_LINKS = `</docs/errors>; rel="help", ${SERVICE_LINKS}`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

describe('links to the documentation', () => {
  test.each<[string, RawRequest]>([
    ['OPTIONS of the graph', { method: 'OPTIONS', path: '/graphql' }],
    ['the schema', { path: '/schema.graphql' }],
    ['health checks', { path: '/health/live' }],
  ])('%s: names documentation and schema', async (_, request) => {
    const { status, headers } = await rawRequest(stack.url, request);
    expect([status < 300, headers.link]).toEqual([true, SERVICE_LINKS]);
  });

  test.each<[string, RawRequest, number]>([
    ['a document that does not validate', graphqlPost({ query: '{ nothing }' }), 422],
    ['a request without a document', { path: '/graphql' }, 422],
    ['another method', { method: 'PUT', path: '/graphql' }, 405],
    ['an unknown address', { path: '/api/graphql' }, 404],
    ['a malformed URL', { path: '/%' }, 400],
  ])('errors: %s: names the error codes too', async (_, request, expected) => {
    const { status, headers, body } = await rawRequest(stack.url, request);
    expect([status, headers.link]).toEqual([expected, ERROR_LINKS]);
    expect(JSON.parse(body.toString()).errors[0].extensions.url).toMatch(/^\/docs\/errors#/);
  });

  test('lead to pages', async () => {
    const targets = [...ERROR_LINKS.matchAll(/<([^>]+)>/g)].map(([, target]) => target as string);
    for (const target of targets)
      expect([target, (await fetch(`${stack.url}${target}`)).status]).toEqual([target, 200]);
  });

  test('results: have none', async () => {
    const query = '{ __typename }';
    const get = { path: `/graphql?${new URLSearchParams({ query })}` };
    for (const request of [graphqlPost({ query }), get])
      expect((await rawRequest(stack.url, request)).headers.link).toBeUndefined();
  });
});

describe('misdirected requests', () => {
  test('a browser at the address of the graph gets the explorer or the documentation', async () => {
    const { status, headers } = await rawRequest(stack.url, {
      path: '/graphql',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect(status).toBe(303);
    expect(headers.location).toBe(findExplorer() ? '/explorer/' : '/docs');
    expect((await fetch(`${stack.url}${headers.location}`)).status).toBe(200);
  });

  test('an unknown address names that of the API', async () => {
    const { status, body } = await rawRequest(stack.url, { ...graphqlPost({}), path: '/api/graphql' });
    const { errors } = JSON.parse(body.toString());
    expect([status, errors[0].message]).toEqual([
      404,
      'expected an address of this server, got POST /api/graphql; GraphQL is at /graphql, its documentation at /docs',
    ]);
  });
});

describe('without the sites', () => {
  const ISSUER = 'https://login.example';
  let gateway: Gateway;
  beforeAll(async () => {
    const oidc = { OIDC_ISSUER: ISSUER, OIDC_AUDIENCE: 'trivium' };
    gateway = await createGateway(
      readConfig({ ...stack.env, ...oidc, PORT: '0', SITES: 'off', CONSUME_CHANGES: 'off' }),
    );
  });
  afterAll(() => gateway.close());

  test.each([
    '/docs',
    '/docs/api',
    '/docs/errors.md',
    '/docs/reference',
    '/docs/changelog',
    '/docs/find?q=x',
    '/docs/find.json?q=x',
    '/docs/clients/apollo.ts',
    '/docs/schema/1.graphql',
    '/llms.txt',
    '/docs/llms.txt',
    '/schema.graphql',
    '/explorer/',
    '/explorer/index.html',
    '/explorer/examples.json',
    '/mcp',
    '/content/films',
    '/robots.txt',
    '/sitemap.xml',
    '/feed.xml',
    '/favicon.svg',
    '/.well-known/oauth-protected-resource/mcp',
  ])('GET %s: is not found, and the error names the API only', async (path) => {
    const { status, headers, body } = await rawRequest(gateway.url, { path });
    expect([status, headers.link]).toEqual([404, '</docs/errors>; rel="help"']);
    const [{ message, extensions }] = JSON.parse(body.toString()).errors;
    expect(message).toBe(`expected an address of this server, got GET ${path}; GraphQL is at /graphql`);
    expect(extensions).toEqual({ code: 'NOT_FOUND', url: '/docs/errors#not_found' });
  });

  test.each(['/mcp', '/explorer/plan', '/explorer/programs'])('POST %s: is not found', async (path) => {
    const request = { ...graphqlPost({ query: '{ __typename }' }), path };
    expect((await rawRequest(gateway.url, request)).status).toBe(404);
  });

  test('/ lists what is served', async () => {
    const { status, headers, body } = await rawRequest(gateway.url, { path: '/' });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const paths = body.toString().match(/^\/\S+/gm) ?? [];
    expect(paths).toEqual(['/graphql', '/docs/errors', '/health/ready']);
    for (const path of paths.slice(1))
      expect([path, (await rawRequest(gateway.url, { path })).status]).toEqual([path, 200]);
  });

  test('the page of the error codes stands alone: it has each code and no link to another page', async () => {
    const page = (await rawRequest(gateway.url, { path: '/docs/errors' })).body.toString();
    const inPage = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => String(target));
    const others = inPage.filter((target) => !/^(#|https:)/.test(target));
    expect(others).toEqual([expect.stringMatching(/^\/docs\/assets\/site-\S+\.css$/)]);
    expect((await rawRequest(gateway.url, { path: others[0] as string })).status).toBe(200);
    expect(page).toContain('id="bad_user_input"');
  });

  test('results and introspection are as with the sites', async () => {
    const query = '{ __schema { queryType { name } } }';
    const responses = await Promise.all(
      [stack.url, gateway.url].map((url) => rawRequest(url, graphqlPost({ query }))),
    );
    for (const { status, headers, body } of responses)
      expect([status, headers.link, JSON.parse(body.toString())]).toEqual([
        200,
        undefined,
        { data: { __schema: { queryType: { name: 'Query' } } } },
      ]);
    const options = await rawRequest(gateway.url, { method: 'OPTIONS', path: '/graphql' });
    expect(options.headers.link).toBeUndefined();
  });

  test('a browser at the address of the graph gets an error, not a redirect', async () => {
    const { status, headers } = await rawRequest(gateway.url, {
      path: '/graphql',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([status, headers.location]).toEqual([422, undefined]);
  });

  test('the metadata of the resource do not name the documentation', async () => {
    const { body } = await rawRequest(gateway.url, { path: '/.well-known/oauth-protected-resource/graphql' });
    expect(Object.keys(JSON.parse(body.toString()))).not.toContain('resource_documentation');
  });
});

test('without the explorer: the documentation and the reader have no link to it', async () => {
  const env = { ...stack.env, PORT: '0', SITES: 'docs,reader', CONSUME_CHANGES: 'off' };
  const gateway = await createGateway(readConfig(env));
  try {
    for (const path of ['/docs/first-request', '/docs/api.md', '/docs/reference/Query.film', '/']) {
      const { status, body } = await rawRequest(gateway.url, { path });
      expect([path, status]).toEqual([path, 200]);
      expect(body.toString()).not.toMatch(/(href="|\()\/explorer\//);
    }
    expect((await rawRequest(stack.url, { path: '/docs/first-request' })).body.toString()).toMatch(
      /href="\/explorer\//,
    );
    const { headers } = await rawRequest(gateway.url, {
      path: '/graphql',
      headers: { accept: 'text/html' },
    });
    expect(headers.location).toBe('/docs');
  } finally {
    await gateway.close();
  }
});
