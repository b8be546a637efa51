import { expect, test } from '@jest/globals';
import { markBeginnings } from './highlightPrefixes.ts';

const marked = (name: string, typed: string) =>
  markBeginnings(name, typed)
    .map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('');

test('marks what was typed where a word begins with it, whatever the case and the accents', () => {
  expect(marked('Lorenz’s butterfly', 'lor BUT')).toBe('[Lor]enz’s [but]terfly');
  expect(marked('Benoît Mandelbrot', 'benoit')).toBe('[Benoît] Mandelbrot');
  expect(marked('Benoi\u0302t B. Mandelbrot', 'beno b')).toBe('[Beno]i\u0302t [B]. Mandelbrot');
  expect(marked('Andre\u0301 Weil', 'andre')).toBe('[Andre\u0301] Weil');
  expect(marked('Wheels within wheels', 'whe')).toBe('[Whe]els within [whe]els');
});

test('marks nothing within a word, and loses no letter', () => {
  expect(marked('Nobody leads', 'ody')).toBe('Nobody leads');
  expect(marked('', 'a')).toBe('');
  expect(marked('𝒩 is a set', '𝒩')).toContain('is a set');
});
