import { expect, test } from '@jest/globals';
import { isOfModule, sheetTree } from '../../build/cssRules.ts';
import { sheetFor, write } from './criticalCss.ts';

const SHEET = `@layer base,features;
@layer features{
.card_a1b2{color:red}
.card_a1b2 .title_c3d4{color:tan}
.row_e5f6,.title_c3d4:hover{color:blue}
@media (width>=40rem){.row_e5f6{gap:1rem}.card_a1b2{gap:2rem}}
@keyframes breathe_e5f6{to{opacity:.5}}
}
@layer base{body{margin:0}}
@font-face{font-family:Serif;src:url(/serif.woff2)}`;

/** What parts of a page are given, one after the other. */
function given(...parts: readonly string[]): string[] {
  const rules = sheetFor(sheetTree(SHEET));
  return parts.map(rules);
}

test('a page gets what all pages need and the rules of the modules whose classes stand in it', () => {
  const [first] = given('<main class="main row_e5f6">Words</main>');
  expect(first).toBe(
    '@layer base,features;' +
      '@layer features{.row_e5f6,.title_c3d4:hover{color:blue}' +
      '@media (width>=40rem){.row_e5f6{gap:1rem}}' +
      '@keyframes breathe_e5f6{to{opacity:.5}}}' +
      '@layer base{body{margin:0}}' +
      '@font-face{font-family:Serif;src:url(/serif.woff2)}',
  );
});

test('a rule that needs classes of two modules comes with the second of them', () => {
  const [first, second] = given('<p class="card_a1b2">', '<b class="title_c3d4">');
  expect(first).not.toContain('tan');
  expect(second).toContain('.card_a1b2 .title_c3d4{color:tan}');
});

test('a later part gets only what no part before it got, and nothing where it brings no new classes', () => {
  const [, second, third] = given(
    '<p class="card_a1b2">',
    '<p class="row_e5f6">',
    '<p class="card_a1b2 row_e5f6">',
  );
  expect(second).toContain('.row_e5f6{gap:1rem}');
  expect(second).not.toMatch(/card_a1b2|font-face|@layer base/);
  expect(third).toBe('');
});

test('words that look like classes are none', () => {
  const [first] = given('<p title="row_e5f6">class row_e5f6 <code>.card_a1b2</code></p>');
  expect(first).not.toMatch(/row_e5f6|card_a1b2/);
});

test('the file that the browser gets later holds the rules of the modules alone', () => {
  const file = write(sheetTree(SHEET), isOfModule);
  expect(file).toContain('.card_a1b2{color:red}');
  expect(file).not.toMatch(/font-face|body/);
});
