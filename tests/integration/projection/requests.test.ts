import { describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { answer, oddity, open } from '../../reference/oddDocuments.ts';
import { openHouse, ROOT } from '../../support/stack.ts';

describe('what is sent', () => {
  test('counts only where totalCount is asked for, and asks for rows only where there are any to show', async () => {
    const graph = open([oddity('a')]);
    await answer(graph, '{ oddities { nodes { slug } } }');
    await answer(graph, '{ oddities { totalCount } }');
    await answer(
      graph,
      'query ($c: Boolean = false) { oddities { totalCount @include(if: $c) nodes { order { pageInfo { hasNextPage } } } } }',
    );
    expect(graph.sent.map(({ groq }) => groq.includes('count('))).toEqual([false, true, false]);
    expect(graph.sent.map(({ groq }) => groq.includes('"rows"'))).toEqual([true, false, true]);
  });

  test('is one request for fifty aliases, and one expression for those that are the same', async () => {
    const graph = open([oddity('a', { title: 'A' }), oddity('b')]);
    const aliases = Array.from(
      { length: 50 },
      (_, i) => `x${i}: oddity(slug: "${i % 2 ? 'a' : 'b'}") { title }`,
    );
    const { data } = await answer(graph, `{ ${aliases.join(' ')} }`);
    expect(Object.keys(data)).toHaveLength(50);
    expect(data.x49).toEqual({ title: 'A' });
    expect(graph.sent).toHaveLength(1);
    expect(graph.sent[0]?.groq.match(/"q\d+":/g)).toHaveLength(2);
  });

  test('does not grow exponentially with fragments in fragments', async () => {
    const graph = open([oddity('a')]);
    const fragments = Array.from(
      { length: 26 },
      (_, i) =>
        `fragment F${i} on Oddity { ${i === 25 ? 'slug' : `...F${i + 1} ...F${i + 1} ... { ...F${i + 1} }`} }`,
    );
    const { data } = await answer(graph, `{ oddity(slug: "a") { ...F0 } } ${fragments.join('\n')}`);
    expect(data.oddity).toEqual({ slug: 'a' });
  });

  test('is refused when fragments hang on ever new combinations of variables', async () => {
    const levels = 16;
    const fragments = Array.from(
      { length: levels },
      (_, i) =>
        `fragment F${i} on Oddity { ${i === levels - 1 ? 'slug' : `...F${i + 1} @include(if: $a${i}) ...F${i + 1} @include(if: $b${i})`} }`,
    );
    const declared = fragments.map((_, i) => `$a${i}: Boolean = true, $b${i}: Boolean = true`);
    const { errors } = await answer(
      open([oddity('a')]),
      `query (${declared.join(', ')}) { oddity(slug: "a") { ...F0 } } ${fragments.join('\n')}`,
    );
    expect(errors?.[0]).toMatchObject({ path: ['oddity'], extensions: { code: 'BAD_USER_INPUT' } });
  });
});

describe('what is compiled', () => {
  test('is compiled once for a document, whatever the values of its variables', async () => {
    const graph = open([oddity('a'), oddity('b')]);
    const document = parse(
      'query ($slug: String, $n: Int) { oddity(slug: $slug) { slug order(first: $n) { totalCount } } oddities(first: $n) { totalCount } }',
    );
    for (const [n, slug] of ['a', 'b', 'c', 'a'].entries())
      expect((await graph.answer(document, { slug, n })).errors).toBeUndefined();
    expect(graph.compiled()).toBe(2);
    expect(graph.sent).toHaveLength(4);
  });

  test('is compiled again only where a directive changes what is asked in one place', async () => {
    const graph = open([oddity('a', { title: 'A', asc: 1 })]);
    const document = parse(
      'query ($on: Boolean!) { oddity(slug: "a") { title @include(if: $on) } oddity(slug: "a") @include(if: $on) { asc } }',
    );
    for (const on of [true, false, true, false])
      expect(JSON.parse(JSON.stringify(await graph.answer(document, { on })))).toEqual({
        data: { oddity: on ? { title: 'A', asc: 1 } : {} },
      });
    expect(graph.compiled()).toBe(2);
  });

  test('is not shared by documents or operations of the same text', async () => {
    const graph = open([oddity('a', { title: 'A', asc: 1 })]);
    expect((await answer(graph, '{ oddity(slug: "a") { title } }')).data.oddity).toEqual({ title: 'A' });
    expect((await answer(graph, '{ oddity(slug: "a") { asc } }')).data.oddity).toEqual({ asc: 1 });
    const bare = (text: string) => parse(text, { noLocation: true });
    const document = bare(
      'query ($on: Boolean!) { oddity(slug: "a") @include(if: $on) { title } oddity(slug: "a") @skip(if: $on) { asc } }',
    );
    expect((await graph.answer(document, { on: true })).data?.oddity).toEqual({ title: 'A' });
    expect((await graph.answer(document, { on: false })).data?.oddity).toEqual({ asc: 1 });
  });
});

describe('a query beyond what an address can hold', () => {
  test('goes in a body, and is answered the same', async () => {
    const house = await openHouse({
      schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
      seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
      indexed: false,
    });
    try {
      const list = '{ recipes(first: 3, filter: { name: { defined: true } }) { nodes { name } } }';
      const some: string[] = (await house.ask(list)).data.recipes.nodes.map(
        ({ name }: { name: string }) => name,
      );
      expect(some).toHaveLength(3);
      await house.forget();
      const names = [...Array.from({ length: 1200 }, (_, i) => `no such recipe ${i}`), ...some];
      const { data, errors } = await house.ask(
        'query ($names: [String!]) { recipes(filter: { name: { in: $names } }) { nodes { name } } }',
        { names },
      );
      expect(errors).toEqual([]);
      expect(data.recipes.nodes.map(({ name }: { name: string }) => name)).toEqual(some);
      const { content } = await house.requests();
      expect(content.map(({ method }) => method)).toEqual(['POST']);
    } finally {
      await house.close();
    }
  }, 30_000);
});
