import { expect, test } from '@jest/globals';
import { renderMath } from './renderMath.ts';

/** Returns the text of a formula as it is drawn, with `_` for each thin space. */
const drawn = (tex: string): string =>
  renderMath(tex, true)
    .replace(/<annotation.*?<\/annotation>/, '')
    .replaceAll('<mspace width="0.1667em"/>', '_')
    .replaceAll(/<[^>]*>|\u2061/g, '');

test.each([
  ['a\\cos x', 'a_cos_x'],
  ['a\\cos(x) + b', 'a_cos(x)+b'],
  ['= \\sin x', '=sin_x'],
  ['4 I_0\\cos^2\\frac{a}{b}', '4I0_cos2_ab'],
  ['\\log_2 n', 'log2_n'],
  ['\\frac{\\log(1+n)}{\\log n}', 'log(1+n)log_n'],
  ['(x)\\ln y', '(x)_ln_y'],
])('formulas: %s has the spaces of TeX around functions', (tex, text) => {
  expect(drawn(tex)).toBe(text);
});

test.each([
  'x = -1',
  'x \\approx -1',
  'x \\ne -1',
  '0, -1',
  'x > -1',
  '(-1)^n',
  '[-1, 1]',
  '\\left(-1\\right)',
])('formulas: %s has no space after the sign', (tex) => {
  expect(renderMath(tex, true)).toContain('<mo form="prefix">−</mo><mn>1</mn>');
});

test('formulas: a difference keeps the spaces of its operator', () => {
  expect(renderMath('x - 1', true)).toContain('<mo>−</mo>');
});
