import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { createGraph, edgeCase, execute, parent, query, reference } from '../../reference/edgeCases.ts';

const FOREIGN = [
  ['a reference to another dataset', { _type: 'crossDatasetReference', _dataset: 'other', _projectId: 'q' }],
  ['a reference to another dataset without its name', { _type: 'crossDatasetReference' }],
  ['a global reference', { _type: 'globalDocumentReference' }],
  ['any reference with a dataset', { _dataset: 'other' }],
] as const;

describe.each(FOREIGN)('references: %s, whose id a document of this dataset has', (_name, attributes) => {
  const foreign = reference('b', attributes);
  const documents = [
    edgeCase('a', {
      in: foreign,
      desc: [foreign, reference('c')],
      order: [foreign, reference('c')],
      anything: foreign,
      everything: [foreign, reference('c')],
      mixed: [foreign],
      single: foreign,
      named: reference('p', attributes),
      boxes: [{ _type: 'box', in: foreign, label: 'x', desc: [foreign], contents: [foreign] }],
      null: [
        {
          _type: 'block',
          children: [{ _type: 'span', text: 'linked', marks: ['m'] }],
          markDefs: [{ _key: 'm', _type: 'link', reference: foreign }],
        },
        { ...foreign },
      ],
    }),
    edgeCase('b', { title: 'local b' }),
    edgeCase('c', { title: 'c' }),
    parent('p', { title: 'local p', children: [foreign] }),
  ];

  test('is a mismatch as a value, and in lists of any kind', async () => {
    const { data, errors } = await execute(
      createGraph(documents),
      `{ edgeCase(by: { slug: "a" }) { in { title } desc { title } anything { id } everything { id } mixed { __typename }
        single { __typename } named { title } boxes { in { title } desc { title } contents { totalCount } }
        order { totalCount nodes { title } } null { links { documents { id } references { ref } } } } }`,
    );
    expect(JSON.stringify(data)).not.toMatch(/local/);
    expect(data.edgeCase).toMatchObject({
      in: null,
      desc: [{ title: 'c' }],
      anything: null,
      single: null,
      named: null,
      boxes: [{ in: null, desc: [], contents: { totalCount: 0 } }],
      order: { totalCount: 1, nodes: [{ title: 'c' }] },
      null: { links: { documents: [], references: [] } },
    });
    expect(errors?.every(({ extensions }) => extensions?.code === 'CONTENT_MISMATCH')).toBe(true);
    const paths = errors?.map(({ extensions }) => extensions?.attribute);
    expect(paths).toEqual(
      expect.arrayContaining(['in', 'desc[0]', 'anything', 'mixed[0]', 'single', 'named', 'boxes[0].in']),
    );
    expect(errors?.[0]?.message).toMatch(/got reference to another dataset/);
  });

  test('does not refer back, and matches no filter', async () => {
    const { edgeCases, back } = await query(
      documents,
      `{ back: edgeCase(by: { slug: "b" }) { back { slug } newestBack { slug } boxed { totalCount } parents { totalCount } }
        edgeCases(filter: { or: [{ in: { slug: { eq: "b" } } }, { desc: { some: { slug: { eq: "b" } } } },
          { order: { some: { slug: { eq: "b" } } } }, { boxes: { some: { in: { slug: { eq: "b" } } } } }] }) { totalCount } }`,
    );
    expect(back).toEqual({
      back: [],
      newestBack: null,
      boxed: { totalCount: 0 },
      parents: { totalCount: 0 },
    });
    expect(edgeCases).toEqual({ totalCount: 0 });
  });
});

test('references: a weak reference is followed', async () => {
  const data = await query(
    [
      edgeCase('a', { in: reference('b', { _weak: true, _strengthenOnPublish: {} }) }),
      edgeCase('b', { title: 'b' }),
    ],
    '{ edgeCase(by: { slug: "a" }) { in { title } } }',
  );
  expect(data.edgeCase.in).toEqual({ title: 'b' });
});

describe('private documents: without a scope', () => {
  const secret = reference('internal.b');
  const documents = [
    edgeCase('a', {
      in: secret,
      asc: 3,
      desc: [secret, reference('c')],
      order: [secret, reference('c')],
      anything: secret,
      everything: [secret, reference('c')],
      mixed: [secret],
      single: secret,
      boxes: [{ _type: 'box', in: secret, label: 'x', desc: [secret], contents: [secret] }],
      null: [
        {
          _type: 'block',
          children: [{ _type: 'span', text: 'linked', marks: ['m'] }],
          markDefs: [{ _key: 'm', _type: 'link', reference: secret }],
        },
      ],
    }),
    edgeCase('internal.b', {
      title: 'hidden',
      slug: { current: 'b' },
      in: reference('c'),
      desc: [reference('c')],
    }),
    edgeCase('c', { title: 'c' }),
    parent('a.p', { title: 'hidden', children: [reference('c')] }),
  ];

  test('references to them are dangling', async () => {
    const data = await query(
      documents,
      `{ edgeCase(by: { slug: "a" }) { in { title in { title } } desc { title } anything { id } everything { id } mixed { __typename }
        single { __typename } boxes { in { title } desc { title } contents { totalCount } } best { title } chosen { title }
        chosenMany { title } order { totalCount nodes { title } } null { links { documents { id } references { ref } } } } }`,
    );
    expect(JSON.stringify(data)).not.toMatch(/hidden|internal/);
    expect(data.edgeCase).toEqual({
      in: null,
      desc: [{ title: 'c' }],
      anything: null,
      everything: [{ id: toGlobalId('EdgeCase', 'c') }],
      mixed: [],
      single: null,
      boxes: [{ in: null, desc: [], contents: { totalCount: 0 } }],
      best: null,
      chosen: null,
      chosenMany: [{ title: 'c' }],
      order: { totalCount: 1, nodes: [{ title: 'c' }] },
      null: { links: { documents: [], references: [] } },
    });
  });

  test('they are in no list, count, lookup, node, filter or inverse', async () => {
    const data = await query(
      documents,
      `query ($id: ID!, $ids: [ID!]!) { edgeCases { totalCount nodes { slug } } edgeCase(by: { slug: "b" }) { title }
        byId: edgeCase(by: { id: $id }) { title } node(id: $id) { id } nodes(ids: $ids) { id }
        c: edgeCase(by: { slug: "c" }) { back { slug } newestBack { slug } parents { totalCount } }
        in: edgeCases(filter: { in: { title: { eq: "hidden" } } }) { totalCount }
        desc: edgeCases(filter: { desc: { some: { title: { eq: "hidden" } } } }) { totalCount }
        parentsOfAll { totalCount } }`,
      {
        id: toGlobalId('EdgeCase', 'internal.b'),
        ids: ['internal.b', 'c'].map((id) => toGlobalId('EdgeCase', id)),
      },
    );
    expect(data).toEqual({
      edgeCases: { totalCount: 2, nodes: [{ slug: 'a' }, { slug: 'c' }] },
      edgeCase: null,
      byId: null,
      node: null,
      nodes: [null, { id: toGlobalId('EdgeCase', 'c') }],
      c: { back: [{ slug: 'a' }], newestBack: null, parents: { totalCount: 0 } },
      in: { totalCount: 0 },
      desc: { totalCount: 0 },
      parentsOfAll: { totalCount: 0 },
    });
  });
});
