import { expect, test } from '@jest/globals';
import { figureSource } from './figureSource.ts';

const sibling = 'https://pictures.test/images/project/production/ffff-10x10.jpg?w=960&auto=format';

test('a picture in a text lives in the folder of any other picture', () => {
  const source = figureSource({ asset: { _ref: 'image-0a1b2c-1600x1000-jpg' } }, sibling);
  expect(source).toMatchObject({
    url: 'https://pictures.test/images/project/production/0a1b2c-1600x1000.jpg?w=1280&auto=format',
    width: 1600,
    height: 1000,
  });
});

test('no width is offered twice, and none beyond the picture’s own', () => {
  const source = figureSource({ asset: { _ref: 'image-0a-700x400-png' } }, sibling);
  expect(source?.srcSet.match(/ \d+w/g)).toEqual([' 640w', ' 700w']);
});

test.each([
  [undefined, sibling],
  [{ asset: { _ref: 'file-0a-pdf' } }, sibling],
  [{ asset: { _ref: 'image-../../x-1x1-jpg' } }, 'no address'],
])('%p beside %p has no address', (image, beside) => {
  expect(figureSource(image, beside)).toBeNull();
});
