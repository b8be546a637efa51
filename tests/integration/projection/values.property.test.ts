import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type DocumentNode, type GraphQLInputObjectType, parse } from 'graphql';
import type { Locales } from '../../../gateway/core/locales.ts';
import { parseLocales } from '../../../gateway/core/locales.ts';
import type { OrderBy } from '../../../gateway/core/model/derivedOrders.ts';
import type { Model, ModelType } from '../../../gateway/core/model/model.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import {
  type ContentGraph,
  createContentGraph,
  createEvaluatorClient,
} from '../../reference/contentGraph.ts';
import { Dataset, type Doc } from '../../reference/dataset.ts';
import { DocumentArbitrary } from '../../reference/documentArbitrary.ts';
import { executePrepared } from '../../reference/executePrepared.ts';
import { FilterArbitrary } from '../../reference/filterArbitrary.ts';
import { entryDocuments } from '../../reference/kinds/entryDocuments.ts';
import { documentsInLanguage, withoutLanguages } from '../../reference/kinds/inLanguage.ts';
import { orderArbitrary } from '../../reference/orderArbitrary.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { createReferenceImplementation } from '../../reference/referenceImplementation.ts';
import { ROOT } from '../../support/stack.ts';

const CASES = caseCount(70);
const SEED = randomSeed(11);
/** Shrinking a failure takes longer than the cases. */
const TIMEOUT_MS = 60_000 + CASES * 300;
const LANGUAGES = ['en', 'de', 'fr'] as const;

const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/values/schema`);
const model: Model = { ...defs.model, locales: parseLocales('en,de,fr:de') as Locales };
const type = model.types.get('Entry') as ModelType;

/** Every field, below which the response of both has the values or the errors. */
const FIELDS = `id text code int float flag at day mood texts ints flags times days moods name price since words path
  body { __typename } note { text int at } part { text int at } parts { text int at } friend { id }`;
const LIST =
  parse(`query ($filter: EntryFilter, $orderBy: [EntryOrder!], $first: Int, $after: String, $last: Int, $before: String) {
  entries(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { ${FIELDS} friends(orderBy: $orderBy, filter: $filter) { totalCount nodes { id } } followers(orderBy: $orderBy) { nodes { id } } }
  }
  bySlug: entry(by: { slug: $slug }) { id }
  byText: entry(by: { textAndInt: { text: $text, int: $int } }) { id }
}`);
const PAGE =
  parse(`query ($filter: EntryFilter, $orderBy: [EntryOrder!], $first: Int, $after: String, $last: Int, $before: String) {
  entries(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    edges { node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`);

interface Page {
  readonly edges: readonly { readonly node: { readonly id: string } }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}

interface Case {
  readonly documents: readonly Doc[];
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly orderBy: readonly OrderBy[];
  readonly size: number;
  /** The values of lookups. */
  readonly by: { readonly slug: string; readonly text: string; readonly int: number };
  readonly language: (typeof LANGUAGES)[number];
}

const schema = createContentGraph({ ...defs, model }, createEvaluatorClient([])).schema;
const input = (name: string) => schema.getType(name) as GraphQLInputObjectType;
/** The ids of the largest set of documents. */
const ids = new Dataset(
  Array.from({ length: 9 }, (_, i) => ({ _id: `entry-${i}`, _type: 'entry' }) as unknown as Doc),
);
const filters = new FilterArbitrary(model, new DocumentArbitrary(model, ids));

const LOOKED_UP = ['ember', 'caf\u00e9', 'cafe\u0301', '\u00c5ngstr\u00f6m', '\uac01', 'Zebra', '', '12'];

const cases: fc.Arbitrary<Case> = fc.record({
  documents: entryDocuments,
  filter: fc.option(filters.filter(input('EntryFilter'), 3, 2)),
  orderBy: orderArbitrary(input('EntryOrder'), type),
  size: fc.integer({ min: 1, max: 4 }),
  by: fc.record({
    slug: fc.constantFrom(...LOOKED_UP),
    text: fc.constantFrom(...LOOKED_UP),
    int: fc.constantFrom(0, 12),
  }),
  language: fc.constantFrom(...LANGUAGES),
});

/** Conditions on rich texts in three languages: the longest that a filter becomes. */
const RICH_TEXTS: Case = {
  documents: [
    {
      _id: 'entry-0',
      _type: 'entry',
      _createdAt: '2026-02-01T08:00:00Z',
      _updatedAt: '2026-03-01T00:00:00Z',
    },
  ],
  filter: {
    friends: {
      some: { body: { defined: false, matches: 'ember' } },
      every: { body: { matches: 'ember', defined: false } },
    },
  },
  orderBy: [],
  size: 1,
  by: { slug: 'ember', text: 'ember', int: 0 },
  language: 'fr',
};

/** Filters of a list of objects that has other elements. */
const OTHER_ELEMENTS: readonly Case[] = [
  { some: { text: { defined: false } } },
  { every: { text: { defined: true } } },
  { none: { text: { eq: null } } },
  { defined: true },
  { some: { not: { text: { eq: 'x' } } } },
].map((filter) => ({
  ...RICH_TEXTS,
  documents: [['stray'], [null], [['x']], [{ text: 'x' }, null, 5], [{ text: 'x' }, {}]].map(
    (parts, i): Doc => ({ ...(RICH_TEXTS.documents[0] as Doc), _id: `entry-${i}`, parts }),
  ),
  filter: { parts: filter },
}));

const comparable = ({ data, errors }: Awaited<ReturnType<ContentGraph['execute']>>) =>
  JSON.parse(JSON.stringify({ data, paths: (errors ?? []).map(({ path }) => path?.join('.')).toSorted() }));

async function walk(
  read: (document: DocumentNode, variables: object) => Promise<unknown>,
  { orderBy, filter, size }: Case,
  isForward: boolean,
): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 20; pages++) {
    const range = isForward ? { first: size, after: cursor } : { last: size, before: cursor };
    const page = (await read(PAGE, { orderBy, filter, ...range })) as Page;
    const found = page.edges.map(({ node }) => node.id);
    seen.splice(isForward ? seen.length : 0, 0, ...found);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    const [hasMore, hasBehind] = isForward ? [hasNextPage, hasPreviousPage] : [hasPreviousPage, hasNextPage];
    expect(hasBehind).toBe(pages > 0);
    if (!hasMore) return seen;
    cursor = isForward ? endCursor : startCursor;
  }
  throw new Error('expected the list to end');
}

test(
  'values: reading, filters, orders and pages in both directions agree with the rules of docs/values.md',
  async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { documents, filter, orderBy, language, by } = one;
        const graph = createContentGraph(
          { ...defs, model },
          createEvaluatorClient(documents),
          executePrepared,
        );
        const codes = model.locales.all.find(({ code }) => code === language)?.codes ?? [];
        const reference = createReferenceImplementation({
          ...defs,
          model: withoutLanguages(model),
          typeDefs: defs.typeDefs,
          documents: documentsInLanguage(model, documents, codes),
          expressions: {},
        });
        const variables = { filter, orderBy, ...by };
        const expected = comparable(await reference.execute(LIST, variables));
        const actual = comparable(await graph.execute(LIST, variables, language));
        expect(actual).toEqual(expected);
        const read = async (document: DocumentNode, values: object) => {
          const { data, errors } = await graph.execute(document, { ...values }, language);
          if (errors) throw new AggregateError(errors, errors.map(({ message }) => message).join());
          return data?.entries;
        };
        const rows = expected.data.entries.nodes.map(({ id }: { id: string }) => id);
        for (const isForward of [true, false]) expect(await walk(read, one, isForward)).toEqual(rows);
      }),
      {
        seed: SEED,
        numRuns: CASES,
        examples: [RICH_TEXTS, ...OTHER_ELEMENTS].map((example) => [example]),
        includeErrorInReport: true,
        interruptAfterTimeLimit: TIMEOUT_MS - 30_000,
        markInterruptAsFailure: true,
      },
    );
  },
  TIMEOUT_MS,
);
