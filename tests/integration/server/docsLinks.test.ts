import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findExplorer } from '../../../gateway/http/routes/builtWeb.ts';
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
