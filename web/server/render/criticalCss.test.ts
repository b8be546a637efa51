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

/** Returns the critical CSS of a page. */
const cssOf = (markup: string): string => criticalCss(cssRules(SHEET), markup);

test('critical CSS: contains global rules and the rules of the modules in use', () => {
  expect(cssOf('<main class="main row_e5">Words</main>')).toBe(
    '@layer base,features;' +
      '@layer features{.row_e5,.title_c3:hover{color:blue}' +
      '@media (width>=40rem){.row_e5{gap:1rem}}' +
      '@keyframes pulse_e5{to{opacity:.5}}}' +
      '@layer base{body{margin:0}}' +
      '@font-face{font-family:Serif;src:url(/serif.woff2)}',
  );
});

test('critical CSS: contains a rule of two modules if both are in use', () => {
  expect(cssOf('<p class="card_a1">')).not.toContain('tan');
  expect(cssOf('<p class="card_a1"><b class="title_c3">')).toContain('.card_a1 .title_c3{color:tan}');
});

test('critical CSS: reads class attributes only', () => {
  expect(cssOf('<p title="row_e5">class row_e5 <code>.card_a1</code></p>')).not.toMatch(/row_e5|card_a1/);
});

test('critical CSS: the style sheet file contains module rules only', () => {
  const file = stringifyRules(cssRules(SHEET), isModuleRule);
  expect(file).toContain('.card_a1{color:red}');
  expect(file).not.toMatch(/font-face|body/);
});
