import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FaultyProxy, type JsonPath, jsonPaths, openFaultyProxy, setAtPath } from './faultyProxy.ts';
import {
  type Harness,
  type MeasuredResponse,
  openHarness,
  statusOfData,
  type TestGateway,
} from './harness.ts';

const CANARY = 'canary-of-the-provider';
/** Wrong values. The first replaces every value; of the others each value gets one. */
const OBJECT_VALUE = { [CANARY]: [CANARY] };
const OTHER_VALUES: readonly unknown[] = [CANARY, 7.5, [[CANARY]], true, [7], null];

const FROM_CONTENT = `{
  film(by: { slug: "lorenz" }) {
    id title year publishedAt createdAt
    synopsis { json plainText readingMinutes }
    chapters { start title }
    credits { role person { id name portrait { url(width: 9) srcSet(widths: [9]) width alt placeholder hotspot { x y } } } }
    topics { slug title films(first: 1) { totalCount edges { cursor node { title } } } }
    collections(first: 1) { totalCount pageInfo { hasNextPage endCursor } nodes { title } }
  }
  articles(first: 1) {
    totalCount
    edges { cursor node { title cover { url height color caption } body { links {
      documents { __typename id } references { ref document { id } } images { key image { url } }
    } } } }
  }
  nodes(ids: ["RmlsbTpmaWxtLWxvcmVueg"]) { id ... on Film { title updatedAt } }
}`;

const FROM_SEARCH = `{
  search(query: "chaos", first: 1, facets: [TYPE, YEAR, TOPICS]) {
    totalCount totalIsExact relaxedQuery
    pageInfo { hasNextPage }
    edges { cursor position highlights { field segments { text matched } } }
    facets { key exhaustive values { value count } stats { min max } }
  }
  moments(query: "point", first: 1) { totalCount nodes { start end language snippet { text matched } } }
  suggest(query: "l", first: 1) { queries { text segments { text } } }
  facetValues(key: TOPICS, first: 2) { value count }
}`;

let harness: Harness;
let content: FaultyProxy;
let search: FaultyProxy;
let gateway: TestGateway;
const open = (env: Readonly<Record<string, string>>) =>
  harness.openGateway({
    env: {
      SANITY_API_HOST: content.url,
      ALGOLIA_HOST: search.url,
      ALGOLIA_WRITE_KEY: '',
      RATE_LIMIT_ANONYMOUS: '100000000/100000000',
      RATE_LIMIT_CALLS: 'off',
      ...env,
    },
  });
beforeAll(async () => {
  harness = await openHarness();
  content = await openFaultyProxy(harness.stack.emulators.content.url);
  search = await openFaultyProxy(harness.stack.emulators.search.url);
  gateway = await open({ CACHE_TTL: '0' });
});
afterAll(async () => {
  await gateway?.close();
  content?.close();
  search?.close();
  await harness?.close();
});

/** Returns a description of a response that clients must not get; none for a correct response. */
function faultsOf(jsonPath: JsonPath, value: unknown, { status, data, errors }: MeasuredResponse): string[] {
  const codes = errors.map(({ extensions }) => extensions?.code);
  const isKnown = codes.every((code) =>
    ['UPSTREAM_REJECTED', 'INCOMPLETE_DOCUMENT', 'CONTENT_MISMATCH'].includes(String(code)),
  );
  // Errors about content name the `_type` that they found.
  const isType = ['@type', '_type'].includes(String(jsonPath.at(-1)));
  const isNamed = isType && codes.every((code) => code === 'CONTENT_MISMATCH');
  const isDisclosed = !isNamed && JSON.stringify(errors).includes(CANARY);
  const isServed = status === statusOfData(errors);
  const isValid = isServed && data !== null && data.__typename === 'Query' && isKnown && !isDisclosed;
  return isValid ? [] : [`${jsonPath.join('.')} = ${JSON.stringify(value)}: ${JSON.stringify(errors)}`];
}

async function replaceEveryValue(proxy: FaultyProxy, query: string, within: string): Promise<void> {
  proxy.transformBodies();
  const unchanged = await gateway.query(`{ __typename ${query.slice(1)}`);
  expect(unchanged.errors).toEqual([]);
  const paths = jsonPaths((proxy.lastBody() as Record<string, unknown>)[within], [within]);
  expect(paths.length).toBeGreaterThan(30);
  const faults: string[] = [];
  let rejectedCount = 0;
  try {
    for (const [i, jsonPath] of paths.entries())
      for (const value of [OBJECT_VALUE, OTHER_VALUES[i % OTHER_VALUES.length]]) {
        proxy.transformBodies((body) => setAtPath(body, jsonPath, value));
        const reply = await gateway.query(`{ __typename ${query.slice(1)}`);
        faults.push(...faultsOf(jsonPath, value, reply));
        if (reply.errors.length > 0) rejectedCount += 1;
      }
  } finally {
    proxy.transformBodies();
  }
  expect(faults).toEqual([]);
  expect(rejectedCount).toBeGreaterThan(paths.length / 2);
}

describe('malformed response: a value of the wrong type at any path', () => {
  test('content service: causes an error with a code, without provider text', () =>
    replaceEveryValue(content, FROM_CONTENT, 'result'));
  test('search service: causes an error with a code, without provider text', () =>
    replaceEveryValue(search, FROM_SEARCH, 'results'));
});

test('malformed response: null for a rich text or a count, a count out of range and invalid cache tags cause an error with a code', async () => {
  const replacements = [
    [
      content,
      '{ film(by: { slug: "lorenz" }) { synopsis { json } } }',
      ['result', 'q0', 0, 'synopsis', '@json'],
      null,
    ],
    [
      content,
      '{ film(by: { slug: "lorenz" }) { synopsis { links { documents { id } } } } }',
      ['result', 'q0', 0, 'synopsis', 'links'],
      null,
    ],
    [content, '{ films(first: 1) { totalCount } }', ['result', 'q0', 'total'], 1e21],
    [content, '{ films(first: 2) { totalCount } }', ['result', 'q0', 'total'], null],
    [content, '{ films(first: 3) { totalCount } }', ['syncTags', 0], 's1:\n'],
    [content, '{ films(first: 4) { totalCount } }', ['syncTags'], Array(1_001).fill('s1:a')],
  ] as const;
  for (const [proxy, query, jsonPath, value] of replacements) {
    proxy.transformBodies((body) => setAtPath(body, jsonPath, value));
    const { errors } = await gateway.query(query);
    proxy.transformBodies();
    expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_REJECTED']);
  }
});

test('malformed response: is not cached', async () => {
  const caching = await open({});
  const replacements = [
    [
      content,
      '{ film(by: { slug: "life" }) { topics { films(first: 1) { totalCount } } } }',
      ['result', 'q0', 0, 'topics', 0, 'films'],
    ],
    [content, '{ topics(first: 1) { nodes { title } } }', ['result', 'q0', 'rows', 0]],
    [search, '{ moments(query: "point", first: 1) { nodes { start } } }', ['results', 0, 'hits', 0, 'start']],
  ] as const;
  try {
    for (const [proxy, query, jsonPath] of replacements) {
      proxy.transformBodies((body) => setAtPath(body, jsonPath, CANARY));
      const malformed = await caching.query(query);
      expect(malformed.errors.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_REJECTED']);
      proxy.transformBodies();
      expect((await caching.query(query)).errors).toEqual([]);
    }
  } finally {
    await caching.close();
  }
});
