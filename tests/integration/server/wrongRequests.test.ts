import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_PAGE_SIZE } from '../../../gateway/core/relay.ts';
import {
  graphqlGet as get,
  graphqlPost as post,
  type RawRequest,
  rawRequest,
} from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';

/** Points of a caller: enough for each request below, and not for the most expensive operation. */
const POINTS = 5000;

let stack: Stack;
beforeAll(async () => {
  const now = Date.now();
  stack = await startStack({
    hasIndex: false,
    now: () => now,
    env: { CONSUME_CHANGES: 'off', TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: `${POINTS}/1`, MAX_COST: '4000' },
  });
});
afterAll(() => stack.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const repeat = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n));
const deepVariable = (levels: number): unknown => (levels === 0 ? {} : { and: [deepVariable(levels - 1)] });
const FILTERED = 'query($f: FilmFilter) { films(filter: $f) { totalCount } }';
const nested = (levels: number): string =>
  levels === 0
    ? '{ __typename }'
    : `{ people(first: 1) { nodes { films(first: 1) { nodes ${nested(levels - 1)} } } } }`;

let addresses = 0;
/** Sends a request as a new caller, because rejections cost points. */
async function errorOf({ headers, ...request }: RawRequest) {
  addresses += 1;
  const { status, body } = await rawRequest(stack.url, {
    ...request,
    headers: { ...headers, 'x-forwarded-for': `10.1.0.${addresses}` },
  });
  const { errors } = JSON.parse(body.toString()) as {
    errors: { message: string; extensions: Record<string, unknown> }[];
  };
  expect(errors[0]?.message.length).toBeGreaterThan(0);
  return { status, extensions: errors[0]?.extensions };
}

describe('wrong requests of docs/errors.md', () => {
  test.each<[string, RawRequest, status: number, code: string, figures?: Record<string, unknown>]>([
    ['a body that is no JSON', post('{"query":'), 400, 'BAD_REQUEST'],
    ['no document', post({}), 422, 'BAD_REQUEST'],
    ['a batch', post([{ query: '{ __typename }' }]), 422, 'BAD_REQUEST'],
    ['variables of another type', post({ query: '{ __typename }', variables: 5 }), 422, 'BAD_REQUEST'],
    [
      'no acceptable media type',
      post({ query: '{ __typename }' }, { ...JSON_TYPE, accept: 'text/css' }),
      406,
      'BAD_REQUEST',
      { allowed: ['application/graphql-response+json', 'application/json', 'text/event-stream'] },
    ],
    [
      'a mutation by GET',
      get({ query: 'mutation { __typename }' }),
      405,
      'NEEDS_POST',
      { allowed: ['POST'] },
    ],
    [
      'another method',
      { method: 'PUT', path: '/graphql' },
      405,
      'METHOD_NOT_ALLOWED',
      { allowed: ['GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS'] },
    ],
    [
      'a body that is too large',
      post({ query: ' '.repeat(120_000) }),
      413,
      'UNSUPPORTED_BODY',
      { limit: 102_400 },
    ],
    [
      'a body of another type',
      post('query={__typename}', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_BODY',
      { allowed: ['application/json'] },
    ],
    ['an unknown address', { path: '/assets/gone.js' }, 404, 'NOT_FOUND'],
    ['a document that does not parse', post({ query: '{' }), 400, 'GRAPHQL_PARSE_FAILED'],
    ['a document that does not validate', post({ query: '{ nothing }' }), 422, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'several operations',
      post({ query: 'query A { __typename } query B { __typename }' }),
      422,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['an unknown document id', get({ documentId: 'Unknown' }), 422, 'PERSISTED_QUERY_NOT_FOUND'],
    ['a malformed document id', get({ documentId: 'md5:x' }), 422, 'PERSISTED_QUERY_MISMATCH'],
    [
      'a variable of another type',
      post({ query: 'query($n: Int) { films(first: $n) { totalCount } }', variables: { n: 'x' } }),
      422,
      'BAD_USER_INPUT',
    ],
    [
      'too large a page',
      post({ query: `{ films(first: ${MAX_PAGE_SIZE + 1}) { totalCount } }` }),
      422,
      'PAGE_SIZE',
      { limit: MAX_PAGE_SIZE },
    ],
    ['too many levels', post({ query: nested(6) }), 422, 'TOO_DEEP', { limit: expect.any(Number) }],
    [
      'too many levels of variables',
      post({ query: FILTERED, variables: { f: deepVariable(40) } }),
      422,
      'TOO_DEEP',
      { limit: 30 },
    ],
    [
      'too many aliases',
      post({ query: `{ ${repeat(40, (n) => `a${n}: __typename`).join(' ')} }` }),
      422,
      'TOO_MANY_ALIASES',
      { limit: 30 },
    ],
    [
      'too many directives',
      post({ query: `{ __typename ${repeat(40, () => '@skip(if: false)').join(' ')} }` }),
      422,
      'TOO_MANY_DIRECTIVES',
      { limit: 30 },
    ],
    [
      'too many duplicates',
      post({ query: `{ ${repeat(40, () => '__typename').join(' ')} }` }),
      422,
      'TOO_MANY_DUPLICATES',
      { limit: 30 },
    ],
    [
      'too high a cost',
      post({ query: '{ people(first: 100) { nodes { films(first: 100) { nodes { __typename } } } } }' }),
      422,
      'TOO_COSTLY',
      { limit: expect.any(Number), cost: expect.any(Number) },
    ],
    ['a subscription', post({ query: 'subscription { contentChanged { id } }' }), 294, 'NEEDS_WEBSOCKET'],
    [
      'an unknown key',
      post({ query: '{ __typename }' }, { ...JSON_TYPE, 'x-api-key': 'tv_live_x' }),
      401,
      'UNAUTHENTICATED',
    ],
    [
      'drafts without a key',
      post({ query: '{ __typename }' }, { ...JSON_TYPE, 'x-perspective': 'drafts' }),
      403,
      'FORBIDDEN',
    ],
    ['a key in the URL', get({ query: '{ __typename }', api_key: 'x' }), 400, 'KEY_IN_URL'],
  ])('%s', async (_, request, status, code, figures = {}) => {
    const error = await errorOf(request);
    expect(error).toMatchObject({ status, extensions: { code, ...figures } });
  });

  test('an exhausted rate limit', async () => {
    const request = post(
      { query: '{ films(first: 20) { nodes { slug } } }' },
      { ...JSON_TYPE, 'x-forwarded-for': '10.2.0.1' },
    );
    let response = await rawRequest(stack.url, request);
    for (let sent = 1; sent < POINTS && response.status === 200; sent++)
      response = await rawRequest(stack.url, request);
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(response.body.toString()).errors[0].extensions).toEqual({
      code: 'RATE_LIMITED',
      cost: expect.any(Number),
      available: expect.any(Number),
      limit: POINTS,
      retryAfter: expect.any(Number),
    });
  });
});
