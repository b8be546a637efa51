import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BentProxy, openBentProxy, type Place, placesIn, put } from './faultyProxy.ts';
import { openRig, type Reply, type Rig, type Subject } from './harness.ts';

const CANARY = 'canary-of-the-provider';
/** What no place expects all of: one everywhere, and the others in turn. */
const EVERYWHERE = { [CANARY]: [CANARY] };
const IN_TURN: readonly unknown[] = [CANARY, 7.5, [[CANARY]], true, [7]];

const FROM_CONTENT = `{
  film(slug: "lorenz") {
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

let rig: Rig;
let content: BentProxy;
let search: BentProxy;
let subject: Subject;
const open = (env: Readonly<Record<string, string>>) =>
  rig.open({
    env: {
      SANITY_API_HOST: content.url,
      ALGOLIA_HOST: search.url,
      ALGOLIA_WRITE_KEY: '',
      RATE_LIMIT_ANONYMOUS: '100000000/100000000',
      ...env,
    },
  });
beforeAll(async () => {
  rig = await openRig();
  content = await openBentProxy(rig.house.emulators.content.url);
  search = await openBentProxy(rig.house.emulators.search.url);
  subject = await open({ CACHE_TTL: '0' });
});
afterAll(async () => {
  await subject?.close();
  content?.close();
  search?.close();
  await rig?.close();
});

/** What came of an answer with one wrong value, in a line; nothing where the answer is one that clients may get. */
function wrongIn(place: Place, value: unknown, { status, data, errors }: Reply): string[] {
  const codes = errors.map(({ extensions }) => extensions?.code);
  const isKnown = codes.every((code) => code === 'UPSTREAM_REFUSED' || code === 'INCOMPLETE_DOCUMENT');
  const isTold = JSON.stringify(errors).includes(CANARY);
  const isWell = status === 200 && data !== null && data.__typename === 'Query' && isKnown && !isTold;
  return isWell ? [] : [`${place.join('.')} = ${JSON.stringify(value)}: ${JSON.stringify(errors)}`];
}

async function bendEverywhere(proxy: BentProxy, query: string, within: string): Promise<void> {
  proxy.bend();
  const whole = await subject.ask(`{ __typename ${query.slice(1)}`);
  expect(whole.errors).toEqual([]);
  const places = placesIn((proxy.last() as Record<string, unknown>)[within], [within]);
  expect(places.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  let refused = 0;
  try {
    for (const [i, place] of places.entries())
      for (const value of [EVERYWHERE, IN_TURN[i % IN_TURN.length]]) {
        proxy.bend((body) => put(body, place, value));
        const reply = await subject.ask(`{ __typename ${query.slice(1)}`);
        wrong.push(...wrongIn(place, value, reply));
        if (reply.errors.length > 0) refused += 1;
      }
  } finally {
    proxy.bend();
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(places.length / 2);
}

describe('a value of another kind, wherever it stands in an answer of', () => {
  test('the content service, is told by its code and never itself', () =>
    bendEverywhere(content, FROM_CONTENT, 'result'));
  test('the search service, is told by its code and never itself', () =>
    bendEverywhere(search, FROM_SEARCH, 'results'));
});

test('an answer of another shape is not kept', async () => {
  const keeping = await open({});
  const bends = [
    [
      content,
      '{ film(slug: "life") { topics { films(first: 1) { totalCount } } } }',
      ['result', 'q0', 'topics', 0, 'films'],
    ],
    [content, '{ topics(first: 1) { nodes { title } } }', ['result', 'q0', 'rows', 0]],
    [search, '{ moments(query: "point", first: 1) { nodes { start } } }', ['results', 0, 'hits', 0, 'start']],
  ] as const;
  try {
    for (const [proxy, query, place] of bends) {
      proxy.bend((body) => put(body, place, CANARY));
      const bent = await keeping.ask(query);
      expect(bent.errors.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_REFUSED']);
      proxy.bend();
      expect((await keeping.ask(query)).errors).toEqual([]);
    }
  } finally {
    await keeping.close();
  }
});
