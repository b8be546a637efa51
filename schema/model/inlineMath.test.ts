import { expect, test } from '@jest/globals';
import { formulaText } from './inlineMath.ts';
import { inlineText } from './resolvers.ts';

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

test('inline text: reads `tex` and the shape of sanity-plugin-latex-input, and ignores other nodes', () => {
  expect(inlineText({ _type: 'math', tex: 'z^2' })).toBe('z²');
  expect(inlineText({ _type: 'latex', body: 'z^2' })).toBe('z²');
  expect(inlineText({ _type: 'emoji', body: 'z^2' })).toBeUndefined();
});
