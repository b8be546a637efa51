import { describe, expect, test } from '@jest/globals';
import { execute, reference } from '../../reference/edgeCases.ts';
import { createPagesGraph, documentOf, image, page, textBlock } from '../../reference/pages.ts';

const query = async (graph: ReturnType<typeof createPagesGraph>, selection: string) => {
  const { data, errors } = await execute(graph, `{ page(by: { slug: "a" }) { ${selection} } }`);
  expect(errors).toBeUndefined();
  return data.page;
};

describe('union of inline objects with any _type', () => {
  test('decides the type of each member by @object(type:), in one request', async () => {
    const graph = createPagesGraph([
      page('a', {
        content: [
          { _type: 'hero.cover', _key: '1', heading: 'Welcome', page: reference('b') },
          {
            _type: 'blog-post-list',
            _key: '2',
            limit: 3,
            pages: [reference('b')],
            inner: [{ _type: 'textSection', _key: 'x', heading: 'Inner' }],
          },
          { _type: 'textSection', _key: '3', heading: 'Text', body: [textBlock('Words')] },
          reference('b', { _key: '4' }),
        ],
        lead: { _type: 'blog-post-list', limit: 1 },
      }),
      page('b'),
    ]);
    const found = await query(
      graph,
      `lead { __typename ... on PostList { limit } }
      content { __typename
        ... on Cover { heading page { slug } }
        ... on PostList { limit pages { slug } inner { __typename ... on TextSection { heading } } }
        ... on TextSection { heading body { plainText } }
        ... on Page { slug } }`,
    );
    expect(found).toEqual({
      lead: { __typename: 'PostList', limit: 1 },
      content: [
        { __typename: 'Cover', heading: 'Welcome', page: { slug: 'b' } },
        {
          __typename: 'PostList',
          limit: 3,
          pages: [{ slug: 'b' }],
          inner: [{ __typename: 'TextSection', heading: 'Inner' }],
        },
        { __typename: 'TextSection', heading: 'Text', body: { plainText: 'Words' } },
        { __typename: 'Page', slug: 'b' },
      ],
    });
    expect(graph.requests).toHaveLength(1);
  });

  test('has another type for the same _type than another union', async () => {
    const cover = { _type: 'hero.cover', _key: 'c', heading: 'Big', label: 'Small' };
    const found = await query(
      createPagesGraph([page('a', { content: [cover], parts: [cover] })]),
      'content { __typename ... on Cover { heading } } parts { __typename ... on SmallCover { label } }',
    );
    expect(found).toEqual({
      content: [{ __typename: 'Cover', heading: 'Big' }],
      parts: [{ __typename: 'SmallCover', label: 'Small' }],
    });
  });
});

describe('union with core types', () => {
  test('contains images and videos', async () => {
    const video = { _type: 'mux.video', _key: 'v', asset: reference('video-1') };
    const found = await query(
      createPagesGraph([
        page('a', { gallery: [image('x', { _key: 'i', alt: 'A tree' }), video], cover: video }),
        documentOf('mux.videoAsset', 'video-1', { assetId: 'asset-1' }),
      ]),
      `gallery { __typename ... on Image { alt width } ... on Video { assetId } }
      cover { ... on Video { assetId } ... on Image { alt } }`,
    );
    expect(found).toEqual({
      gallery: [
        { __typename: 'Image', alt: 'A tree', width: 40 },
        { __typename: 'Video', assetId: 'asset-1' },
      ],
      cover: { assetId: 'asset-1' },
    });
  });

  test('omits images and videos without an asset', async () => {
    const found = await query(
      createPagesGraph([
        page('a', {
          gallery: [
            { _type: 'image', _key: 'i' },
            { _type: 'mux.video', _key: 'v' },
          ],
        }),
      ]),
      'gallery { __typename } cover { __typename }',
    );
    expect(found).toEqual({ gallery: [], cover: null });
  });

  test('contains rich text: a whole one as a single value, one block as a member of a list', async () => {
    const selection = `__typename ... on RichText { plainText blocks { ... on TextBlock { key } } links { documents { id } } }
      ... on Cover { heading }`;
    const linked = {
      ...textBlock('linked', 'l'),
      markDefs: [{ _type: 'link', _key: 'm', reference: reference('b') }],
    };
    const graph = createPagesGraph([
      page('a', {
        passage: [textBlock('One', '1'), textBlock('Two', '2')],
        passages: [linked, { _type: 'hero.cover', _key: 'c', heading: 'Welcome' }],
      }),
      page('b'),
    ]);
    expect(await query(graph, `passage { ${selection} } passages { ${selection} }`)).toEqual({
      passage: {
        __typename: 'RichText',
        plainText: 'One\n\nTwo',
        blocks: [{ key: '1' }, { key: '2' }],
        links: { documents: [] },
      },
      passages: [
        {
          __typename: 'RichText',
          plainText: 'linked',
          blocks: [{ key: 'l' }],
          links: { documents: [{ id: expect.any(String) }] },
        },
        { __typename: 'Cover', heading: 'Welcome' },
      ],
    });
    expect(graph.requests).toHaveLength(1);
  });

  test('contains an object or a reference in place of a rich text', async () => {
    const selection = '__typename ... on Cover { heading } ... on Author { name }';
    const documents = [documentOf('author', 'ada', { name: 'Ada' })];
    for (const [passage, expected] of [
      [
        { _type: 'hero.cover', heading: 'Welcome' },
        { __typename: 'Cover', heading: 'Welcome' },
      ],
      [reference('ada'), { __typename: 'Author', name: 'Ada' }],
    ])
      expect(
        await query(createPagesGraph([page('a', { passage }), ...documents]), `passage { ${selection} }`),
      ).toEqual({ passage: expected });
  });
});
