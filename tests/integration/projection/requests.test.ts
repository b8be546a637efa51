import { describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import type { Model } from '../../../gateway/core/model/model.ts';
import { richTextResolvers } from '../../../gateway/providers/content/richText.ts';
import { createGraph, edgeCase, execute } from '../../reference/edgeCases.ts';
import { ROOT, startStack } from '../../support/stack.ts';

describe('content requests', () => {
  test('contain count() only for totalCount, and rows only if rows are selected', async () => {
    const graph = createGraph([edgeCase('a')]);
    await execute(graph, '{ edgeCases { nodes { slug } } }');
    await execute(graph, '{ edgeCases { totalCount } }');
    await execute(
      graph,
      'query ($c: Boolean = false) { edgeCases { totalCount @include(if: $c) nodes { order { pageInfo { hasNextPage } } } } }',
    );
    expect(graph.requests.map(({ groq }) => groq.includes('count('))).toEqual([false, true, false]);
    expect(graph.requests.map(({ groq }) => groq.includes('"rows"'))).toEqual([true, false, true]);
  });

  test('combine fifty aliases, and share equal expressions', async () => {
    const graph = createGraph([edgeCase('a', { title: 'A' }), edgeCase('b')]);
    const aliases = Array.from(
      { length: 50 },
      (_, i) => `x${i}: edgeCase(by: { slug: "${i % 2 ? 'a' : 'b'}" }) { title }`,
    );
    const { data } = await execute(graph, `{ ${aliases.join(' ')} }`);
    expect(Object.keys(data)).toHaveLength(50);
    expect(data.x49).toEqual({ title: 'A' });
    expect(graph.requests).toHaveLength(1);
    expect(graph.requests[0]?.groq.match(/"q\d+":/g)).toHaveLength(2);
  });

  test('contain a text of rich text once, under any number of aliases', async () => {
    const text = [{ _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: 'Text' }] }];
    const graph = createGraph([edgeCase('a', { null: text })]);
    const aliases = Array.from({ length: 20 }, (_, i) => `a${i}: plainText b${i}: json`);
    const { data } = await execute(
      graph,
      `query ($no: Boolean = false) { edgeCase(by: { slug: "a" }) { null { ${aliases.join(' ')} c: plainText @include(if: $no) } } }`,
    );
    expect(data.edgeCase.null).toMatchObject({ a0: 'Text', a19: 'Text', b0: text, b19: text });
    expect(data.edgeCase.null).not.toHaveProperty('c');
    expect(graph.requests[0]?.groq.match(/pt::text/g)).toHaveLength(1);
    expect(graph.requests[0]?.groq.match(/"@json"/g)).toHaveLength(1);
  });

  test('do not grow exponentially with nested fragments', async () => {
    const graph = createGraph([edgeCase('a')]);
    const fragments = Array.from(
      { length: 26 },
      (_, i) =>
        `fragment F${i} on EdgeCase { ${i === 25 ? 'slug' : `...F${i + 1} ...F${i + 1} ... { ...F${i + 1} }`} }`,
    );
    const { data } = await execute(
      graph,
      `{ edgeCase(by: { slug: "a" }) { ...F0 } } ${fragments.join('\n')}`,
    );
    expect(data.edgeCase).toEqual({ slug: 'a' });
  });

  test('are rejected if nested fragments depend on too many combinations of variables', async () => {
    const levels = 16;
    const fragments = Array.from(
      { length: levels },
      (_, i) =>
        `fragment F${i} on EdgeCase { ${i === levels - 1 ? 'slug' : `...F${i + 1} @include(if: $a${i}) ...F${i + 1} @include(if: $b${i})`} }`,
    );
    const declared = fragments.map((_, i) => `$a${i}: Boolean = true, $b${i}: Boolean = true`);
    const { errors } = await execute(
      createGraph([edgeCase('a')]),
      `query (${declared.join(', ')}) { edgeCase(by: { slug: "a" }) { ...F0 } } ${fragments.join('\n')}`,
    );
    expect(errors?.[0]).toMatchObject({ path: ['edgeCase'], extensions: { code: 'BAD_USER_INPUT' } });
  });
});

describe('compiled projections', () => {
  test('are reused for other values of variables', async () => {
    const graph = createGraph([edgeCase('a'), edgeCase('b')]);
    const document = parse(
      'query ($slug: String!, $n: Int) { edgeCase(by: { slug: $slug }) { slug order(first: $n) { totalCount } } edgeCases(first: $n) { totalCount } }',
    );
    for (const [n, slug] of ['a', 'b', 'c', 'a'].entries())
      expect((await graph.execute(document, { slug, n })).errors).toBeUndefined();
    expect(graph.compiledCount()).toBe(2);
    expect(graph.requests).toHaveLength(4);
  });

  test('are compiled once for each value of a directive', async () => {
    const graph = createGraph([edgeCase('a', { title: 'A', asc: 1 })]);
    const document = parse(
      'query ($on: Boolean!) { edgeCase(by: { slug: "a" }) { title @include(if: $on) } edgeCase(by: { slug: "a" }) @include(if: $on) { asc } }',
    );
    for (const on of [true, false, true, false])
      expect(JSON.parse(JSON.stringify(await graph.execute(document, { on })))).toEqual({
        data: { edgeCase: on ? { title: 'A', asc: 1 } : {} },
      });
    expect(graph.compiledCount()).toBe(2);
  });

  test('are not shared by different documents or fields', async () => {
    const graph = createGraph([edgeCase('a', { title: 'A', asc: 1 })]);
    expect((await execute(graph, '{ edgeCase(by: { slug: "a" }) { title } }')).data.edgeCase).toEqual({
      title: 'A',
    });
    expect((await execute(graph, '{ edgeCase(by: { slug: "a" }) { asc } }')).data.edgeCase).toEqual({
      asc: 1,
    });
    const bare = (text: string) => parse(text, { noLocation: true });
    const document = bare(
      'query ($on: Boolean!) { edgeCase(by: { slug: "a" }) @include(if: $on) { title } edgeCase(by: { slug: "a" }) @skip(if: $on) { asc } }',
    );
    expect((await graph.execute(document, { on: true })).data?.edgeCase).toEqual({ title: 'A' });
    expect((await graph.execute(document, { on: false })).data?.edgeCase).toEqual({ asc: 1 });
  });
});

describe('content request that is too long for a URL', () => {
  test('is sent by POST', async () => {
    const stack = await startStack({
      schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
      seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
      hasIndex: false,
    });
    try {
      const list = '{ recipes(first: 3, filter: { name: { defined: true } }) { nodes { name } } }';
      const existing: string[] = (await stack.query(list)).data.recipes.nodes.map(
        ({ name }: { name: string }) => name,
      );
      expect(existing).toHaveLength(3);
      await stack.clearRequests();
      const names = [...Array.from({ length: 1200 }, (_, i) => `no such recipe ${i}`), ...existing];
      const { data, errors } = await stack.query(
        'query ($names: [String!]) { recipes(filter: { name: { in: $names } }) { nodes { name } } }',
        { names },
      );
      expect(errors).toEqual([]);
      expect(data.recipes.nodes.map(({ name }: { name: string }) => name)).toEqual(existing);
      const { content } = await stack.requests();
      expect(content.map(({ method }) => method)).toEqual(['POST']);
    } finally {
      await stack.close();
    }
  }, 30_000);
});

test('rich text: computes the plain text of a value once for all of its readers', () => {
  let computations = 0;
  const objectText = () => {
    computations += 1;
    return 'π';
  };
  const { plainText } = richTextResolvers({ types: new Map(), objectText } as unknown as Model);
  const source = {
    '@plainText': {
      '@blocks': [{ _type: 'block', children: [{ _type: 'span', text: 'about ' }, { tex: '\\pi' }] }],
    },
  };
  expect([plainText(source), plainText(source), plainText({ ...source })]).toEqual(Array(3).fill('about π'));
  // The copy is another value.
  expect(computations).toBe(2);
});

test('rich text: converts at most 4,000 characters of TeX to plain text', () => {
  let computations = 0;
  const objectText = () => {
    computations += 1;
    return 'x';
  };
  const { plainText } = richTextResolvers({ types: new Map(), objectText } as unknown as Model);
  const tex = '{x}'.padEnd(400, ' ');
  const children = [
    ...Array.from({ length: 6 }, () => ({ _type: 'math', tex })),
    ...Array.from({ length: 6 }, () => ({ _type: 'latex', body: tex })),
    { _type: 'emoji' },
  ];
  expect(plainText({ '@plainText': { '@blocks': [{ _type: 'block', children }] } })).toBe(
    `${'x'.repeat(10)}${tex}${tex}x`,
  );
  expect(computations).toBe(11);
});
