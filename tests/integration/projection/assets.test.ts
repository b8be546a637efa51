import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { GraphQLObjectType } from 'graphql';
import { checkContent } from '../../../gateway/cli/modelCheck/checkContent.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { execute } from '../../reference/edgeCases.ts';
import { createPagesGraph, documentOf, image, page } from '../../reference/pages.ts';
import { createVenuesGraph, file, venue } from '../../reference/venues.ts';

const ADDRESS = 'https://x.test/a';

/** Values without the asset of an image or a file: those that say so, and those that are something else. */
const EMPTY: readonly (readonly [string, Record<string, unknown>])[] = [
  ['an object with a type alone', { _type: 'TYPE' }],
  ['an object of a type of the studio with further attributes', { _type: 'figure', url: ADDRESS, alt: 'x' }],
  ['an empty object', {}],
  ['an object while the Studio uploads', { _type: 'TYPE', _upload: { progress: 4, fileName: 'a' } }],
  ['an upload without a type', { _upload: { progress: 4 } }],
  ['a null in place of the asset', { _type: 'TYPE', asset: null }],
  ['texts of an image without a type', { alt: 'x' }],
  ['a reference without an id', { _type: 'TYPE', asset: { _type: 'reference' } }],
  ['a reference with an empty id', { _type: 'TYPE', asset: { _type: 'reference', _ref: '' } }],
];
const WRONG: readonly (readonly [string, Record<string, unknown>, found: string])[] = [
  ['an address', { url: ADDRESS }, 'object'],
  ['an id', { _id: 'image-x-40x30-png' }, 'object'],
  ['a source', { src: ADDRESS }, 'object'],
  ['the document of an asset', { _type: 'sanity.imageAsset', url: ADDRESS }, 'object sanity.imageAsset'],
  ['an address as the asset', { _type: 'TYPE', asset: ADDRESS }, 'string as its asset'],
  [
    'an object with an address as the asset',
    { _type: 'TYPE', asset: { url: ADDRESS } },
    'object as its asset',
  ],
  ['an object with an id as the asset', { asset: { _id: 'image-x-40x30-png' } }, 'object as its asset'],
  ['a number as the id', { asset: { _ref: 5 } }, 'number as the id of its asset'],
  ['a list as the asset', { asset: [] }, 'list as its asset'],
  ['an address as the id', { asset: { _ref: ADDRESS } }, 'reference to another asset'],
  [
    'an asset of another dataset',
    { asset: { _type: 'crossDatasetReference', _dataset: 'other', _ref: 'ID' } },
    'reference to another dataset',
  ],
];

const KINDS = {
  image: {
    id: 'image-x-40x30-png',
    read: (value: unknown) =>
      execute(
        createPagesGraph([page('a', { picture: value })]),
        '{ page(by: { slug: "a" }) { value: picture { url } } }',
      ).then(({ data, errors }) => ({ value: data.page.value, errors })),
    attribute: 'picture',
  },
  file: {
    id: 'file-x-pdf',
    read: (value: unknown) =>
      execute(
        createVenuesGraph([venue('a', { programme: value })]),
        '{ venue(by: { slug: "a" }) { value: programme { url } } }',
      ).then(({ data, errors }) => ({ value: data.venue.value, errors })),
    attribute: 'programme',
  },
} as const;

describe.each(['image', 'file'] as const)('value in place of an %s', (kind) => {
  const { id, read, attribute } = KINDS[kind];
  const filled = (value: object) => JSON.parse(JSON.stringify(value).replace('TYPE', kind).replace('ID', id));

  test.each(EMPTY)('is null without an error: %s', async (_name, value) => {
    expect(await read(filled(value))).toEqual({ value: null, errors: undefined });
  });

  test.each(WRONG)('is a CONTENT_MISMATCH: %s', async (_name, value, found) => {
    const { value: result, errors } = await read(filled(value));
    expect(result).toBeNull();
    expect(errors).toMatchObject([
      { extensions: { code: 'CONTENT_MISMATCH', document: 'a', attribute, found } },
    ]);
  });

  test('has its URL if the document of the asset is missing', async () => {
    expect(await read({ asset: { _ref: id } })).toEqual({
      value: { url: expect.stringContaining('https://') },
      errors: undefined,
    });
  });
});

describe('asset of an image with faulty documents', () => {
  const read = (attributes: Record<string, unknown>, selection: string) =>
    execute(
      createPagesGraph([
        page('a', { picture: image('x') }),
        documentOf('sanity.imageAsset', 'image-x-40x30-png', attributes),
      ]),
      `{ page(by: { slug: "a" }) { picture { ${selection} } } }`,
    );

  test('a text of another kind is an error of its field, which names the document of the asset', async () => {
    const { data, errors } = await read({ altText: 5, title: ['x'] }, 'alt asset { width altText title }');
    expect(data.page.picture).toEqual({ alt: null, asset: { width: 40, altText: null, title: null } });
    const mismatch = (path: string, attribute: string, found: string) => ({
      path: path.split('.'),
      extensions: {
        code: 'CONTENT_MISMATCH',
        document: 'image-x-40x30-png',
        attribute,
        expected: 'String',
        found,
      },
    });
    expect(errors).toMatchObject([
      mismatch('page.picture.alt', 'altText', 'number'),
      mismatch('page.picture.asset.altText', 'altText', 'number'),
      mismatch('page.picture.asset.title', 'title', 'list'),
    ]);
  });

  test('metadata of another kind are null', async () => {
    const { data, errors } = await read(
      {
        size: '5',
        metadata: {
          blurHash: 5,
          isOpaque: 'no',
          lqip: 5,
          palette: { dominant: { background: 7, population: 'x' }, muted: [] },
          exif: { DateTimeOriginal: '2017:03:25', ISO: 1.5, FNumber: '2.8', LensModel: {} },
        },
      },
      `color placeholder asset { size blurHash isOpaque palette { dominant { background population } muted { title } }
        exif { takenAt iso fNumber lensModel } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.page.picture).toMatchObject({ color: null, placeholder: null });
    expect(data.page.picture.asset).toEqual({
      size: null,
      blurHash: null,
      isOpaque: null,
      palette: { dominant: { background: null, population: null }, muted: null },
      exif: { takenAt: null, iso: null, fNumber: null, lensModel: null },
    });
    const none = await read(
      { metadata: { palette: [], exif: 5 } },
      'asset { palette { muted { title } } exif { iso } }',
    );
    expect(none.data.page.picture.asset).toEqual({ palette: null, exif: null });
  });

  test('follows the reference once, and only for what is selected', async () => {
    const graph = createPagesGraph([page('a', { picture: image('x') })]);
    const followed = async (selection: string) => {
      await execute(graph, `{ page(by: { slug: "a" }) { picture { ${selection} } } }`);
      return graph.requests.at(-1)?.groq.split('asset->').length;
    };
    expect(await followed('url width caption crop { left } asset { assetId width extension }')).toBe(1);
    expect(await followed('alt color placeholder asset { title palette { muted { title } } }')).toBe(2);
  });
});

describe('text of another kind of an image', () => {
  const sdl = `type Page @document {
    cover: Image
    banner: Image @groq(expr: "hero.image")
    gallery: [Image!]
    parts: [Part!]
    body: RichText
    named: File
  }
  union Part = Image | Block
  type Block { picture: Image title: String }`;
  const readModel = () => {
    const folder = mkdtempSync(join(tmpdir(), 'texts-'));
    writeFileSync(join(folder, 'page.graphql'), sdl);
    return readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));
  };
  const read = async (attributes: Record<string, unknown>, selection: string) => {
    const named = documentOf('sanity.fileAsset', 'file-x-pdf', { title: 5, mimeType: 6 });
    const client = createEvaluatorClient([documentOf('page', 'a', attributes), named]);
    const { data, errors } = await execute(
      createContentGraph(await readModel(), client),
      `{ pages { nodes { ${selection} } } }`,
    );
    return { row: data.pages.nodes[0], issues: errors?.map(({ extensions }) => extensions) };
  };
  const issue = (attribute: string, found: string, document = 'a') => ({
    code: 'CONTENT_MISMATCH',
    document,
    attribute,
    expected: 'String',
    found,
  });
  const faulty = (alt: unknown, caption: unknown = 'c') => ({ ...image('x'), _type: 'image', alt, caption });

  test.each([
    [7.5, 'number'],
    [['x'], 'list'],
    [true, 'boolean'],
    [{ _type: 'localeString', en: 'x' }, 'object localeString'],
  ])('is an error of its field alone: %j', async (text, found) => {
    expect(await read({ cover: faulty(text, text) }, 'cover { width alt caption }')).toEqual({
      row: { cover: { width: 40, alt: null, caption: null } },
      issues: [issue('cover.alt', found), issue('cover.caption', found)],
    });
  });

  test('has its path in lists, unions, objects and rich text', async () => {
    const { row, issues } = await read(
      {
        hero: { image: faulty(1) },
        gallery: [faulty('a'), faulty(2)],
        parts: [{ _type: 'block', picture: faulty(3) }, faulty(4)],
        body: [
          { _type: 'block', children: [] },
          { ...faulty(5), _key: 'k' },
        ],
        named: { _type: 'file', asset: { _type: 'reference', _ref: 'file-x-pdf' } },
      },
      `banner { alt } gallery { alt } parts { ... on Image { alt } ... on Block { picture { alt } } }
        body { blocks { ... on RichTextPicture { image { alt } } } links { images { image { alt } } } }
        named { title mimeType }`,
    );
    expect(row).toMatchObject({
      gallery: [{ alt: 'a' }, { alt: null }],
      named: { title: null, mimeType: null },
    });
    expect(issues).toEqual([
      issue('hero.image.alt', 'number'),
      issue('gallery[1].alt', 'number'),
      issue('parts[0].picture.alt', 'number'),
      issue('parts[1].alt', 'number'),
      issue('body[1].alt', 'number'),
      issue('body.alt', 'number'),
      issue('title', 'number', 'file-x-pdf'),
    ]);
  });

  test('is a mismatch of the model check', async () => {
    const { model } = await readModel();
    const documents = [
      documentOf('page', 'a', { cover: faulty(1, ['x']), gallery: [faulty('a', { en: 'x' })] }),
    ];
    const { mismatches } = await checkContent(createEvaluatorClient(documents), model, new Set());
    expect(mismatches).toMatchObject([
      { path: 'page.cover.alt', expected: 'String', found: 'number' },
      { path: 'page.cover.caption', expected: 'String', found: 'list' },
      { path: 'page.gallery[].caption', expected: 'String', found: 'object' },
    ]);
  });
});

test('place of a photograph: is in the graph only by an expression of the model', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'photographs-'));
  writeFileSync(
    join(folder, 'model.graphql'),
    `type Photo @document {
      image: Image
      place: GeoPoint @groq(expr: "image.asset->metadata.location")
    }`,
  );
  try {
    const defs = await readTypeDefs(folder);
    const graph = createContentGraph(
      defs,
      createEvaluatorClient([
        documentOf('photo', 'a', { image: image('x') }),
        documentOf('sanity.imageAsset', 'image-x-40x30-png', {
          metadata: { location: { _type: 'geopoint', lat: 45, lng: 7 } },
        }),
      ]),
    );
    const { data, errors } = await execute(graph, '{ photos { nodes { place { lat lng } } } }');
    expect(errors).toBeUndefined();
    expect(data.photos.nodes).toEqual([{ place: { lat: 45, lng: 7 } }]);
    const asset = graph.schema.getType('ImageAsset') as GraphQLObjectType;
    expect(Object.keys(asset.getFields()).filter((name) => /location|gps|place/i.test(name))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('image list: names the items without an image', async () => {
  const pictures = [image('x'), { url: ADDRESS }, { _type: 'image', _upload: {} }];
  const { data, errors } = await execute(
    createPagesGraph([page('a', { pictures })]),
    '{ page(by: { slug: "a" }) { pictures { width } } }',
  );
  expect(data.page.pictures).toEqual([{ width: 40 }]);
  expect(errors).toMatchObject([{ extensions: { attribute: 'pictures[1]', found: 'object' } }]);
});

test('union of images and files: names a member without an asset', async () => {
  const extras = [file('x'), { _type: 'file', asset: ADDRESS }, { _type: 'image', asset: { url: ADDRESS } }];
  const { data, errors } = await execute(
    createVenuesGraph([venue('a', { extras })]),
    '{ venue(by: { slug: "a" }) { extras { __typename } } }',
  );
  expect(data.venue.extras).toEqual([{ __typename: 'File' }]);
  expect(errors).toMatchObject([{ extensions: { attribute: 'extras[1]', omitted: 2 } }]);
});
