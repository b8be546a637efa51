import type { Random } from '../../../reference/generator/random.ts';

/** Each pattern contains a formula at `#`, once or several times. */
const PATTERNS = [
  '{#}',
  '\\sqrt{#}',
  '\\sqrt[#]{#}',
  '\\frac{#}{#}',
  '\\hat{#}^{2}_{i}',
  '\\overbrace{#}^{#}',
  '\\left(#\\right)',
  '\\text{$#$}',
  '\\color{red}{#}',
  '\\boxed{#}',
  '\\mathchoice{#}{#}{#}{#}',
  '\\begin{pmatrix}#&#\\\\#&#\\end{pmatrix}',
  '\\underset{#}{#}',
  '#^{#}',
  '\\pmod{#}',
  '\\Set{#|#}',
  '\\operatorname{#}',
  '\\href{https://example.org}{#}',
  '\\xrightarrow[#]{#}',
  '\\raisebox{1em}{$#$}',
];
const LEAVES = [
  'x',
  '',
  '\\alpha',
  '1',
  '\\rule{999999em}{999999em}',
  '\\kern-9999em',
  '\\hskip1e99em',
  '\\%',
  '%',
  '#',
  '\\',
  '}',
  '$',
  '&',
  '\\unknown',
  '漢',
  '\ud83d',
];
const DEFINITIONS = [
  '\\def\\a{\\a\\a}\\a',
  '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c',
  '\\newcommand{\\a}[1]{#1#1#1#1}\\a{\\a{\\a{\\a{x}}}}',
  '\\let\\a=\\b\\gdef\\b{\\a}\\b',
  `\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(300)}`,
];

/** Returns TeX that is long, deeply nested, expanding or invalid. */
export function hostileTex(random: Random): string {
  if (random.boolean(0.15)) return random.pick(DEFINITIONS);
  if (random.boolean(0.15))
    return random.pick(['{', '\\sqrt{', '\\left(', 'x^{', '\\hat{']).repeat(random.pick([50, 600, 50_000]));
  if (random.boolean(0.1))
    return random
      .pick(PATTERNS)
      .replaceAll('#', 'x')
      .repeat(random.pick([20, 200, 5_000]));
  let tex = random.pick(LEAVES);
  for (let depth = random.integer(0, 60); depth > 0 && tex.length < 1_900; depth--) {
    const inner = tex;
    tex = random.pick(PATTERNS).replaceAll('#', () => (random.boolean(0.7) ? inner : random.pick(LEAVES)));
  }
  return tex;
}
