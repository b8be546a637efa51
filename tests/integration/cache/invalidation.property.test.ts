import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import fc from 'fast-check';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { tagsOfDocumentChange } from '../../../gateway/core/cacheTags.ts';
import { Store } from '../../../gateway/emulators/content/documents/store.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { queryGateway, type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const EDITS = caseCount(15);
const SEED = randomSeed(4);
const PROVIDERS_AVAILABLE_WITHIN_MS = 15_000;

/** Queries that read documents by slug, id, type, reference, inverse reference, filter, order and text. */
const QUERIES: readonly string[] = [
  `query ($film: String!) { film(by: { slug: $film }) { title tagline year topics { title } related { title year }
    credits { role person { name slug films(first: 5) { totalCount nodes { title } } } }
    articles { nodes { title } } } }`,
  '{ films(first: 50, orderBy: { field: YEAR }) { totalCount nodes { slug title year topics { slug title } } } }',
  '{ films(first: 50, filter: { topics: { some: { slug: { in: ["waves", "chaos"] } } } }) { totalCount nodes { title } } }',
  '{ films(first: 50, filter: { year: { gte: 1900 } }) { totalCount } people(first: 50) { nodes { name slug } } }',
  `query ($person: String!) { person(by: { slug: $person }) { name films(first: 20) { totalCount edges { node { title } } } } }`,
  `query ($article: String!) { article(by: { slug: $article }) { title body { plainText
    links { documents { __typename ... on Film { title } ... on Person { name } ... on Topic { title } } } } } }`,
  'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Film { title } ... on Person { name } } }',
  `{ search(query: "", facets: [TOPICS]) { nodes { __typename ... on Film { title } ... on Article { title } }
    facets { values { label count } } } }`,
  '{ topics(first: 50) { nodes { slug title films(first: 3) { totalCount nodes { title } } } } }',
];

let stack: Stack;
let uncached: Gateway;
let store: Store;
let editor: SanityClient;
let variables: Record<string, unknown>;

beforeAll(async () => {
  const load = jest.spyOn(Store.prototype, 'load');
  stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
  store = load.mock.contexts[0] as Store;
  load.mockRestore();
  const { config } = stack;
  uncached = await createGateway({ ...config, cache: { ...config.cache, ttlSeconds: 0 } });
  await uncached.mediaLibraryLoaded;
  editor = stack.editor;
  const { data } = await stack.query(
    '{ films(first: 50) { nodes { id } } people(first: 40) { nodes { id } } }',
  );
  const ids = [...data.films.nodes, ...data.people.nodes].map(({ id }: { id: string }) => id);
  variables = { film: 'lorenz', person: 'edward-lorenz', article: 'sensitive-dependence', ids };
});
afterAll(async () => {
  await uncached.close();
  await stack.close();
});

/** Functions that return the cache tags of a change: by sync tags (live events) or by document types (webhooks). */
const CHANGE_TAGS: Record<string, (event: Parameters<Parameters<Store['subscribe']>[0]>[0]) => string[]> = {
  'sync tags': ({ tags }) => tags.published.map((tag) => `content:${tag}`),
  'document types': ({ changes }) =>
    changes
      .filter(({ id }) => !id.includes('.'))
      .flatMap(({ before, after }) => [before, after].flatMap((document) => document?._type ?? []))
      .flatMap(tagsOfDocumentChange),
};

const TYPES = ['film', 'film', 'person', 'topic', 'article', 'collection'];

/** A transaction on one document. */
interface Edit {
  readonly kind: number;
  readonly type: string;
  /** Index among the documents of the type, modulo their number. */
  readonly position: number;
  /** A number in the written values, which makes them distinct. */
  readonly n: number;
}

/** Implementations of the kinds of edits. */
const KINDS: readonly ((id: string, edit: Edit) => Promise<unknown>)[] = [
  (id, { n }) =>
    editor
      .patch(id)
      .set({ title: `Title ${n}`, name: `Name ${n}` })
      .commit(),
  (id, { n }) =>
    editor
      .patch(id)
      .set({ year: 1800 + (n % 220) })
      .commit(),
  (id, { n }) =>
    editor
      .patch(id)
      .set({ 'slug.current': `slug-${n}` })
      .commit(),
  (id) => editor.patch(id).unset(['tagline', 'credits[0]', 'topics[0]']).commit(),
  async (id, { n }) => {
    const topics = await idsOf('topic');
    const topic = topics[n % topics.length];
    return editor
      .patch(id)
      .set({ topics: [{ _key: `k${n}`, _type: 'reference', _ref: topic }] })
      .commit();
  },
  (_id, { type, n }) =>
    editor.create({
      _type: type,
      title: `New ${n}`,
      name: `New ${n}`,
      year: 1950,
      slug: { _type: 'slug', current: `new-${n}` },
    }),
  (id) => editor.delete(id),
  (id, { type, n }) => editor.createOrReplace({ _id: `drafts.${id}`, _type: type, title: `Draft ${n}` }),
];

/** Has no bias to small values, which would repeat edits without a change. */
const edits: fc.Arbitrary<Edit> = fc.noBias(
  fc.record({
    kind: fc.nat(KINDS.length - 1),
    type: fc.constantFrom(...TYPES),
    position: fc.nat(999),
    n: fc.integer({ min: 1, max: 1e6 }),
  }),
);

describe.each(Object.entries(CHANGE_TAGS))('cache invalidation by %s', (_name, tagsOf) => {
  test(`leaves no stale response after ${EDITS} random edits`, async () => {
    let tags: string[] = [];
    const unsubscribe = store.subscribe((event) => tags.push(...tagsOf(event)));
    let changed = 0;
    let withCacheHits = 0;
    let before = await responses(stack.url);
    const property = fc.asyncProperty(edits, async (edit) => {
      tags = [];
      const outcome = await apply(edit);
      const purged = tags;
      await stack.cache.invalidate(purged);
      await stack.clearRequests();
      const cached = await responses(stack.url);
      withCacheHits += (await stack.requests()).content.length < QUERIES.length ? 1 : 0;
      const expected = await responses(uncached.url);
      for (const [i, query] of QUERIES.entries())
        if (cached[i] !== expected[i])
          throw new Error(
            `after ${outcome}, purged ${purged.join()}\n${query}\ngot ${cached[i]}\nexpected ${expected[i]}`,
          );
      if (expected.some((response, i) => response !== before[i])) changed += 1;
      before = expected;
    });
    try {
      // Edits depend on earlier ones, so a failed edit cannot be shrunk.
      await fc.assert(property, {
        seed: SEED,
        numRuns: EDITS,
        endOnFailure: true,
        includeErrorInReport: true,
      });
    } finally {
      unsubscribe();
    }
    // The test is meaningful only if edits change responses, and purges leave other responses cached.
    expect(changed).toBeGreaterThan(EDITS / 4);
    expect(withCacheHits).toBeGreaterThan(EDITS / 4);
  }, 120_000);
});

const responses = (url: string): Promise<string[]> =>
  Promise.all(QUERIES.map((query) => responseOf(url, query)));

const UNAVAILABLE = ['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_THROTTLED'];

/**
 * Returns the response to a query as JSON, once all providers are available. On a busy machine a provider may time out,
 * which opens its circuit breaker for some seconds; errors and fallback data are then no sign of a stale response.
 */
const responseOf = (url: string, query: string): Promise<string> =>
  within(
    PROVIDERS_AVAILABLE_WITHIN_MS,
    async () => {
      const response = await queryGateway(url, query, variables);
      const { fallback, freshness } = response.extensions;
      const isUnavailable = response.errors.some(({ extensions }) =>
        UNAVAILABLE.includes(String(extensions?.code)),
      );
      if (isUnavailable || fallback || freshness)
        throw new Error(`expected all providers to be available, got ${JSON.stringify(response)}`);
      return JSON.stringify(response);
    },
    250,
  );

const idsOf = (type: string): Promise<string[]> =>
  editor.fetch('*[_type == $type] | order(_id asc)._id', { type }, { perspective: 'published' });

/** Applies an edit, and returns a description with its outcome. An edit that the emulator rejects changes nothing. */
async function apply(edit: Edit): Promise<string> {
  const { kind, type, position, n } = edit;
  const ids = await idsOf(type);
  // All documents of the type may be deleted.
  const id = ids[position % (ids.length || 1)] ?? `${type}-${n}`;
  const outcome = await (KINDS[kind] as (typeof KINDS)[number])(id, edit).then(
    () => 'done',
    (error: Error) => `rejected: ${error.message.slice(0, 80)}`,
  );
  return `edit ${kind} of ${type} ${id} (${outcome})`;
}
