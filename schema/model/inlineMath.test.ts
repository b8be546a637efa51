import { expect, jest, test } from '@jest/globals';
import katex from 'katex';
import { formulaText } from './inlineMath.ts';
import { objectText, resolvers } from './resolvers.ts';

test.each([
  ['\\pi', 'π'],
  ['z_{n+1} = z_n^2 + c', 'zₙ₊₁ = zₙ² + c'],
  ['c = -\\tfrac34 + i\\varepsilon', 'c = −3/4 + iε'],
  ['F \\ge 4(F + k)^2', 'F ≥ 4(F + k)²'],
  ['w = W(x, y)\\cos\\omega t', 'w = W(x, y) cos ωt'],
  ['e^{i\\omega t}', 'e^(iωt)'],
  ['\\bar{\\mathbf{x}}_i', 'x̄ᵢ'],
  ["|a_i'| = \\sqrt{2 + x}", '|aᵢ′| = √(2 + x)'],
  ['0, -1,\\quad 0', '0, −1, 0'],
])('formula text: %s becomes %s', (tex, text) => {
  expect(formulaText(tex)).toBe(text);
});

test('formula text: returns invalid TeX unchanged', () => {
  expect(formulaText('\\frac{1')).toBe('\\frac{1');
});

test('formula text: converts deeply nested roots in linear time', () => {
  const text = formulaText(`${'\\sqrt{'.repeat(60)}x${'}'.repeat(60)}`);
  expect(text).toBe(`${'√('.repeat(59)}√x${')'.repeat(59)}`);
});

test('formula text: returns TeX that defines macros unchanged', () => {
  const tex = `\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(300)}`;
  expect(formulaText(tex)).toBe(tex);
});

test.each([
  ['more than 500 characters', 'x+'.repeat(251)],
  ['more than 100 expansions of macros', '\\KaTeX '.repeat(70)],
])('formula text: returns TeX of %s unchanged', (_excess, tex) => {
  expect(formulaText(tex)).toBe(tex);
});

test('formula text: converts TeX of 500 characters', () => {
  expect(formulaText(`${'x'.repeat(497)}^23`)).toBe(`${'x'.repeat(497)}²3`);
});

test('formula text: converts equal formulas once', () => {
  const render = jest.spyOn(katex, 'renderToString');
  try {
    const texts = ['a_1', 'a_1', '\\frac{', '\\frac{'].map(formulaText);
    expect(texts).toEqual(['a₁', 'a₁', '\\frac{', '\\frac{']);
    expect(render).toHaveBeenCalledTimes(2);
  } finally {
    render.mockRestore();
  }
});

test('formula text: reads the names of object members as text', () => {
  expect(formulaText('\\overset{constructor}{x}')).toBe('x^(constructor)');
});

test('inline text: reads `tex` and the shape of sanity-plugin-latex-input, and ignores other nodes', () => {
  expect(objectText({ _type: 'math', tex: 'z^2' })).toBe('z²');
  expect(objectText({ _type: 'latex', body: 'z^2' })).toBe('z²');
  expect(objectText({ _type: 'emoji', body: 'z^2' })).toBeUndefined();
});

test.each([
  [{ born: '1917-05-23', died: '2008-04-16' }, ['en'], '1917–2008'],
  [{ born: '1940-01-01', died: null }, ['en'], 'born 1940'],
  [{ born: '1940-01-01', died: null }, ['de', 'en'], 'geb. 1940'],
  [{ born: '1940-01-01', died: null }, ['de-CH', 'de', 'en'], 'geb. 1940'],
  [{ born: '1940-01-01', died: null }, ['fr'], 'born 1940'],
  [{ born: {}, died: '1827-03-05' }, ['en'], 'died 1827'],
  [{ born: {}, died: '1827-03-05' }, ['de'], 'gest. 1827'],
  [{ born: ['1940'], died: 7 }, ['de'], null],
  [null, ['de'], null],
])('lifespan of %j in %j is %s', (dates, codes, text) => {
  expect(resolvers.Person.lifespan(dates, {}, { content: { locale: { codes } } })).toBe(text);
});
