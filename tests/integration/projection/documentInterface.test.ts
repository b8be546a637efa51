import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { execute, reference } from '../../reference/edgeCases.ts';
import { byKey, createLanguagesGraph } from '../../reference/languages.ts';
import { createPagesGraph, documentOf, page } from '../../reference/pages.ts';

/** Creates the content schema of a model over documents. */
async function graphOf(sdl: string, documents: readonly Doc[]) {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  writeFileSync(join(folder, 'model.graphql'), sdl);
  try {
    return createContentGraph(await readTypeDefs(folder), createEvaluatorClient(documents));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const slug = (current: string) => ({ _type: 'slug', current });

test('interface of documents: one fragment serves members of unions, in one request and under any alias', async () => {
  const graph = createPagesGraph([
    page('a', { title: 'Page A', content: [reference('b', { _key: 'b' })], passage: reference('ann') }),
    page('b', { title: 'Page B' }),
    documentOf('author', 'ann', { name: 'Ann', title: 'Dr' }),
  ]);
  const { data, errors } = await execute(
    graph,
    `{ page(by: { slug: "a" }) { label passage { ...D } content { ...D } } }
    fragment D on Document { __typename called: label createdAt }`,
  );
  expect(errors).toBeUndefined();
  const createdAt = '2026-02-01T08:00:00Z';
  expect(data.page).toEqual({
    label: 'Page A',
    passage: { __typename: 'Author', called: 'Ann', createdAt },
    content: [{ __typename: 'Page', called: 'Page B', createdAt }],
  });
  expect(graph.requests).toHaveLength(1);
});

describe('list of documents of several types', () => {
  const at = (day: string) => ({
    _createdAt: `2026-02-${day}T00:00:00Z`,
    _updatedAt: `2026-03-${day}T00:00:00Z`,
  });
  const DOCUMENTS = [
    page('a', { title: 'Charlie', ...at('01') }),
    documentOf('author', 'ann', { name: 'Ann', ...at('02') }),
    page('b', { title: 'bravo', author: reference('ann'), ...at('03') }),
    documentOf('settings', 's', { siteName: 'Site', ...at('04') }),
    { ...page('private', at('05')), _id: 'secret.page' },
  ];
  const read = async (args: string, selection = 'nodes { label }') => {
    const graph = createPagesGraph(DOCUMENTS);
    const { data, errors } = await execute(graph, `{ documents${args} { ${selection} } }`);
    return { ...data.documents, errors, requests: graph.requests };
  };
  const labelsOf = ({ nodes }: { nodes: { label: string | null }[] }) => nodes.map(({ label }) => label);

  test('has all types, the newest first, with the fields of each, in one request', async () => {
    const { nodes, totalCount, errors, requests } = await read(
      '',
      'totalCount nodes { __typename label ... on Page { slug author { name } } ... on Author { title } }',
    );
    expect(errors).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(totalCount).toBe(4);
    expect(nodes).toEqual([
      { __typename: 'Settings', label: null },
      { __typename: 'Page', label: 'bravo', slug: 'b', author: { name: 'Ann' } },
      { __typename: 'Author', label: 'Ann', title: null },
      { __typename: 'Page', label: 'Charlie', slug: 'a', author: null },
    ]);
  });

  test.each([
    ['(types: [PAGE, AUTHOR, PAGE])', ['bravo', 'Ann', 'Charlie']],
    ['(types: [])', []],
    ['(types: [PAGE, AUTHOR], orderBy: { field: LABEL })', ['Ann', 'bravo', 'Charlie']],
    ['(orderBy: { field: UPDATED_AT })', ['Charlie', 'Ann', 'bravo', null]],
    ['(orderBy: { field: LABEL, nulls: FIRST }, first: 2)', [null, 'Ann']],
    ['(filter: { label: { startsWith: "A" } })', ['Ann']],
    ['(filter: { label: { matches: "BRAVO" } })', ['bravo']],
    ['(filter: { createdAt: { gte: "2026-02-03T00:00:00Z" } })', [null, 'bravo']],
    ['(filter: { not: { label: { defined: true } } })', [null]],
    [
      `(filter: { id: { in: ["${toGlobalId('Page', 'a')}", "${toGlobalId('Author', 'ann')}"] } })`,
      ['Ann', 'Charlie'],
    ],
    [`(filter: { id: { eq: "${toGlobalId('Page', 'ann')}" } })`, []],
    [`(filter: { id: { in: ["${toGlobalId('Page', 'a')}", "${toGlobalId('Author', 'b')}"] } })`, ['Charlie']],
    [`(filter: { id: { ne: "${toGlobalId('Page', 'ann')}" } }, types: [AUTHOR])`, ['Ann']],
    [
      `(filter: { id: { notIn: ["${toGlobalId('Author', 'ann')}", "${toGlobalId('Author', 'b')}"] } })`,
      [null, 'bravo', 'Charlie'],
    ],
    ['(filter: { id: { in: [] } })', []],
    ['(filter: { id: { eq: null } })', []],
    [
      `(filter: { id: { defined: true, ne: "${toGlobalId('Settings', 's')}" } })`,
      ['bravo', 'Ann', 'Charlie'],
    ],
    ['(first: 2, offset: 1)', ['bravo', 'Ann']],
  ])('%s', async (args, labels) => {
    const list = await read(args);
    expect(list.errors).toBeUndefined();
    expect(labelsOf(list)).toEqual(labels);
  });

  test.each(['Video', 'TextBlock', 'Missing'])('rejects a filter by the id of a %s', async (typeName) => {
    const { errors } = await read(`(filter: { id: { in: ["${toGlobalId(typeName, 'a')}"] } })`);
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(
          `expected global ids of Document in the filter, got the id of a ${typeName}`,
        ),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  });

  test('goes on by a cursor, in any order', async () => {
    for (const order of ['LABEL', 'CREATED_AT', 'UPDATED_AT']) {
      const all = await read(`(orderBy: { field: ${order} })`, 'edges { cursor node { id } }');
      for (const [i, { cursor }] of all.edges.entries()) {
        const rest = await read(
          `(orderBy: { field: ${order} }, after: "${cursor}")`,
          'edges { cursor node { id } }',
        );
        expect(rest.edges).toEqual(all.edges.slice(i + 1));
      }
    }
  });

  test('depends on the listed types alone', async () => {
    const graph = createPagesGraph(DOCUMENTS);
    await execute(graph, '{ documents(types: [AUTHOR]) { nodes { id label } } }');
    expect(graph.documentTypes.at(-1)).toEqual(['author']);
  });

  test('has no types that require scopes which the caller lacks, not even counted', async () => {
    const graph = await graphOf(
      `type Post @document { title: String @searchable }
      type Registration @document @requiresScopes(scopes: [["read:private"]]) { email: String @label }`,
      [
        documentOf('post', 'p', { title: 'Post' }),
        documentOf('registration', 'r', { email: 'a@example.org' }),
      ],
    );
    const { data, errors } = await execute(
      graph,
      '{ documents { totalCount nodes { id label } } counted: documents(filter: { label: { matches: "example" } }) { totalCount } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      documents: { totalCount: 1, nodes: [{ id: toGlobalId('Post', 'p'), label: 'Post' }] },
      counted: { totalCount: 0 },
    });
    const named = await execute(graph, '{ documents(types: [POST, REGISTRATION]) { totalCount } }');
    expect(named.data.documents).toBeNull();
    expect(named.errors).toMatchObject([{ path: ['documents'], extensions: { code: 'FORBIDDEN' } }]);
    expect(graph.requests).toHaveLength(1);
  });

  test('has the label and the times that a type declares, unless they are of another kind', async () => {
    const documents = [
      documentOf('post', 'p', { written: '2020-01-01T00:00:00Z', ...at('01'), heading: 'P' }),
      documentOf('note', 'n', { text: 'N', ...at('02') }),
    ];
    const own = await graphOf(
      `type Post @document { createdAt: DateTime @groq(expr: "written") heading: String @label }
      type Note @document { text: String @label }`,
      documents,
    );
    const query =
      '{ documents(filter: { createdAt: { lt: "2021-01-01T00:00:00Z" } }) { nodes { label createdAt } } }';
    expect((await execute(own, query)).data.documents.nodes).toEqual([
      { label: 'P', createdAt: '2020-01-01T00:00:00Z' },
    ]);
    const other = await graphOf(
      'type Post @document { label: Image createdAt: String } type Note @document { text: String @label }',
      documents,
    );
    const { data, errors } = await execute(
      other,
      '{ documents(orderBy: { field: CREATED_AT }) { nodes { id } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.documents.nodes.map(({ id }: { id: string }) => id)).toEqual([
      toGlobalId('Post', 'p'),
      toGlobalId('Note', 'n'),
    ]);
  });

  test.each([
    ['a list of a type', 'type File2 @document(plural: "documents") { name: String }'],
    ['the lookup of a type', 'type Documents @document(plural: "papers") { name: String }'],
    ['a type', 'type Post @document { edge: DocumentEdge } type DocumentEdge { name: String }'],
    ['the interface', 'type Document @document(plural: "papers") { name: String }'],
  ])('is left out if a model has %s of its name', async (_kind, sdl) => {
    const { schema } = await graphOf(sdl, []);
    const list = schema.getQueryType()?.getFields().documents;
    expect(list?.args.some(({ name }) => name === 'types') ?? false).toBe(false);
  });

  test('has the version of each document for the language of the request, and labels in it', async () => {
    const graph = createLanguagesGraph([
      documentOf('place', 'p', { name: byKey({ en: 'Lake', de: 'See' }), slug: slug('p') }),
      documentOf('lesson', 'l-en', { title: 'Waves', language: 'en' }),
      documentOf('lesson', 'l-de', { title: 'Wellen', language: 'de' }),
      documentOf('translation.metadata', 't', {
        translations: [
          { _key: 'en', value: reference('l-en') },
          { _key: 'de', value: reference('l-de') },
        ],
      }),
    ]);
    const read = async (language: string) => {
      const query = '{ documents(orderBy: { field: LABEL }) { nodes { label } edges { cursor } } }';
      const { data, errors } = await execute(graph, query, {}, language);
      expect(errors).toBeUndefined();
      return data.documents;
    };
    expect(labelsOf(await read('en'))).toEqual(['Lake', 'Waves']);
    expect(labelsOf(await read('de'))).toEqual(['See', 'Wellen']);
    const [{ cursor }] = (await read('en')).edges;
    const next = `{ documents(after: "${cursor}", orderBy: { field: LABEL }) { nodes { label } } }`;
    expect(labelsOf((await execute(graph, next, {}, 'en')).data.documents)).toEqual(['Waves']);
    expect((await execute(graph, next, {}, 'de')).errors).toMatchObject([
      { extensions: { code: 'BAD_CURSOR' } },
    ]);
  });
});

test('interface of documents: nodes have it; a label is null without a text, and an error for another value', async () => {
  const graph = createPagesGraph([
    documentOf('author', 'ann', { name: 'Ann' }),
    documentOf('entry', 'e', { slug: slug('e') }),
    documentOf('entry', 'f', { title: 42 }),
    documentOf('settings', 's', { siteName: 'Site' }),
  ]);
  const ids = [
    ['Author', 'ann'],
    ['Entry', 'e'],
    ['Entry', 'f'],
    ['Settings', 's'],
  ].map(([type = '', id = '']) => toGlobalId(type, id));
  const { data, errors } = await execute(
    graph,
    'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Document { id label } } }',
    { ids },
  );
  expect(data.nodes).toEqual(['Ann', null, null, null].map((label, i) => ({ id: ids[i], label })));
  expect(errors).toMatchObject([
    { path: ['nodes', 2, 'label'], message: expect.stringContaining('got number') },
  ]);
  expect(graph.issues).toMatchObject([{ document: 'f', attribute: 'title' }]);
  expect(graph.requests).toHaveLength(1);
});

test('interface of documents: the label is in the language of the request', async () => {
  const graph = createLanguagesGraph([
    documentOf('place', 'p', { name: byKey({ en: 'Lake', de: 'See' }), slug: slug('p') }),
  ]);
  const labels = await Promise.all(
    ['en', 'de', 'de-CH'].map(async (language) => {
      const { data, errors } = await execute(
        graph,
        '{ places { nodes { ... on Document { label } } } }',
        {},
        language,
      );
      expect(errors).toBeUndefined();
      return data.places.nodes[0].label;
    }),
  );
  expect(labels).toEqual(['Lake', 'See', 'See']);
});
