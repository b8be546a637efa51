import { gzipSync } from 'node:zlib';

/** A request that means harm, and what it gets. */
export interface Attack {
  readonly name: string;
  readonly path?: string;
  readonly init: () => RequestInit;
  readonly status: number;
  /** The code of the first error, where the answer is one of GraphQL's. */
  readonly code?: string;
}

const json = (query: string, variables?: Record<string, unknown>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});
const repeat = (times: number, piece: (n: number) => string): string =>
  Array.from({ length: times }, (_, n) => piece(n)).join(' ');
const nested = (depth: number, open: string, leaf: string): string =>
  `${open.repeat(depth)}${leaf}${'}'.repeat(depth)}`;

/** Fragments of which each spreads the next twice: what they stand for doubles with each. */
const doubling = (n: number): string =>
  `{ films(first: 1) { nodes { ...F0 } } } ${repeat(n, (i) => `fragment F${i} on Film { ...F${i + 1} ...F${i + 1} }`)}
   fragment F${n} on Film { title }`;
const deepDoubling = (n: number): string =>
  `{ ...A0 } ${repeat(n, (i) => `fragment A${i} on Query { a${i}: __typename ...A${i + 1} ...A${i + 1} }`)}
   fragment A${n} on Query { __typename }`;

/** Everything that trusting a client would cost, each with its right answer. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'a thousand aliases',
    init: () => json(`{ ${repeat(300, (n) => `a${n}: film(slug: "lorenz") { title }`)} }`),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
  },
  {
    name: 'more aliases than are served',
    init: () => json(`{ ${repeat(60, (n) => `a${n}: film(slug: "x${n}") { title }`)} }`),
    status: 400,
    code: 'TOO_MANY_ALIASES',
  },
  {
    name: 'fields within fields',
    init: () =>
      json(
        `{ film(slug: "lorenz") { ${nested(12, 'topics { films(first: 1) { nodes { ', 'title').replaceAll('}', '}}}')} } }`,
      ),
    status: 400,
    code: 'TOO_DEEP',
  },
  {
    name: 'directives upon directives',
    init: () =>
      json(`{ film(slug: "lorenz") { title ${repeat(40, (n) => `t${n % 20}: title @include(if: true)`)} } }`),
    status: 400,
    code: 'TOO_MANY_ALIASES',
  },
  {
    name: 'directives on one field',
    init: () => json(`{ films { nodes { ${repeat(40, () => 'title @include(if: true)')} } } }`),
    status: 400,
    code: 'TOO_MANY_DIRECTIVES',
  },
  { name: 'fragments that double', init: () => json(doubling(60)), status: 400 },
  { name: 'fragments that double in aliases', init: () => json(deepDoubling(60)), status: 400 },
  {
    name: 'a fragment within itself',
    init: () => json('{ films { nodes { ...F } } } fragment F on Film { ...F }'),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'the same field many times',
    init: () => json(`{ films { nodes { ${'title '.repeat(2500)} } } }`),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
  },
  {
    name: 'the same object many times',
    init: () => json(`{ ${repeat(480, () => 'films { __typename }')} }`),
    status: 400,
    code: 'TOO_MANY_DUPLICATES',
  },
  {
    name: 'the same object many times, in fragments that nothing spreads',
    init: () => json(`{ __typename } fragment F on Query { ${repeat(470, () => 'films { __typename }')} }`),
    status: 400,
    code: 'TOO_MANY_DUPLICATES',
  },
  {
    name: 'a fragment spread again and again',
    init: () =>
      json(
        `{ ${repeat(300, () => '...F')} } fragment F on Query { ${repeat(330, () => 'films { __typename }')} }`,
      ),
    status: 400,
    code: 'TOO_MANY_SELECTIONS',
  },
  {
    name: 'fragments within one another, all within all',
    init: () =>
      json(
        `{ ...F0 } ${repeat(28, (i) => `fragment F${i} on Query { ${repeat(28, (k) => (k === i ? '__typename' : `...F${k}`))} }`)}`,
      ),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'a page of a million',
    init: () => json('{ films(first: 1000000) { nodes { title } } }'),
    status: 400,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a page of a million by a variable',
    init: () => json('query($n: Int) { films(first: $n) { nodes { title } } }', { n: 1_000_000 }),
    status: 400,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a page of a million by a default',
    init: () => json('query($n: Int = 1000000) { films(first: $n) { nodes { title } } }'),
    status: 400,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a negative page',
    init: () => json('{ films(last: -5) { nodes { title } } }'),
    status: 400,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a page of a million of what is found',
    init: () => json('query($n: Int) { search(query: "a", first: $n) { totalCount } }', { n: 1_000_000 }),
    status: 400,
    code: 'PAGE_SIZE',
  },
  {
    name: 'lists within lists',
    init: () =>
      json('{ films(first: 100) { nodes { topics { films(first: 100) { nodes { topics { title } } } } } } }'),
    status: 400,
    code: 'TOO_COSTLY',
  },
  {
    name: 'lists within lists, of sizes that are null',
    init: () =>
      json(
        'query($n: Int) { topics(first: null) { nodes { films(first: $n) { nodes { topics { films(first: null) { nodes { title } } } } } } } }',
        { n: null },
      ),
    status: 400,
    code: 'TOO_COSTLY',
  },
  {
    name: 'more ids than a page has rows',
    init: () =>
      json('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: Array.from({ length: 101 }, () => 'x'),
      }),
    status: 400,
    code: 'PAGE_SIZE',
  },
  {
    name: 'the schema thirty times',
    init: () =>
      json(
        `{ ${repeat(30, (n) => `a${n}: __schema { ...S }`)} } fragment S on __Schema { types { name possibleTypes { fields { name description } } fields(includeDeprecated: true) { name type { fields { name description args { name description } } } } } }`,
      ),
    status: 400,
    code: 'TOO_COSTLY',
  },
  {
    name: 'every type of the schema thirty times',
    init: () =>
      json(
        `{ __schema { ${repeat(30, (n) => `a${n}: types { name fields { name description args { name } type { fields { name description } } } }`)} } }`,
      ),
    status: 400,
    code: 'TOO_COSTLY',
  },
  {
    name: 'many operations in one request',
    init: () => ({
      ...json(''),
      body: JSON.stringify(Array.from({ length: 50 }, () => ({ query: '{ __typename }' }))),
    }),
    status: 400,
    code: 'BAD_REQUEST',
  },
  {
    name: 'the schema in circles',
    init: () =>
      json(`{ __schema { types { ${nested(6, 'fields { type { ', 'name').replaceAll('}', '}}')} } } }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'a name that is nearly right',
    init: () => json('{ filmz { title } }'),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'a value that is nearly right, by a variable',
    init: () =>
      json('query($t: [SearchType!]) { search(query: "a", types: $t) { totalCount } }', { t: ['FILN'] }),
    status: 400,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a field of a filter that is nearly right, by a variable',
    init: () =>
      json('query($f: FilmFilter) { films(filter: $f) { totalCount } }', { f: { titel: { eq: 'x' } } }),
    status: 400,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a mutation by GET',
    path: `/graphql?query=${encodeURIComponent('mutation { __typename }')}`,
    init: () => ({ headers: { 'apollo-require-preflight': '1' } }),
    status: 405,
  },
  {
    name: 'a GET from another site’s page',
    path: `/graphql?query=${encodeURIComponent('{ __typename }')}`,
    init: () => ({ headers: { 'content-type': 'text/plain' } }),
    status: 400,
    code: 'BAD_REQUEST',
  },
  {
    name: 'a form from another site',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query={__typename}',
    }),
    status: 415,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'plain text from another site',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"query":"{__typename}"}',
    }),
    status: 400,
  },
  {
    name: 'a small body that becomes a large one',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ query: ' '.repeat(5_000_000) })),
    }),
    status: 415,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'an odd charset',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body: '{"query":"{__typename}"}',
    }),
    status: 415,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'a body of two hundred kilobytes',
    init: () => json('{ __typename }', { x: 'x'.repeat(200_000) }),
    status: 413,
    code: 'UNSUPPORTED_BODY',
  },
  {
    name: 'a document of fifty kilobytes',
    init: () => json(`{ __typename } #${'x'.repeat(50_000)}`),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
  },
  { name: 'no JSON', init: () => ({ ...json(''), body: '{"query":' }), status: 400 },
  { name: 'no query', init: () => ({ ...json(''), body: '{}' }), status: 400, code: 'BAD_REQUEST' },
  {
    name: 'variables of a wrong type, by the hundred',
    init: () =>
      json('query($f: FilmFilter) { films(filter: $f) { totalCount } }', {
        f: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`wrong${n}`, n])),
      }),
    status: 400,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a persisted query that nobody knows',
    init: () => ({
      ...json(''),
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
    }),
    status: 200,
    code: 'PERSISTED_QUERY_NOT_FOUND',
  },
  {
    name: 'a document under the hash of another',
    init: () => ({
      ...json(''),
      body: JSON.stringify({
        query: '{ __typename }',
        extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
      }),
    }),
    status: 400,
    code: 'PERSISTED_QUERY_MISMATCH',
  },
  {
    name: 'a hash of a hundred thousand characters',
    init: () => ({
      ...json(''),
      body: JSON.stringify({
        extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(90_000) } },
      }),
    }),
    status: 200,
    code: 'PERSISTED_QUERY_NOT_FOUND',
  },
  {
    name: 'a hash that is no text',
    init: () => ({
      ...json(''),
      body: JSON.stringify({
        extensions: { persistedQuery: { version: 1, sha256Hash: { toString: 'a', __proto__: [] } } },
      }),
    }),
    status: 400,
    code: 'PERSISTED_QUERY_MISMATCH',
  },
  {
    name: 'a persisted query of another version',
    init: () => ({
      ...json(''),
      body: JSON.stringify({
        query: '{ __typename }',
        extensions: { persistedQuery: { version: 7, sha256Hash: 'a' } },
      }),
    }),
    status: 400,
    code: 'PERSISTED_QUERY_MISMATCH',
  },
  {
    name: 'variables within variables',
    init: () => ({
      ...json(''),
      body: `{"query":"query($f: FilmFilter) { films(filter: $f) { totalCount } }","variables":{"f":${'{"and":['.repeat(5000)}{}${']}'.repeat(5000)}}}`,
    }),
    status: 400,
    code: 'TOO_DEEP',
  },
  {
    name: 'an operation of a name that is the language’s own',
    init: () => ({
      ...json(''),
      body: '{"query":"query A { __typename } query B { __typename }","operationName":"__proto__"}',
    }),
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
  },
  {
    name: 'a key where logs keep it',
    path: `/graphql?api_key=tv_live_${'a'.repeat(12)}_${'a'.repeat(43)}_${'a'.repeat(6)}&query={__typename}`,
    init: () => ({ headers: { 'apollo-require-preflight': '1' } }),
    status: 400,
    code: 'KEY_IN_URL',
  },
  {
    name: 'a key in an address that cannot be read',
    path: `/%?x=tv_live_${'a'.repeat(12)}_${'a'.repeat(43)}_${'a'.repeat(6)}`,
    init: () => ({}),
    status: 400,
    code: 'KEY_IN_URL',
  },
  {
    name: 'an address that cannot be read',
    path: '/films/%zz?x=y',
    init: () => ({}),
    status: 400,
    code: 'BAD_REQUEST',
  },
  {
    name: 'drafts without a key',
    init: () => {
      const { headers, ...rest } = json('{ films { nodes { title } } }');
      return { ...rest, headers: { ...(headers as Record<string, string>), 'x-perspective': 'drafts' } };
    },
    status: 403,
    code: 'FORBIDDEN',
  },
  {
    name: 'words of more stars than the content service takes',
    init: () => json('{ films(filter: { title: { matches: "a* b* c* d* e* f* g*" } }) { totalCount } }'),
    status: 200,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'conditions by the thousand',
    init: () =>
      json('query($f: FilmFilter) { films(filter: $f) { totalCount } }', {
        f: { or: Array.from({ length: 1500 }, (_, n) => ({ title: { eq: `no ${n}` } })) },
      }),
    status: 200,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a method that the graph has not',
    init: () => ({ ...json('{ __typename }'), method: 'PUT' }),
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
  },
  {
    name: 'a header of a hundred kilobytes',
    init: () => ({ headers: { 'x-long': 'x'.repeat(100_000) } }),
    status: 431,
    code: 'BAD_REQUEST',
  },
  {
    name: 'a delivery that nobody signed',
    path: '/webhooks/content',
    init: () => ({ method: 'POST', body: '{"_id":"film-lorenz","_type":"film"}' }),
    status: 401,
  },
  {
    name: 'a delivery with a guessed signature',
    path: '/webhooks/media',
    init: () => ({
      method: 'POST',
      headers: { 'mux-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
      body: '{"type":"video.asset.deleted","data":{"id":"a"}}',
    }),
    status: 401,
  },
  {
    name: 'a delivery of three megabytes',
    path: '/webhooks/content',
    init: () => ({ method: 'POST', body: 'x'.repeat(3 * 1024 * 1024) }),
    status: 413,
  },
];
