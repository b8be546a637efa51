import { describe, expect, test } from '@jest/globals';
import { imageColor, imagePlaceholder } from '../../../gateway/providers/content/assets/imageMetadata.ts';
import {
  type ImageSource,
  imageSize,
  imageSrcSet,
  imageUrl,
  readImage,
} from '../../../gateway/providers/content/assets/images.ts';

const OPTIONS = { projectId: 'p', dataset: 'd' };
const imageOf = (more: object, _ref = 'image-a-40x30-png') =>
  readImage({ asset: { _ref }, ...more }, () => false) as ImageSource;

describe('image of a faulty document', () => {
  test.each([
    'image-a-0x0-png',
    'image-a-1x999999-png',
    'image-a-99999999999999999999x1-png',
    'image-a, https://example.org/b 1w,-40x30-png',
    'image-../../b-40x30-png',
  ])('%s is not the id of an image asset', (_ref) => {
    expect(imageOf({}, _ref)).toMatchObject({ extensions: { code: 'INCOMPLETE_DOCUMENT' } });
  });

  test('a URL beside the reference is ignored', () => {
    const image = imageOf({ asset: { _ref: 'image-a-40x30-png', url: 'https://example.org/b' } });
    expect(imageUrl(OPTIONS, image, {})).toBe('https://cdn.sanity.io/images/p/d/a-40x30.png?auto=format');
  });

  test.each([
    [{ left: 0.5, right: 0.5, top: 0, bottom: 0 }],
    [{ left: -1, right: 0, top: 0, bottom: 0 }],
    [{ left: 0, right: 0, top: 1e9, bottom: 0 }],
    [{ left: '0', right: 0, top: 0, bottom: 0 }],
  ])('crop %j is ignored', (crop) => {
    expect(imageSize(imageOf({ crop }))).toEqual({ width: 40, height: 30 });
  });

  test('a crop leaves at least one pixel', () => {
    const image = imageOf({ crop: { left: 0.999, right: 0, top: 0.999, bottom: 0 } });
    expect(imageSize(image)).toEqual({ width: 1, height: 1 });
    expect(imageSrcSet(OPTIONS, image, { widths: [100, 2000] })).toMatch(/ 1w$/);
  });

  test.each([[{ x: 2, y: 0.5 }], [{ x: 0.5, y: -1 }], [{ x: 0.5, y: 0.5, width: 1e9, height: 1 }]])(
    'hotspot %j is ignored',
    (hotspot) => {
      expect(imageOf({ hotspot }).hotspot).toBeNull();
    },
  );

  test.each([
    ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['data:text/html;base64,AA==', null],
    ['x"); }', null],
    ['data:image/png;base64,AA… (5 characters omitted)', null],
  ])('placeholder %j is %j', (lqip, expected) => {
    expect(imagePlaceholder(imageOf({ '@document': { lqip } }))).toBe(expected);
  });

  test.each([
    ['#1d2b3a', '#1d2b3a'],
    ['red;', null],
    ['#12345678901', null],
  ])('color %j is %j', (color, expected) => {
    expect(imageColor(imageOf({ '@document': { color } }))).toBe(expected);
  });
});
