import { describe, expect, test } from '@jest/globals';
import { execute } from '../../reference/edgeCases.ts';
import { createPagesGraph, image, page } from '../../reference/pages.ts';
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
