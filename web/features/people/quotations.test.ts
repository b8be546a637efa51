import { expect, test } from '@jest/globals';
import { isSignedBy, quotationsOf } from './quotations.ts';

test.each([
  ['Edward N. Lorenz', 'Edward Norton Lorenz', true],
  ['Benoit B. Mandelbrot', 'Benoit Mandelbrot', true],
  ['Alan Turing', 'Alan Turing', true],
  ['Arthur Young', 'Thomas Young', false],
  ['Young', 'Thomas Young', false],
  ['Lagrange, Laplace and Fourier', 'Joseph Fourier', false],
])('words signed “%s” are by %s: %s', (attribution, name, isTheirs) => {
  expect(isSignedBy(attribution, name)).toBe(isTheirs);
});

test('a quotation is told once, with the article it stands in', () => {
  const json = [
    { _type: 'block', _key: 'b' },
    { _type: 'quote', _key: 'q', text: 'It flows.', attribution: 'A. Turing', source: 'Notes, 1950' },
    { _type: 'quote', _key: 'r', text: 'No.', attribution: 'Martin Gardner' },
  ];
  const article = { slug: 'spots', title: 'Spots', body: { json } };
  expect(
    quotationsOf('Alan Turing', [article, { ...article, slug: 'again' }, { ...article, body: null }]),
  ).toEqual([{ key: 'q', text: 'It flows.', source: 'Notes, 1950', slug: 'spots', title: 'Spots' }]);
});
