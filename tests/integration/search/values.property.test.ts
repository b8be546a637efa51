import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Locales, parseLocales } from '../../../gateway/core/locales.ts';
import type { Model } from '../../../gateway/core/model/model.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { Dataset, type Doc } from '../../reference/dataset.ts';
import { writeSeed } from '../../reference/generator/generate.ts';
import { entryDocuments } from '../../reference/kinds/entryDocuments.ts';
import { documentsInLanguage } from '../../reference/kinds/inLanguage.ts';
import { comparableValue } from '../../reference/kinds/valueRules.ts';
import type { Json } from '../../support/documentShape.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const SCHEMA = `${ROOT}tests/support/fixtures/values/schema`;
const LOCALES = 'en,de,fr:de';
/** The sets of documents, of up to nine each. */
const SETS = 20;

const { model: baseModel } = await readTypeDefs(SCHEMA);
const model: Model = { ...baseModel, locales: parseLocales(LOCALES) as Locales };
const LANGUAGES = model.locales.all.map(({ code }) => code);

/** Documents of several sets, whose references stay within their set. */
const documents: readonly Doc[] = fc
  .sample(entryDocuments, { seed: 5, numRuns: SETS })
  .flatMap(
    (set, s) => JSON.parse(JSON.stringify(set).replaceAll(/"entry-(\d)"/g, `"entry-${s}-$1"`)) as Doc[],
  );

const inLanguage = new Map(
  model.locales.all.map(({ code, codes }) => [code, documentsInLanguage(model, documents, codes)]),
);
const dataset = new Dataset(documents);

const FACETS = {
  TEXT: 'text',
  INT: 'int',
  FLAG: 'flag',
  MOOD: 'mood',
  TEXTS: 'texts',
  NAME: 'name',
  FRIEND: 'friend',
};
type Facet = keyof typeof FACETS;

/** Returns the facet values of a document, in lower case as the search service compares them. */
function facetValues(doc: Doc, facet: Facet): readonly string[] {
  const stored = doc[FACETS[facet]];
  const { typeName, isList, shape } = model.types.get('Entry')?.fields.get(FACETS[facet]) ?? {};
  if (shape === 'document') {
    const target = dataset.dereference(stored);
    const key = comparableValue(
      model,
      'String',
      (target?.slug as { current?: unknown } | undefined)?.current,
    );
    return target ? texts([key ?? target._id]) : [];
  }
  const values = isList ? (Array.isArray(stored) ? stored : []) : [stored];
  return texts(values.map((value) => comparableValue(model, String(typeName), value)));
}

/** Empty texts are not in the index. */
const texts = (values: readonly unknown[]): readonly string[] => [
  ...new Set(
    values.flatMap((value) => (value === undefined || value === '' ? [] : String(value).toLowerCase())),
  ),
];

function countsOf(language: string, facet: Facet): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const doc of inLanguage.get(language) ?? [])
    for (const value of facetValues(doc, facet)) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

let stack: Stack;
let seedDir: string;
beforeAll(async () => {
  seedDir = mkdtempSync(join(tmpdir(), 'values-'));
  writeSeed(seedDir, documents as unknown as Json[]);
  stack = await startStack({ schemaDir: SCHEMA, seedDir, hasCache: false, env: { LOCALES } });
}, 60_000);
afterAll(async () => {
  await stack.close();
  rmSync(seedDir, { recursive: true });
});

async function search(args: string, selection: string, locale?: string) {
  const text = `{ search(query: "", ${args}) { ${selection} } }`;
  const { data, errors } = await stack.query(text, {}, locale);
  expect(errors).toEqual([]);
  return data.search;
}

/** The texts that records contain for the names of values. */
const stored = (value: string) => (value === 'wild' ? 'very wild' : value).toLowerCase();

describe('search agrees with the rules of docs/values.md', () => {
  test.each(LANGUAGES)(
    'facets count the values of their kind, in both forms of letters: %s',
    async (language) => {
      const { facets, totalCount } = await search(
        `facets: [${Object.keys(FACETS)}]`,
        'totalCount facets { key values { value count } }',
        language,
      );
      expect(totalCount).toBe(documents.length);
      for (const { key, values } of facets) {
        const counts = Object.fromEntries(
          values.map(({ value, count }: { value: string; count: number }) => [
            key === 'MOOD' ? stored(value) : value.toLowerCase(),
            count,
          ]),
        );
        expect({ key, counts }).toEqual({ key, counts: countsOf(language, key) });
      }
    },
  );

  test.each(['TEXT', 'TEXTS', 'NAME', 'FRIEND'] as const)(
    'filters by %s in each form of the letters',
    async (facet) => {
      const counts = countsOf('en', facet);
      expect(Object.keys(counts)).toContain('caf\u00e9');
      for (const [value, count] of Object.entries(counts))
        for (const form of ['NFC', 'NFD']) {
          const values = JSON.stringify([value.normalize(form)]);
          const { totalCount } = await search(
            `filter: { ${FACETS[facet]}: { in: ${values} } }`,
            'totalCount',
          );
          expect({ value, form, totalCount }).toEqual({ value, form, totalCount: count });
        }
    },
  );

  test('filters by numbers, Booleans and choices', async () => {
    const total = async (filter: string) => (await search(`filter: { ${filter} }`, 'totalCount')).totalCount;
    const of = (facet: Facet, value: string) => countsOf('en', facet)[value] ?? 0;
    expect(await total('int: { in: [12] }')).toBe(of('INT', '12'));
    expect(await total('flag: { in: ["true"] }')).toBe(of('FLAG', 'true'));
    expect(await total('mood: { in: ["wild"] }')).toBe(of('MOOD', 'very wild'));
    const ints = documents
      .map((doc) => comparableValue(model, 'Int', doc.int))
      .filter((value) => value !== undefined);
    expect(await total('int: { gte: 1 }')).toBe(ints.filter((value) => Number(value) >= 1).length);
  });

  test('filters match nothing for an empty list and for values of another kind, also if the content service answers', async () => {
    const filters = [
      'filter: { text: { in: [] } }',
      'filter: { friend: { in: [] } }',
      'filter: { int: { in: [] } }',
      'filter: { flag: { in: ["maybe"] } }',
      'filter: { mood: { in: ["loud"] } }',
      'filter: { at: { in: ["yesterday"] } }',
      'types: []',
    ];
    for (const fault of [[], [{ kind: 'status' as const, status: 503 }]]) {
      await stack.setFaults('search', fault);
      for (const args of filters)
        expect({ args, ...(await search(args, 'totalCount nodes { __typename }')) }).toEqual({
          args,
          totalCount: 0,
          nodes: [],
        });
    }
    await stack.setFaults('search');
  });

  test('the content service finds the same documents', async () => {
    await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
    for (const value of ['caf\u00e9', 'cafe\u0301']) {
      const { totalCount } = await search(`filter: { text: { in: ["${value}"] } }`, 'totalCount');
      const equal = documents.filter((doc) => comparableValue(model, 'String', doc.text) === 'caf\u00e9');
      expect(totalCount).toBe(equal.length);
    }
    const totals = await Promise.all(
      ['caf\u00e9', 'cafe\u0301', 'caf'].map(
        async (words) =>
          (await stack.query(`{ search(query: "${words}") { totalCount } }`)).data.search.totalCount,
      ),
    );
    expect(totals[0]).toBeGreaterThan(0);
    expect(totals).toEqual([totals[2], totals[2], totals[2]]);
    await stack.setFaults('search');
  });
});
