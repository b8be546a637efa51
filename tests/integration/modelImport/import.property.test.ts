import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ConstDirectiveNode, Kind, parse, print, visit } from 'graphql';
import {
  document,
  list,
  literal,
  number,
  object,
  text,
  union,
} from '../../../gateway/cli/modelImport/testing/extracts.ts';
import { importTypes, studioSchema } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { readModelFiles, withFolder } from '../../../gateway/cli/modelImport/testing/modelFolder.ts';
import { partsOf, writeLock } from '../../../gateway/cli/modelImport/update/importLock.ts';
import { updateModel } from '../../../gateway/cli/modelImport/update/updateModel.ts';
import { isSingleton } from '../../../gateway/core/model/lookups.ts';
import { readTypeDefs, type TypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { pageWide, rootField } from './testing/pageWide.ts';
import { studioArbitrary } from './testing/studioArbitrary.ts';
import { studioDocuments } from './testing/studioDocuments.ts';

/** The studios are the same in every run. A failure reports the smallest one. */
const SEED = randomSeed(62);
const RUNS = caseCount(40);

/** Imports a studio, and reads the model as the gateway does. */
const importAndRead = async (declarations: readonly object[]): Promise<TypeDefs> =>
  readModelFiles((await importTypes(declarations)).files);

test('model import: every extract becomes a model that the gateway accepts and builds its schema from', async () => {
  await fc.assert(
    fc.asyncProperty(studioArbitrary({ isRealistic: false }), async (declarations) => {
      const { schema } = createContentGraph(await importAndRead(declarations), createEvaluatorClient([]));
      expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).length).toBeGreaterThan(0);
    }),
    { seed: SEED, numRuns: RUNS },
  );
}, 60_000);

/** Returns a studio without some of its types and attributes. @param choices whether each part is kept, repeated */
function partOf(declarations: readonly object[], choices: readonly boolean[]): readonly object[] {
  let next = 0;
  const isKept = () => choices[next++ % choices.length] === true;
  const reduced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reduced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isNamed = key === 'attributes' && typeof inner === 'object' && inner !== null;
        const kept = isNamed
          ? Object.fromEntries(Object.entries(inner).filter(([name]) => name.startsWith('_') || isKept()))
          : inner;
        return [key, reduced(kept)];
      }),
    );
  };
  const kept = declarations.filter((_, i) => i === 0 || isKept());
  return kept.map((declaration) => reduced(declaration) as object);
}

const KEPT_NAME = /^(id|key|type|match|and|in|asc|desc|true|false|null)$/;
const renamed = (name: string): string => (KEPT_NAME.test(name) ? name : `own_${name}`);
const withNames = (directive: ConstDirectiveNode): ConstDirectiveNode =>
  visit(directive, {
    StringValue: (node) => ({ ...node, value: node.value.split('.').map(renamed).join('.') }),
  });

/** Gives the fields of a model other names, as a team could. */
const withRenamedFields = (sdl: string): string =>
  print(
    visit(parse(sdl), {
      Directive: (node) => (node.name.value === 'lookup' ? withNames(node as ConstDirectiveNode) : undefined),
      FieldDefinition(node) {
        const { value } = node.name;
        const directives = (node.directives ?? []).map((directive) =>
          directive.name.value === 'inverse' ? withNames(directive) : directive,
        );
        const asset = directives.find(({ name }) => name.value === 'asset');
        const source = asset ? `@asset(field: "${value}")` : `@groq(expr: "${value}")`;
        const hasSource = directives.some(
          ({ name, arguments: args = [] }) =>
            /^(groq|inverse)$/.test(name.value) || (name.value === 'asset' && args.length > 0),
        );
        const added = hasSource || renamed(value) === value ? [] : (parseDirectives(source) ?? []);
        return {
          ...node,
          name: { ...node.name, value: renamed(value) },
          directives: [
            ...directives.filter((directive) => directive !== asset || added.length === 0),
            ...added,
          ],
        };
      },
    }),
  );

/** Returns the files of a model with renamed fields. */
const renamedFiles = (files: ReadonlyMap<string, string>) =>
  [...files].map(([file, sdl]) => [file, withRenamedFields(sdl)] as const);

const parseDirectives = (text: string): readonly ConstDirectiveNode[] | undefined => {
  const [definition] = parse(`scalar S ${text}`).definitions;
  return definition?.kind === Kind.SCALAR_TYPE_DEFINITION ? definition.directives : undefined;
};

test('model import: an update of a model with renamed fields has nothing to add without a change of the studio', async () => {
  await fc.assert(
    fc.asyncProperty(studioArbitrary({ isRealistic: false }), async (declarations) => {
      const { files, model } = await importTypes(declarations);
      const result = await withFolder(renamedFiles(files), (folder) => {
        writeLock(folder, partsOf(model));
        return updateModel(folder, studioSchema(declarations), model, { isDryRun: false });
      });
      expect(result).toMatchObject({ files: [], removed: [] });
    }),
    { seed: SEED, numRuns: RUNS },
  );
}, 60_000);

test('model import: an update to a studio with more types and attributes is accepted, and has nothing to add again', async () => {
  const studios = fc.tuple(
    studioArbitrary({ isRealistic: false }),
    fc.array(fc.boolean(), { minLength: 7, maxLength: 13 }),
  );
  await fc.assert(
    fc.asyncProperty(studios, async ([declarations, choices]) => {
      const former = await importTypes(partOf(declarations, choices));
      await withFolder(former.files, async (folder) => {
        writeLock(folder, partsOf(former.model));
        const schema = studioSchema(declarations);
        const imported = (await importTypes(declarations)).model;
        const first = await updateModel(folder, schema, imported, { isDryRun: false });
        const { schema: served } = createContentGraph(await readTypeDefs(folder), createEvaluatorClient([]));
        expect(served.getQueryType()).toBeDefined();
        const again = await updateModel(folder, schema, imported, { isDryRun: false });
        expect(again).toMatchObject({ files: [], removed: first.removed });
      });
    }),
    { seed: SEED, numRuns: RUNS },
  );
}, 60_000);

/** Imports a part of a studio, renames the fields of the model, and updates it to the whole studio. */
async function updateAndRead(
  declarations: readonly object[],
  choices: readonly boolean[],
): Promise<TypeDefs> {
  const former = await importTypes(partOf(declarations, choices));
  return withFolder(renamedFiles(former.files), async (folder) => {
    writeLock(folder, partsOf(former.model));
    const imported = (await importTypes(declarations)).model;
    await updateModel(folder, studioSchema(declarations), imported, { isDryRun: false });
    return readTypeDefs(folder);
  });
}

test('model import: documents of every studio are served as they are stored, in one content request each, also after an update', async () => {
  const studios = fc.tuple(
    studioArbitrary({ isRealistic: true }),
    fc.oneof(fc.constant([]), fc.array(fc.boolean(), { minLength: 7, maxLength: 13 })),
  );
  await fc.assert(
    fc.asyncProperty(studios, async ([declarations, choices]) => {
      const defs = await (choices.length === 0
        ? importAndRead(declarations)
        : updateAndRead(declarations, choices));
      const { model } = defs;
      const singles = model.documents.filter(isSingleton).flatMap(({ document }) => document?.type ?? []);
      const documents = studioDocuments(studioSchema(declarations), new Set(singles));
      const graph = createContentGraph(defs, createEvaluatorClient(documents as unknown as Doc[]));
      for (const document of documents) {
        const type = model.types.get(model.typeOfDocument.get(String(document._type)) ?? '');
        if (!type) continue;
        const { text, read } = pageWide(model, documents, type);
        graph.requests.length = 0;
        const { data, errors } = await graph.execute(
          parse(`{ document: ${rootField(type, document)} ${text} }`),
          {},
        );
        expect(errors).toBeUndefined();
        expect(graph.requests).toHaveLength(1);
        expect(JSON.parse(JSON.stringify(data?.document))).toEqual(read(document));
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
}, 60_000);

test('model import: faulty values, rows and blocks are null or left out with an error, and the page remains', async () => {
  const declarations = [
    document('page', {
      title: text,
      tags: list(text),
      tones: list(union(literal('calm'), literal('loud'))),
      sizes: list(number),
      rows: list(object({ label: text, count: number, marks: list(text) })),
      content: list(union(object({ heading: text }, 'hero'), object({ words: text }, 'quote'))),
    }),
  ];
  const page = {
    _id: 'p',
    _type: 'page',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    title: 7,
    tags: ['a', 7, 'b'],
    tones: ['calm', 'wild'],
    sizes: [1.5, true, '2'],
    rows: [{ label: 'a', count: true, marks: ['x', 1] }, 'b', { label: null }],
    content: [{ _type: 'hero', heading: 7 }, { _type: 'other' }, 'c', { _type: 'quote', words: 'd' }],
  };
  const defs = await importAndRead(declarations);
  const graph = createContentGraph(defs, createEvaluatorClient([page as unknown as Doc]));
  const { data, errors } = await graph.execute(
    parse(`{ pages { nodes { __typename title tags tones sizes rows { label count marks }
      content { ... on Hero { heading } ... on Quote { words } } } } }`),
    {},
  );
  expect(JSON.parse(JSON.stringify(data))).toEqual({
    pages: {
      nodes: [
        {
          __typename: 'Page',
          title: null,
          tags: ['a', null, 'b'],
          tones: ['calm', null],
          sizes: [1.5, null, null],
          rows: [
            { label: 'a', count: null, marks: ['x', null] },
            { label: null, count: null, marks: [] },
          ],
          content: [{ heading: null }, { words: 'd' }],
        },
      ],
    },
  });
  const paths = (errors ?? []).map(({ extensions }) => extensions.attribute);
  for (const path of [
    'title',
    'tags[1]',
    'tones[1]',
    'sizes[1]',
    'sizes[2]',
    'rows[0].count',
    'rows[0].marks[1]',
    'content[0].heading',
  ])
    expect(paths).toContain(path);
  expect(paths.some((path) => /^rows/.test(String(path)) && !String(path).includes('.'))).toBe(true);
  expect(paths.some((path) => /^content/.test(String(path)) && !String(path).includes('.'))).toBe(true);
});
