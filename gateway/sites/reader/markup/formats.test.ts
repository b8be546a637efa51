import { expect, test } from '@jest/globals';
import { formatsOf } from './formats.ts';

test.each([
  ['en', 1, '1 byte'],
  ['en', 68, '68 bytes'],
  ['fr', 68, '68 octets'],
  ['en', 1500, '1.5 kB'],
])('formats: in %s, %i bytes are %s', (language, bytes, text) => {
  expect(formatsOf(language).bytes(bytes).replaceAll(/\s/g, ' ')).toBe(text);
});
