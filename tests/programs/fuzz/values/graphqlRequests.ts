import type { Random } from '../../../reference/generator/random.ts';
import { mutate } from './hostileValues.ts';
import { mutateText } from './mutateText.ts';

/** The JSON body of a GraphQL request. */
export type GraphqlBody = Readonly<Record<string, unknown>>;

/** Requests for all kinds of operations and arguments. */
export const GRAPHQL_REQUESTS: readonly GraphqlBody[] = [
  {
    query:
      '{ films(first: 2, orderBy: { field: YEAR, direction: DESC }) { totalCount nodes { title topics { title } } } }',
  },
  {
    query:
      'query Film($slug: String!) { film(by: { slug: $slug }) { id title ... on Film @include(if: true) { year } } }',
    variables: { slug: 'lorenz' },
    operationName: 'Film',
  },
  {
    query:
      'query ($filter: FilmFilter, $orderBy: [FilmOrder!], $after: String, $first: Int = 3) { films(filter: $filter, orderBy: $orderBy, after: $after, first: $first) { totalCount edges { cursor } pageInfo { endCursor } } }',
    variables: {
      filter: {
        and: [{ year: { gt: 1900 } }, { title: { matches: 'l*' } }],
        topics: { some: { slug: { in: ['chaos'] } }, every: { films: { none: {} } } },
      },
      orderBy: [{ field: 'YEAR', direction: 'DESC', nulls: 'FIRST' }, { field: 'TITLE' }],
      after: null,
      first: 2,
    },
  },
  {
    query:
      'query ($q: String!, $first: Int) { search(query: $q, first: $first, facets: [TYPE, YEAR]) { totalCount edges { cursor node { __typename } } facets { key values { value count } } } suggest(query: $q) { queries { text } } }',
    variables: { q: 'chaos', first: 2 },
  },
  {
    query:
      'query ($q: String!) { moments(query: $q, first: 2, languages: ["en"]) { nodes { start snippet { text matched } } } facetValues(key: TOPICS, prefix: $q) { value count } }',
    variables: { q: 'point' },
  },
  {
    query: 'query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { id } node(id: $id) { __typename id } }',
    variables: { ids: ['RmlsbTpmaWxtLWxvcmVueg', 'x'], id: 'RmlsbTpmaWxtLWxvcmVueg' },
  },
  {
    query:
      'query ($w: [Int!]!) { film(by: { slug: "lorenz" }) { credits { person { portrait { url(width: 9, fit: MAX) srcSet(widths: $w) } } } video { playback { hlsUrl } transcript(language: "en") { text } } } }',
    variables: { w: [9, 900] },
  },
  {
    query: 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    variables: { input: { name: 'x', scopes: ['read:drafts'] } },
  },
  {
    query: 'query ($dry: Boolean) { rateLimit(dryRun: $dry) { cost } films { totalCount } }',
    variables: { dry: true },
  },
  {
    query:
      '{ __schema { types { name fields { name args { name } } } } apiKeys { keyId } indexStatus { __typename } }',
  },
  { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
  {
    query:
      'subscription ($types: [DocumentType!]) { contentChanged(types: $types) { documentId node { id } } }',
    variables: { types: ['FILM'] },
  },
  { query: 'subscription ($id: ID!) { videoChanged(id: $id) { id status } }', variables: { id: 'x' } },
];

const TOKENS = [
  '{',
  '}',
  '(',
  ')',
  '...',
  '... on Film ',
  '@include(if: $x)',
  '@skip(if: null)',
  '@defer',
  '$x',
  '!',
  '"""',
  '"\\ud800"',
  '\\u{110000}',
  '#',
  '__typename ',
  'a: __typename ',
  'fragment F on Film { ...F } ',
  'query ',
  'mutation ',
  'subscription ',
  '99999999999999',
  '-1',
  '1e999',
  'null',
  'true',
  '[[[[',
  'films ',
  'nodes ',
  'filter: {not: {}} ',
];

/** Returns a request whose values, query or both are changed at random places. */
export function hostileGraphqlBody(random: Random): GraphqlBody {
  const body = structuredClone(random.pick(GRAPHQL_REQUESTS)) as Record<string, unknown>;
  if (random.boolean(0.6)) mutate(random, body, random.pick([0.05, 0.2, 0.5]));
  if (random.boolean(0.5) && typeof body.query === 'string')
    body.query = mutateText(random, body.query, TOKENS);
  if (random.boolean(0.1)) body.extensions = { persistedQuery: random.pick([{}, { version: 1 }, 5, null]) };
  return body;
}
