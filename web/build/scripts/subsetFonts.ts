/**
 * `npm run render:fonts` subsets the fonts of @fontsource-variable to the characters, weights and features that the style
 * sheets use (`styles/fonts.css`). The serif with one weight is a third of the variable font. The fonts are under the SIL Open Font License 1.1, without reserved font names.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { PUBLICATION } from '../../lib/publication.ts';

/** The characters of Fontsource's Latin subset: https://fonts.google.com/knowledge/glossary/subsetting. */
const LATIN: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
];
/** OpenType features of the serif. */
const SERIF = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'lnum', 'onum', 'tnum'];
const SANS = ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'];
/** Without `calt` and `liga`, which draw `!=` as one character. */
const MONO = ['ccmp', 'locl', 'mark', 'mkmk'];

interface Subset {
  readonly from: string;
  readonly to: string;
  readonly weight: number | { readonly min: number; readonly max: number };
  readonly text?: string;
  readonly features: readonly string[];
}

const latin = LATIN.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
).join('');

/** The letters and signs of English text. */
const ENGLISH = `${latin.replace(/[^A-Za-z0-9 .,;:!?()-]/g, '')}‘’“”–—…`;

const SUBSETS: readonly Subset[] = [
  {
    from: 'newsreader/files/newsreader-latin-wght-normal.woff2',
    to: 'newsreader.woff2',
    weight: 400,
    features: SERIF,
  },
  {
    from: 'newsreader/files/newsreader-latin-wght-italic.woff2',
    to: 'newsreader-italic.woff2',
    weight: 400,
    features: SERIF,
  },
  {
    from: 'newsreader/files/newsreader-latin-wght-normal.woff2',
    to: 'nameplate.woff2',
    weight: 500,
    text: PUBLICATION.name,
    features: SERIF,
  },
  {
    // Stressed words, which are rare: an article must not load another 20 kB for one of them.
    from: 'newsreader/files/newsreader-latin-wght-normal.woff2',
    to: 'newsreader-bold.woff2',
    weight: 600,
    text: ENGLISH,
    features: ['kern', 'liga'],
  },
  {
    // Large initials and numbers.
    from: 'newsreader/files/newsreader-latin-wght-normal.woff2',
    to: 'newsreader-fine.woff2',
    weight: 300,
    text: latin.replace(/[^\p{Lu}\d]/gu, ''),
    features: SERIF,
  },
  {
    from: 'inter/files/inter-latin-wght-normal.woff2',
    to: 'inter.woff2',
    weight: { min: 400, max: 600 },
    features: SANS,
  },
  {
    from: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    to: 'jetbrains-mono.woff2',
    weight: 400,
    features: MONO,
  },
];

const { resolve } = createRequire(import.meta.url);

for (const { from, to, weight, text = latin, features } of SUBSETS) {
  const font = readFileSync(resolve(`@fontsource-variable/${from}`));
  const subset = await subsetFont(font, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: [...features],
  });
  writeFileSync(new URL(`../../fonts/${to}`, import.meta.url), subset);
  console.log(`${to}: ${subset.length} of ${font.length} bytes`);
}
