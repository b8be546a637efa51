import { describe, expect, test } from '@jest/globals';
import { reference } from '../../reference/edgeCases.ts';
import { image, page, textBlock } from '../../reference/pages.ts';
import { queryPage } from '../../reference/queryPage.ts';

describe('list above its limit', () => {
  const times = <Value>(count: number, value: (i: number) => Value) =>
    Array.from({ length: count }, (_, i) => value(i));
  const section = (more: object) => ({ _type: 'textSection', _key: 'x', ...more });

  test.each([
    ['texts', { tags: times(10_002, String) }, 'tags', 'tags', 10_000, 10_002],
    [
      'objects',
      { sections: times(1_003, () => section({})) },
      'sections { heading }',
      'sections',
      1_000,
      1_003,
    ],
    [
      'blocks',
      { content: times(1_001, () => section({})) },
      'content { __typename }',
      'content',
      1_000,
      1_001,
    ],
    [
      'references',
      { relatedPages: times(1_001, () => reference('a')) },
      'relatedPages { slug }',
      'relatedPages',
      1_000,
      1_001,
    ],
    ['images', { pictures: times(10_001, () => image('x')) }, 'pictures { alt }', 'pictures', 10_000, 10_001],
  ])(
    '%s: keeps the others with an error that names the document, the path, the limit and the size',
    async (_name, attributes, selection, attribute, limit, actual) => {
      const { data, errors, issues } = await queryPage(attributes, selection);
      expect(data.page[attribute]).toHaveLength(limit);
      const figures = { document: 'a', attribute, limit, actual };
      expect(errors).toMatchObject([
        { path: ['page', attribute], extensions: { code: 'CONTENT_MISMATCH', ...figures } },
      ]);
      const [count, size] = [limit, actual].map((figure) => figure.toLocaleString('en'));
      expect(errors?.[0]?.message).toBe(
        `expected a list of at most ${count} elements as ${attribute} of Page in the document a, got list of ${size} elements; correct the document in the Studio, or the model`,
      );
      expect(issues).toMatchObject([figures]);
    },
  );

  test('at the limit is whole', async () => {
    const { data, errors } = await queryPage({ tags: times(10_000, String) }, 'tags');
    expect(errors).toBeUndefined();
    expect(data.page.tags).toHaveLength(10_000);
  });

  test('in a list in a union has its path, beside errors of other kinds', async () => {
    const blocks = [...times(1_001, () => section({})), 'x'];
    const content = [section({}), section({ blocks: ['odd', ...blocks] })];
    const { data, errors } = await queryPage(
      { content },
      'content { ... on TextSection { blocks { ... on TextSection { heading } } } }',
    );
    expect(data.page.content[1].blocks).toHaveLength(999);
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
      { attribute: 'content[1].blocks', limit: 1_000, actual: 1_003 },
      { attribute: 'content[1].blocks[0]', found: 'string', omitted: 1 },
    ]);
  });

  test('links of a rich text: an error names the limit, and the other links remain', async () => {
    const others = times(1_001, (i) => page(`p${i}`));
    const links = times(1_001, (i) => ({ _type: 'link', _key: `l${i}`, reference: reference(`p${i}`) }));
    const intro = [0, 1].map((i) => ({
      ...textBlock('x'),
      _key: `b${i}`,
      markDefs: links.slice(i * 600, i * 600 + 600),
    }));
    const { data, errors } = await queryPage(
      { intro },
      'intro { more: links { documents { id } } }',
      ...others,
    );
    expect(data.page.intro.more.documents).toHaveLength(1_000);
    expect(errors).toMatchObject([
      {
        path: ['page', 'intro', 'more'],
        extensions: { code: 'CONTENT_MISMATCH', attribute: 'intro', found: '1,001 links' },
      },
    ]);
  });

  test.each([
    ['images', [], 'links { images { key } }', '10,001 links'],
    ['images, one of many links', [textBlock('x')], 'links { images { key } }', '10,001 links'],
    ['images under two names', [], 'links { a: images { key } b: images { key } }', '10,001 links'],
  ])('links of a rich text: one error for one place: %s', async (_title, more, selection, found) => {
    const images = times(10_001, (i) => ({ ...image('x'), _key: `i${i}` }));
    const { errors, issues } = await queryPage({ intro: [...images, ...more] }, `intro { ${selection} }`);
    const extensions = { code: 'CONTENT_MISMATCH', attribute: 'intro', found };
    expect(errors).toMatchObject([{ path: ['page', 'intro', 'links'], extensions }]);
    expect(issues).toHaveLength(1);
  });

  test('links of a rich text: the blocks of a long text are no links', async () => {
    const linked = { _type: 'link', _key: 'l', reference: reference('p') };
    const intro = [...times(10_000, () => textBlock('x')), { ...textBlock('x'), markDefs: [linked] }];
    const selection = 'intro { links { refs: documents { ... on Page { slug } } } }';
    const { data, errors } = await queryPage({ intro }, selection, page('p'));
    expect(errors).toBeUndefined();
    expect(data.page.intro.links.refs).toEqual([{ slug: 'p' }]);
  });

  test.each(['blocks { __typename }', 'json', 'plainText'])(
    'blocks of a rich text: one error for one place: %s',
    async (selection) => {
      const intro = times(10_002, (i) => ({ ...image('x'), _key: `i${i}` }));
      const { errors } = await queryPage({ intro }, `intro { ${selection} }`);
      expect(errors?.map(({ extensions }) => extensions.attribute)).toEqual(['intro[10000]']);
    },
  );
});
