import { describe, expect, test } from '@jest/globals';
import { mathAlphabets } from './mathAlphabets.ts';
import { renderMath } from './renderMath.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('alphabets of formulas', () => {
  test.each(['bold', 'bold-italic', 'double-struck', 'script', 'fraktur', 'sans-serif', 'monospace'])(
    '%s has a character of its own for each letter',
    (variant) => {
      const [, text = ''] =
        />([^<]*)</.exec(mathAlphabets(`<mi mathvariant="${variant}">${LETTERS}</mi>`)) ?? [];
      expect(text.normalize('NFKC')).toBe(LETTERS);
      expect(new Set([...text, ...LETTERS]).size).toBe(2 * LETTERS.length);
    },
  );

  test('Greek letters and digits are bold', () => {
    expect(mathAlphabets('<mi mathvariant="bold-italic">ψ</mi>')).toBe('<mi>𝝍</mi>');
    expect(mathAlphabets('<mn mathvariant="bold">42</mn>')).toBe('<mn>𝟒𝟐</mn>');
  });

  test('`normal` and unknown variants stay', () => {
    const elements = '<mi mathvariant="normal">∞</mi><mi mathvariant="other">x</mi>';
    expect(mathAlphabets(elements)).toBe(elements);
  });

  test('formulas contain them', () => {
    expect(renderMath('x \\in \\mathbb{R}', false)).toContain('<mi>ℝ</mi>');
  });
});
