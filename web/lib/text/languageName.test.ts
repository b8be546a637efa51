import { expect, test } from '@jest/globals';
import { languageName } from './languageName.ts';

test.each([
  ['de', 'German'],
  ['nl', 'Dutch'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('language name: of %s is %s', (code, name) => {
  expect(languageName(code)).toBe(name);
});
