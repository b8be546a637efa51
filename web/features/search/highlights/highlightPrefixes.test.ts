import { describe, expect, test } from '@jest/globals';
import { highlightPrefixes } from './highlightPrefixes.ts';

/** Returns a name with its highlights in brackets. */
const highlighted = (name: string, typed: string) =>
  highlightPrefixes(name, typed)
    .map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('');

describe('prefix highlights', () => {
  test('ignore case and accents', () => {
    expect(highlighted('Lorenz’s butterfly', 'lor BUT')).toBe('[Lor]enz’s [but]terfly');
    expect(highlighted('Benoît Mandelbrot', 'benoit')).toBe('[Benoît] Mandelbrot');
    expect(highlighted('Benoi\u0302t B. Mandelbrot', 'beno b')).toBe('[Beno]i\u0302t [B]. Mandelbrot');
    expect(highlighted('Andre\u0301 Weil', 'andre')).toBe('[Andre\u0301] Weil');
    expect(highlighted('Wheels within wheels', 'whe')).toBe('[Whe]els within [whe]els');
  });

  test('match only at the start of a word and preserve the text', () => {
    expect(highlighted('Nobody leads', 'ody')).toBe('Nobody leads');
    expect(highlighted('', 'a')).toBe('');
    expect(highlighted('𝒩 is a set', '𝒩')).toContain('is a set');
  });
});
