import { expect, test } from '@jest/globals';
import { cssRules, isModuleRule } from '../../build/cssRules.ts';
import { criticalCss, stringifyRules } from './criticalCss.ts';

const SHEET = `@layer base,features;
@layer features{
.card_a1{color:red}
.card_a1 .title_c3{color:tan}
.row_e5,.title_c3:hover{color:blue}
@media (width>=40rem){.row_e5{gap:1rem}.card_a1{gap:2rem}}
@keyframes pulse_e5{to{opacity:.5}}
}
@layer base{body{margin:0}}
@font-face{font-family:Serif;src:url(/serif.woff2)}`;

/** Returns the critical CSS of parts in order. */
function cssOf(...parts: readonly string[]): string[] {
  const rules = criticalCss(cssRules(SHEET));
  return parts.map(rules);
}

test('critical CSS: contains global rules and the rules of the modules in use', () => {
  const [first] = cssOf('<main class="main row_e5">Words</main>');
  expect(first).toBe(
    '@layer base,features;' +
      '@layer features{.row_e5,.title_c3:hover{color:blue}' +
      '@media (width>=40rem){.row_e5{gap:1rem}}' +
      '@keyframes pulse_e5{to{opacity:.5}}}' +
      '@layer base{body{margin:0}}' +
      '@font-face{font-family:Serif;src:url(/serif.woff2)}',
  );
});

test('critical CSS: sends a rule of two modules with the second module', () => {
  const [first, second] = cssOf('<p class="card_a1">', '<b class="title_c3">');
  expect(first).not.toContain('tan');
  expect(second).toContain('.card_a1 .title_c3{color:tan}');
});

test('critical CSS: sends a later part only the rules that no earlier part needed', () => {
  const [, second, third] = cssOf('<p class="card_a1">', '<p class="row_e5">', '<p class="card_a1 row_e5">');
  expect(second).toContain('.row_e5{gap:1rem}');
  expect(second).not.toMatch(/card_a1|font-face|@layer base/);
  expect(third).toBe('');
});

test('critical CSS: reads class attributes only', () => {
  const [first] = cssOf('<p title="row_e5">class row_e5 <code>.card_a1</code></p>');
  expect(first).not.toMatch(/row_e5|card_a1/);
});

test('critical CSS: the style sheet file contains module rules only', () => {
  const file = stringifyRules(cssRules(SHEET), isModuleRule);
  expect(file).toContain('.card_a1{color:red}');
  expect(file).not.toMatch(/font-face|body/);
});
