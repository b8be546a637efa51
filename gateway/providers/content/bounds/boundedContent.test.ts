import { describe, expect, test } from '@jest/globals';
import { boundContent } from './boundedContent.ts';

type Json = Record<string, unknown>;

const MAX_TEXT_CHARACTERS = 100;
const bound = (result: Json) => boundContent(result, MAX_TEXT_CHARACTERS);
const span = (text: string) => ({ _type: 'span', _key: 's', text, marks: [] as string[] });
const block = (children: unknown, more: Json = {}): Json => ({
  _type: 'block',
  _key: 'b',
  children,
  markDefs: [],
  ...more,
});
/** Bounds the blocks of a document. Returns them with the reason of the first excess. */
const boundBlocks = (json: unknown[]) => {
  const result = { q0: { '@id': 'article-a', '@type': 'article', body: { '@defined': true, text: json } } };
  const [excess] = bound(result);
  return { blocks: result.q0.body.text as Json[], excess };
};
const textOf = (value: unknown): string =>
  [...JSON.stringify(value).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join(' ');

describe('rich text', () => {
  test('within the limits stays as it is', () => {
    const blocks = [
      block([span('a'), { _type: 'math', _key: 'm', tex: 'x' }], { listItem: 'bullet', level: 2 }),
      { _type: 'table', _key: 't', rows: [{ cells: ['1', '2'] }], hasHeader: true, width: 1.5 },
    ];
    const { blocks: bounded, excess } = boundBlocks(structuredClone(blocks));
    expect(bounded).toEqual(blocks);
    expect(excess).toBeUndefined();
  });

  test.each([
    [1, 1],
    [10, 10],
    [11, undefined],
    [30_000_000, undefined],
    [-1, undefined],
    [0, undefined],
    [2.5, undefined],
    [1e308, undefined],
  ])('list level %d becomes %s', (level, expected) => {
    expect(boundBlocks([block([span('x')], { listItem: 'bullet', level })]).blocks[0]?.level).toBe(expected);
  });

  test('a long formula becomes a note, inline and as a block', () => {
    const math = { _type: 'math', _key: 'm', tex: 'x'.repeat(2_001) };
    const { blocks, excess } = boundBlocks([block([math]), { ...math }]);
    const note = 'Formula omitted: it exceeds the limit of 2,000 characters.';
    expect(textOf(blocks)).toBe(`${note} ${note}`);
    expect(blocks[1]).toMatchObject({ _type: 'block', _key: 'm' });
    expect(excess).toEqual({ document: 'article-a', path: 'q0.body.text', reason: note });
  });

  test('for plain text is bounded in every attribute, also in an attribute that looks like a document', () => {
    const math = { '@id': 'x', _type: 'math', tex: 'x'.repeat(2_001) };
    const result = { q0: { '@plainText': { '@blocks': [{ children: [math] }] } } };
    const [excess] = bound(result);
    expect(excess?.reason).toBe('Formula omitted: it exceeds the limit of 2,000 characters.');
    expect(JSON.stringify(result)).not.toContain('xxx');
  });

  test.each([
    ['blocks', Array.from({ length: 10_001 }, () => block([span('x')])), '1 block', '10,000 blocks'],
    [
      'characters',
      Array.from({ length: 12 }, () => block([span('x'.repeat(100_000))])),
      '3 blocks',
      '1,000,000 characters',
    ],
    [
      'nodes',
      Array.from({ length: 51 }, () => block(Array(1_000).fill(span('x')))),
      '2 blocks',
      '50,000 nodes',
    ],
    ['line breaks', [...Array(3)].map(() => block([span('\n'.repeat(24_000))])), '1 block', '50,000 nodes'],
    [
      'formulas',
      [...Array(3)].map(() => block([...Array(400)].map(() => ({ _type: 'm', tex: 'x' })))),
      '1 block',
      '1,000 formulas',
    ],
    [
      'TeX',
      [...Array(21)].map(() => ({ _type: 'm', tex: 'x'.repeat(2_000) })),
      '1 block',
      '40,000 characters of TeX',
    ],
  ])('too many %s become a note', (_kind, json, omitted, limit) => {
    const { blocks } = boundBlocks(structuredClone(json));
    expect(textOf(blocks.at(-1))).toBe(`${omitted} omitted: the text exceeds the limit of ${limit}.`);
  });

  test('inline nodes above the limit become a note', () => {
    const [bounded] = boundBlocks([block(Array.from({ length: 10_000 }, () => span('x')))]).blocks;
    const children = (bounded as Json).children as unknown[];
    expect(children).toHaveLength(2_001);
    expect(textOf(children.at(-1))).toBe('8,000 elements omitted: the limit is 2,000.');
  });

  test('a long text is cut, with a note', () => {
    const { blocks } = boundBlocks([block([span('x'.repeat(800_000))])]);
    expect(textOf(blocks)).toBe(`${'x'.repeat(500_000)}… (300,000 characters omitted)`);
  });

  test('values that are not Portable Text are omitted', () => {
    const { blocks } = boundBlocks([
      null,
      'x',
      7,
      [],
      block(null, { markDefs: 'x' }),
      block([null, 'x', { ...span('a'), marks: [null, 'em', 7] }], { level: null }),
    ]);
    expect(blocks).toEqual([
      { _type: 'block', _key: 'b' },
      block([{ ...span('a'), marks: ['em'] }], { level: null }),
    ]);
  });

  test('deep nesting is cut', () => {
    let value: unknown = 'x';
    for (let i = 0; i < 5_000; i++) value = i % 2 ? [value] : { inner: value };
    expect(JSON.stringify(boundBlocks([{ _type: 'x', value }]).blocks).length).toBeLessThan(300);
  });

  test('attributes with names of object members stay', () => {
    const json = [JSON.parse('{"_type":"x","constructor":["a"],"__proto__":{"toString":["b"]}}')];
    expect(JSON.stringify(boundBlocks(json).blocks)).toBe(
      '[{"_type":"x","constructor":["a"],"__proto__":{"toString":["b"]}}]',
    );
  });

  test('projected for plain text has the same limits', () => {
    const text = { '@blocks': Array.from({ length: 15_000 }, () => ({ children: [span('x')] })) };
    const result = { value: [{ objectID: 'article-a', body: text }] };
    expect(bound(result)).toHaveLength(1);
    expect(text['@blocks']).toHaveLength(10_001);
  });
});

describe('projected rich text', () => {
  const boundProjected = (blocks: unknown[]) => {
    const result = { q0: { '@id': 'article-a', body: { '@defined': true, 'blocks:b': blocks } } };
    const [excess] = bound(result);
    return { blocks: result.q0.body['blocks:b'] as Json[], excess };
  };
  const textBlock = (children: unknown[], more: Json = {}): Json => ({
    '@type': 'block',
    '@key': 'b',
    'children:c': children,
    ...more,
  });
  const projectedSpan = (text: string) => ({ '@type': 'span', '@key': 's', text, marks: [] });

  test('has notes that the resolvers of text read', () => {
    const formula = { '@type': 'math', '@key': 'm', '@tex': 2_001, alias: 'x'.repeat(2_001) };
    const { blocks, excess } = boundProjected([
      formula,
      textBlock([formula, ...Array.from({ length: 2_100 }, () => projectedSpan('x'))]),
      textBlock([], { level: 30_000_000 }),
      ...Array.from({ length: 10_000 }, () => textBlock([projectedSpan('x')])),
    ]);
    const note = (text: string) => expect.objectContaining({ '@type': 'span', '@isNote': true, text });
    const omitted = 'Formula omitted: it exceeds the limit of 2,000 characters.';
    expect(blocks[0]).toMatchObject({ '@type': 'block', '@key': 'm', children: [note(omitted)] });
    const children = blocks[1]?.['children:c'] as unknown[];
    expect(children).toHaveLength(2_001);
    expect(children[0]).toEqual(note(omitted));
    expect(children.at(-1)).toEqual(note('101 elements omitted: the limit is 2,000.'));
    expect(blocks[2]?.level).toBeNull();
    expect(blocks).toHaveLength(10_001);
    expect(excess?.document).toBe('article-a');
  });

  test('has the limits of documents in referenced documents, and of lists in nested texts', () => {
    const film = { '@type': 'film', '@id': 'film-a', title: 'x'.repeat(150), level: 40, marks: [1] };
    const note = { '@defined': true, 'blocks:n': Array.from({ length: 1_100 }, () => textBlock([])) };
    const { blocks } = boundProjected([
      { '@type': 'film', '@key': 'f', film },
      textBlock([], { 'markDefs:m': [{ '@type': 'footnote', '@key': 'n', text: note }] }),
    ]);
    expect(blocks[0]?.film).toMatchObject({
      title: { '@textLength': 150, limit: 100 },
      level: 40,
      marks: [1],
    });
    expect(note['blocks:n']).toHaveLength(1_000);
  });
});

describe('result of a query', () => {
  test('texts are whole and well-formed; a text above the limit is replaced by its length', () => {
    const result = { q0: { '@id': 'a', title: 'x'.repeat(150), half: 'x\ud800', nul: '\0' } };
    const excesses = bound(result);
    expect(result.q0.title).toEqual({ '@textLength': 150, limit: 100 });
    expect(result.q0.half).toBe('x\ufffd');
    // A text of HTML has no NUL.
    expect(result.q0.nul).toBe('\ufffd');
    expect(excesses).toEqual([
      {
        document: 'a',
        path: 'q0.title',
        reason: 'string of 150 characters, above the limit of 100: omitted',
      },
    ]);
  });

  test('lists in documents are cut with an element that says so, and the lists of documents are not', () => {
    const topics = Array.from({ length: 100_000 }, (_, i) => ({ '@type': 'topic', '@id': `t${i}` }));
    const result = {
      q0: [...Array(1_500)].map((_, i) => ({ '@id': `a${i}`, '@type': 'article' })),
      q1: { '@id': 'b', '@type': 'film', topics, years: Array(20_000).fill(1) },
    };
    for (const excesses of [1, 0]) {
      expect(bound(result)).toHaveLength(excesses);
      const { topics: cut, years } = result.q1;
      expect([result.q0.length, cut.length, years.length]).toEqual([1_500, 1_001, 10_001]);
      expect([cut.at(-1), years.at(-1)]).toEqual([
        { '@listLength': 100_000, limit: 1_000 },
        { '@listLength': 20_000, limit: 10_000 },
      ]);
    }
  });

  test('deep nesting is cut', () => {
    let value: unknown = 'x';
    for (let i = 0; i < 5_000; i++) value = [value];
    const result = { q0: { '@id': 'a', value } };
    bound(result);
    expect(JSON.stringify(result).length).toBeLessThan(300);
  });
});
