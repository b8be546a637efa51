import { getIntrospectionQuery } from 'graphql';
import { repeat } from '../requestAttack.ts';
import type { Pattern } from './pattern.ts';
import { FRESH_ID, FRESH_WORD } from './randomOperation.ts';

const pricePattern = (pattern: Pick<Pattern, 'seed'> & Partial<Pattern>): Pattern => ({
  isKnown: true,
  transport: 'post',
  concurrency: 4,
  operation: { seed: 0, maxDepth: 2, width: 4, aliases: 1, pageSize: 1 },
  paddingBytes: 0,
  acceptsCompression: false,
  ...pattern,
});

const TYPES = '__schema { types { ...T } }';
const TYPE_FRAGMENTS = `fragment T on __Type { name fields { name args { name type { ...I } } type { ...I } } }
fragment I on __Type { name kind ofType { name kind ofType { name } } }`;
const SKIPPED = 28;
/** As many as the maximum cost of an operation allows. */
const EXECUTED = 3;

const INTROSPECTION: readonly Pattern[] = [
  pricePattern({
    seed: 'introspection that a fragment skips',
    query: `query ${FRESH_WORD}($n: Boolean = true) { __typename ...S @skip(if: $n) }
fragment S on Query { ${repeat(SKIPPED, (n) => `a${n}: ${TYPES}`)} } ${TYPE_FRAGMENTS}`,
  }),
  pricePattern({
    seed: 'introspection in a dry run',
    query: `query ${FRESH_WORD} { rateLimit(dryRun: true) { cost } ${repeat(SKIPPED, (n) => `a${n}: ${TYPES}`)} } ${TYPE_FRAGMENTS}`,
  }),
  pricePattern({
    seed: 'the introspection query of tools',
    query: getIntrospectionQuery().replace('IntrospectionQuery', FRESH_WORD),
  }),
  pricePattern({
    seed: 'introspection under aliases',
    query: `query ${FRESH_WORD} { ${repeat(EXECUTED, (n) => `a${n}: ${TYPES}`)} } ${TYPE_FRAGMENTS}`,
  }),
  pricePattern({
    seed: 'introspection of types under aliases',
    query: `query ${FRESH_WORD} { ${repeat(30, (n) => `a${n}: __type(name: "Query") { ...T }`)} } ${TYPE_FRAGMENTS}`,
  }),
];

const MAX_IDS = 100;
const ID_FIELDS = 10;
const idsOf = (type: string, fields: number, count = MAX_IDS): Pick<Pattern, 'query' | 'variables'> => ({
  query: `query ${FRESH_WORD}(${repeat(fields, (n) => `$i${n}: [ID!]!`)}) { ${repeat(fields, (n) => `a${n}: nodes(ids: $i${n}) { id }`)} }`,
  variables: Object.fromEntries(
    Array.from({ length: fields }, (_, field) => [
      `i${field}`,
      Array.from({ length: count }, (_, n) => `${FRESH_ID}:${type}:${field * count + n}`),
    ]),
  ),
});

/** Base64 of a global id, so that each is another one. */
const IDS: readonly Pattern[] = [
  ...['Video', 'Film', 'Image', 'Nothing'].flatMap((type) => [
    pricePattern({ seed: `100 unknown ids of ${type}`, ...idsOf(type, 1) }),
    pricePattern({ seed: `1,000 unknown ids of ${type}`, ...idsOf(type, ID_FIELDS) }),
  ]),
  pricePattern({
    seed: '1,000 malformed ids',
    ...idsOf('', ID_FIELDS),
  }),
];

/** With the name of the header and the line of the request, within what Node accepts. */
const HEADER_CHARACTERS = 15_000;
const filled = (part: string, start = '', end = ''): string =>
  `${start}${part.repeat(Math.floor((HEADER_CHARACTERS - start.length - end.length) / part.length))}${end}`;

/** The longest values that are the hardest to parse, by header. */
const LONG_HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: [filled('a/b,'), filled('a/b;q=0.1,', '', '*/*'), filled(';a="b"', 'a/b')],
  'accept-encoding': [filled('a,'), filled('a;q=0.1,', '', 'gzip')],
  'accept-language': [filled('de,'), filled('-x', 'de')],
  'content-type': [filled(';a=b', 'application/json'), filled(' ', 'application/json; charset')],
  cookie: [filled('a=b;')],
  'if-none-match': [filled(','), filled('"a",', 'W/"b",')],
  'if-match': [filled('"a",')],
  range: [filled('0-0,', 'bytes=')],
  origin: [filled('a', 'https://')],
  referer: [filled('a/', 'https://a/')],
  'user-agent': [filled('a/1 ')],
  traceparent: [filled('-0', '00-0')],
  tracestate: [filled('a=b,')],
  'x-locale': [filled('-x', 'de'), filled('-')],
  'x-perspective': [filled('ra,'), filled('rab', '', ',drafts')],
  'x-request-id': [filled('a')],
  'x-forwarded-host': [filled('a,')],
  'x-forwarded-proto': [filled('http,')],
  forwarded: [filled('for=a;proto=b,')],
  'graphql-client-name': [filled('a')],
  authorization: [filled('a', 'Bearer '), filled(' ', 'Bearer', 'a b'), filled('a', 'Bearer tv_live_')],
  'x-api-key': [filled('a', 'tv_live_')],
};

const HEADERS: readonly Pattern[] = Object.entries(LONG_HEADERS).flatMap(([name, values]) =>
  values.map((value, i) =>
    pricePattern({
      seed: `15 kB of ${name}${i > 0 ? `, ${i + 1}` : ''}`,
      transport: 'get',
      query: '{ films(first: 1) { totalCount } }',
      headers: { [name]: value },
      concurrency: 16,
    }),
  ),
);

/** Connections that send nothing, with each header of the caller at its longest. */
const IDLE: readonly Pattern[] = [
  ...['x-locale', 'x-perspective', 'authorization', 'graphql-client-name'].map((name) =>
    pricePattern({
      seed: `idle connections with 15 kB of ${name}`,
      transport: 'idle',
      headers: { [name]: LONG_HEADERS[name]?.[0] ?? '' },
      concurrency: 50,
    }),
  ),
  pricePattern({
    seed: 'idle connections in a language',
    transport: 'idle',
    headers: { 'x-locale': 'en-x-aaaaaaaa-bbbbbbbb-cccccccc' },
    concurrency: 50,
  }),
];

/** Patterns of one part of a request each, which must pay for its work. `npm run attacks` measures each of them. */
export const PRICE_PATTERNS: readonly Pattern[] = [...INTROSPECTION, ...IDS, ...HEADERS, ...IDLE];
