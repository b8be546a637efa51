import { gzipSync } from 'node:zlib';
import type { Attack } from './attack.ts';
import { graphqlRequest, requestAttacks } from './requestAttack.ts';

/** Requests that break the rules of GraphQL over HTTP: methods, media types, encodings and sizes. */
export const HTTP_ATTACKS: readonly Attack[] = requestAttacks([
  {
    name: 'a mutation by GET',
    path: `/graphql?query=${encodeURIComponent('mutation { __typename }')}`,
    status: 405,
    code: 'NEEDS_POST',
  },
  {
    name: 'a cross-site form post',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query={__typename}',
    }),
    status: 415,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'a cross-site post of text/plain',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"query":"{__typename}"}',
    }),
    status: 415,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'a gzip bomb',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ query: ' '.repeat(5_000_000) })),
    }),
    status: 415,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'a body in UTF-16',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body: '{"query":"{__typename}"}',
    }),
    status: 415,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'a body of 200 kB',
    init: () => graphqlRequest('{ __typename }', { x: 'x'.repeat(200_000) }),
    status: 413,
    code: 'UNSUPPORTED_BODY',
  },
  { name: 'a body of invalid JSON', init: () => ({ ...graphqlRequest(''), body: '{"query":' }), status: 400 },
  {
    name: 'a body without a query',
    init: () => ({ ...graphqlRequest(''), body: '{}' }),
    status: 422,
    code: 'BAD_GRAPHQL_REQUEST',
  },
  {
    name: 'an unsupported method',
    init: () => ({ ...graphqlRequest('{ __typename }'), method: 'PUT' }),
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
  },
  {
    name: 'a header of 100 kB',
    init: () => ({ headers: { 'x-long': 'x'.repeat(100_000) } }),
    status: 431,
    code: 'HEADERS_TOO_LARGE',
  },
  {
    name: 'a long list of media types',
    init: () => ({ headers: { accept: 'a/b,'.repeat(3_700) } }),
    path: '/graphql?query={__typename}',
    status: 406,
    code: 'NOT_ACCEPTABLE',
  },
  {
    name: 'a language of 15 kB',
    init: () => ({ headers: { 'x-locale': `de${'-x'.repeat(7_400)}` } }),
    path: '/graphql?query={__typename}',
    status: 400,
    code: 'BAD_REQUEST',
  },
  {
    name: 'a language of 15,000 hyphens',
    init: () => ({ headers: { 'x-locale': '-'.repeat(15_000) } }),
    path: '/graphql?query={__typename}',
    status: 400,
    code: 'BAD_REQUEST',
  },
  {
    name: 'a malformed percent-encoding in the URL',
    path: '/films/%zz?x=y',
    init: () => ({}),
    status: 400,
    code: 'BAD_REQUEST',
  },
]);
