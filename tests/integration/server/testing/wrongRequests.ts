import { expect } from '@jest/globals';
import { MAX_PAGE_SIZE } from '../../../../gateway/core/relay.ts';
import { graphqlGet as get, graphqlPost as post, type RawRequest } from '../../../support/rawRequest.ts';

/** A request that is rejected, with the status, the code and the figures of its error. */
export type WrongRequest = readonly [
  title: string,
  request: RawRequest,
  status: number,
  code: string,
  figures?: Readonly<Record<string, unknown>>,
];

/** `MAX_COST` of the gateway that receives the requests. */
export const MAX_COST = 4000;

const JSON_TYPE = { 'content-type': 'application/json' };
const repeat = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n));
const deepVariable = (levels: number): unknown => (levels === 0 ? {} : { and: [deepVariable(levels - 1)] });
const FILTERED = 'query($f: FilmFilter) { films(filter: $f) { totalCount } }';
const nested = (levels: number): string =>
  levels === 0
    ? '{ __typename }'
    : `{ people(first: 1) { nodes { films(first: 1) { nodes ${nested(levels - 1)} } } } }`;

const spread = (name: string): string => Array.from({ length: 50 }, () => `...${name}`).join(' ');
const fragment = (name: string, selections: string): string => `fragment ${name} on Query { ${selections} }`;

/** Wrong requests to a gateway without faults. */
export const WRONG_REQUESTS: readonly WrongRequest[] = [
  ['a body that is no JSON', post('{"query":'), 400, 'BAD_REQUEST'],
  ['no document', post({}), 422, 'BAD_GRAPHQL_REQUEST'],
  ['a batch', post([{ query: '{ __typename }' }]), 422, 'BAD_GRAPHQL_REQUEST'],
  ['variables of another type', post({ query: '{ __typename }', variables: 5 }), 422, 'BAD_GRAPHQL_REQUEST'],
  [
    'too large headers',
    get({ query: `{ __typename } #${'x'.repeat(16_384)}` }),
    431,
    'HEADERS_TOO_LARGE',
    { limit: 16_384 },
  ],
  [
    'no acceptable media type',
    post({ query: '{ __typename }' }, { ...JSON_TYPE, accept: 'text/css' }),
    406,
    'NOT_ACCEPTABLE',
    { allowed: ['application/graphql-response+json', 'application/json', 'text/event-stream'] },
  ],
  ['a mutation by GET', get({ query: 'mutation { __typename }' }), 405, 'NEEDS_POST', { allowed: ['POST'] }],
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
    294,
    'PAGE_SIZE',
    { argument: 'first', minimum: 0, limit: MAX_PAGE_SIZE, actual: MAX_PAGE_SIZE + 1 },
  ],
  ['too many levels', post({ query: nested(6) }), 422, 'TOO_DEEP', { limit: 10, actual: 12 }],
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
    post({ query: `{ ${repeat(110, () => '__typename').join(' ')} }` }),
    422,
    'TOO_MANY_DUPLICATES',
    { limit: 100 },
  ],
  [
    'too high a cost',
    post({ query: '{ people(first: 100) { nodes { films(first: 100) { nodes { __typename } } } } }' }),
    422,
    'TOO_COSTLY',
    {
      limit: MAX_COST,
      cost: 11_226,
      costliest: [
        { path: 'people.nodes.films.nodes', cost: 10_000 },
        { path: 'people.nodes.films', cost: 1_100 },
        { path: 'people.nodes', cost: 100 },
      ],
    },
  ],
  [
    'a subscription',
    post({ query: 'subscription { contentChanged { documentId } }' }),
    294,
    'NEEDS_SUBSCRIPTION_TRANSPORT',
  ],
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
    { requiredScopes: [['read:drafts']], scopes: ['read:published'] },
  ],
  ['a cursor of another list', post({ query: '{ films(after: "x") { nodes { id } } }' }), 294, 'BAD_CURSOR'],
  [
    'too many selections',
    post({ query: `{ ${spread('a')} } ${fragment('a', spread('b'))} ${fragment('b', '__typename')}` }),
    422,
    'TOO_MANY_SELECTIONS',
    { limit: 4000, actual: expect.any(Number) },
  ],
  [
    'an argument out of range',
    post({ query: '{ film(by: { slug: "lorenz" }) { video { playback { posterUrl(width: 99999) } } } }' }),
    294,
    'BAD_USER_INPUT',
    { argument: 'width', minimum: 1, limit: 4096, actual: 99_999 },
  ],
  [
    'too long a document',
    post({ query: `{ __typename } ${'#'.repeat(40_000)}` }),
    400,
    'GRAPHQL_PARSE_FAILED',
    { limit: 40_000 },
  ],
  [
    'too many tokens',
    post({ query: `{ ${repeat(4_000, () => 'id').join(' ')} }` }),
    400,
    'GRAPHQL_PARSE_FAILED',
    { limit: 4_000 },
  ],
  [
    'a webhook without a signature',
    { method: 'POST', path: '/webhooks/content', headers: JSON_TYPE, body: '{}' },
    401,
    'WEBHOOK_REJECTED',
  ],
  ['a key in the URL', get({ query: '{ __typename }', api_key: 'x' }), 400, 'KEY_IN_URL'],
];
