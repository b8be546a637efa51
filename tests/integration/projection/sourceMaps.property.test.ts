import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ContentSourceMap } from '@sanity/client/csm';
import fc from 'fast-check';
import { parse } from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { Dataset, type Doc } from '../../reference/dataset.ts';
import { languagesModel } from '../../reference/languages.ts';
import { withMapsGraph } from '../../reference/mapsGraph.ts';
import {
  edgeCasesModel,
  type ModelCase,
  pagesCase,
  publicationCase,
  recipesCase,
  venuesCase,
} from '../../reference/modelCases.ts';
import { operationArbitrary } from '../../reference/operationArbitrary.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { sourceMapFaults, withLeaves, withTypeNames } from '../../reference/sourceMapFaults.ts';
import { withUniqueTexts } from '../../reference/uniqueTexts.ts';
import { ROOT } from '../../support/stack.ts';
import { sourcesIn } from './testing/sources.ts';

/** The operations are the same in every run. `RANDOM_CASES=50` has 10,000. */
const SEED = randomSeed(6);
const OPERATIONS = caseCount(20);
const INVALID_SHARE = 0.08;
const TIME = '2026-02-01T08:00:00Z';
const PERSPECTIVES = ['drafts', 'r1', 'r1,drafts'];

async function languagesCase(): Promise<ModelCase> {
  const folder = `${ROOT}tests/support/fixtures/languages`;
  const defs = await readTypeDefs(`${folder}/schema`);
  const lines = readFileSync(`${folder}/seed/content.ndjson`, 'utf8').trim().split('\n');
  const documents = lines.map((line) => JSON.parse(line) as Doc);
  return {
    name: 'languages',
    defs: { ...defs, model: languagesModel('en,de,de-CH:de,fr:') },
    documents,
    expressions: {},
  };
}

const CASES: readonly (readonly [
  name: string,
  read: () => Promise<ModelCase>,
  locales?: readonly string[],
])[] = [
  ['recipes', () => recipesCase('maps', 0)],
  ['recipes with invalid values', () => recipesCase('maps', INVALID_SHARE)],
  ['edge cases', () => edgeCasesModel('maps', 0)],
  ['edge cases with invalid values', () => edgeCasesModel('maps', INVALID_SHARE)],
  ['pages', () => pagesCase('maps', 0)],
  ['pages with invalid values', () => pagesCase('maps', INVALID_SHARE)],
  ['venues', () => venuesCase('maps', 0)],
  ['venues with invalid values', () => venuesCase('maps', INVALID_SHARE)],
  ['films, people and articles', () => publicationCase(60)],
  ['languages', languagesCase, ['en', 'de', 'de-CH', 'fr']],
];

/** Returns the function that returns the version of a document in a perspective. */
function versionsIn(perspective: string, documents: readonly Doc[]): (id: string) => string {
  const ids = new Set(documents.map(({ _id }) => _id));
  const layers = perspective.split(',').map((layer) => (layer === 'drafts' ? layer : `versions.${layer}`));
  return (id) => {
    const published = id.replace(/^(drafts\.|versions\.[^.]+\.)/, '');
    return layers.map((layer) => `${layer}.${published}`).find((version) => ids.has(version)) ?? published;
  };
}

describe('source maps: every mapping leads to the value in the response, and every attribute has one', () => {
  test.each(CASES)(
    '%s',
    async (_name, read, locales = ['en']) => {
      const { defs, documents: random } = await read();
      const documents = withUniqueTexts(random, defs.model);
      await withMapsGraph(defs, documents, async (graph) => {
        const { schema } = graph;
        const operations = operationArbitrary({ schema, model: defs.model, dataset: new Dataset(documents) });
        let mapped = 0;
        const property = fc.asyncProperty(
          operations,
          fc.constantFrom(...PERSPECTIVES),
          fc.constantFrom(...locales),
          async ({ text, variables }, perspective, locale) => {
            const document = withTypeNames(withLeaves(parse(text), schema));
            const versionOf = versionsIn(perspective, documents);
            for (const values of variables) {
              const result = await graph.execute(document, values, locale, perspective);
              const data = JSON.parse(JSON.stringify(result.data ?? null));
              const map = result.extensions?.contentSourceMaps as ContentSourceMap;
              mapped += Object.keys(map.mappings).length;
              const faults = sourceMapFaults({ schema, defs, document, data, map, documents, versionOf });
              if (faults.length > 0)
                throw new Error(
                  `${perspective} ${JSON.stringify(values)}\n${faults.slice(0, 10).join('\n')}`,
                );
            }
          },
        );
        await fc.assert(property, { seed: SEED, numRuns: OPERATIONS, includeErrorInReport: true });
        expect(mapped).toBeGreaterThan(OPERATIONS);
      });
    },
    600_000,
  );
});

const EXPRESSIONS = `
  "A document whose fields select or compute values."
  type Thing @document {
    "Stored."
    title: String
    "Stored."
    size: Float
    "Stored."
    tags: [String]
    "Stored."
    data: JSON
    "Selected."
    either: String @groq(expr: "coalesce(missing, title)")
    "Selected."
    chosen: String @groq(expr: "select(size > 1 => inner.text, title)")
    "Selected."
    second: String @groq(expr: "tags[2]")
    "Selected."
    unique: [String!] @groq(expr: "array::unique(array::compact(tags))")
    "Selected and computed."
    parts: JSON @groq(expr: "{'text': inner.text, 'double': size * 2, 'tags': tags[0...1]}")
    "Computed."
    lower: String @groq(expr: "lower(title)")
    "Computed."
    upper: String @groq(expr: "string::upper (title)")
    "Computed."
    plain: String @groq(expr: "pt::text(body)")
    "Computed."
    number: String @groq(expr: "string(size)")
    "Computed."
    either_lower: String @groq(expr: "coalesce(missing, lower(title))")
    "Computed."
    joined: String @groq(expr: "title + '!'")
    "Computed."
    literal: String @groq(expr: "'text'")
    "Computed."
    many: Int @groq(expr: "count(tags)")
  }
`;

test('source maps: an expression has a mapping if it selects a value, and none if it computes one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'expressions-'));
  writeFileSync(join(folder, 'thing.graphql'), EXPRESSIONS);
  const defs = await readTypeDefs(folder);
  rmSync(folder, { recursive: true });
  const thing: Doc = {
    ...{ _id: 'drafts.thing', _type: 'thing', _createdAt: TIME, _updatedAt: TIME },
    ...{ title: 'The title', size: 2, inner: { text: 'The inner text' }, tags: ['a', null, 'b'] },
    data: { list: [{ _key: 'k', deep: "it's" }] },
    body: [{ _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: 'Words' }] }],
  };
  await withMapsGraph(defs, [thing], async (graph) => {
    const { fields } = defs.model.types.get('Thing') ?? { fields: new Map<string, unknown>() };
    const names = [...fields.keys()].filter((name) => name !== 'id');
    const document = parse(`{ things { nodes { ${names.join(' ')} } } }`);
    const { data, errors, extensions } = await graph.execute(document, {}, undefined, 'drafts');
    expect(errors).toBeUndefined();
    expect(JSON.parse(JSON.stringify(data)).things.nodes).toMatchObject([
      { lower: 'the title', number: '2' },
    ]);
    const sources = sourcesIn(extensions?.contentSourceMaps as ContentSourceMap);
    const of = (path: string) => `drafts.thing ${path}`;
    const node = "$['things']['nodes'][0]";
    expect(sources).toEqual({
      [`${node}['title']`]: of("$['title']"),
      [`${node}['size']`]: of("$['size']"),
      [`${node}['tags'][0]`]: of("$['tags'][0]"),
      [`${node}['tags'][1]`]: of("$['tags'][2]"),
      [`${node}['data']`]: of("$['data']"),
      [`${node}['either']`]: of("$['title']"),
      [`${node}['chosen']`]: of("$['inner']['text']"),
      [`${node}['second']`]: of("$['tags'][2]"),
      [`${node}['unique'][0]`]: of("$['tags'][0]"),
      [`${node}['unique'][1]`]: of("$['tags'][2]"),
      [`${node}['parts']['text']`]: of("$['inner']['text']"),
      [`${node}['parts']['tags'][0]`]: of("$['tags'][0]"),
    });
  });
});

test('source maps: objects in the metadata of an image have no mapping, and their values have one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'metadata-'));
  writeFileSync(
    join(folder, 'thing.graphql'),
    '"A thing."\ntype Thing @document {\n  "Stored."\n  photo: Image\n}\n',
  );
  const defs = await readTypeDefs(folder);
  rmSync(folder, { recursive: true });
  const times = { _createdAt: TIME, _updatedAt: TIME };
  const assetId = `image-${'0'.repeat(40)}-300x200-png`;
  const metadata = { palette: { dominant: { background: '#aabbcc' } }, exif: { ISO: 100 } };
  const asset: Doc = { _id: assetId, _type: 'sanity.imageAsset', ...times, url: 'x', metadata };
  const photo = { _type: 'image', asset: { _type: 'reference', _ref: assetId } };
  const thing: Doc = { _id: 'drafts.thing', _type: 'thing', ...times, photo };
  await withMapsGraph(defs, [thing, asset], async (graph) => {
    const document = parse(`{ things { nodes { photo { asset {
      palette { dominant { background } } exif { ISO: iso }
    } } } } }`);
    const { errors, extensions } = await graph.execute(document, {}, undefined, 'drafts');
    expect(errors).toBeUndefined();
    const inPhoto = "$['things']['nodes'][0]['photo']['asset']";
    expect(sourcesIn(extensions?.contentSourceMaps as ContentSourceMap)).toEqual({
      [`${inPhoto}['palette']['dominant']['background']`]: `${assetId} $['metadata']['palette']['dominant']['background']`,
      [`${inPhoto}['exif']['ISO']`]: `${assetId} $['metadata']['exif']['ISO']`,
    });
  });
});
