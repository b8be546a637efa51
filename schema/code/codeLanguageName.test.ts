import { expect, test } from '@jest/globals';
import { codeLanguageName } from './codeLanguageName.ts';

test.each([
  ['js', 'JavaScript'],
  ['GLSL', 'GLSL'],
  [' python ', 'Python'],
  ['c', 'C'],
  ['WGSL', 'WGSL'],
  ['OCaml', 'OCaml'],
  // An editor can write any text.
  ['constructor', 'Constructor'],
  ['plaintext', undefined],
  ['', undefined],
])('code languages: %j has the name %j', (language, name) => {
  expect(codeLanguageName(language)).toBe(name);
});
