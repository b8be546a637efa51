import { expect, test } from '@jest/globals';
import { readableFormula, withFormulas } from './inlineMath.ts';

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
])('%s reads as %s', (tex, words) => {
  expect(readableFormula(tex)).toBe(words);
});

test('what is no formula stays as its author wrote it', () => {
  expect(readableFormula('\\frac{1')).toBe('\\frac{1');
  expect(withFormulas('Costs \\pi and $5')).toBe('Costs \\pi and $5');
});
