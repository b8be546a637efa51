import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';

/** A page builder with more types of blocks than an operation of a stranger can have. */
const BLOCKS = Array.from({ length: 60 }, (_, n) => n);
/** The parts of a type with five fields for each. */
const PARTS = Array.from({ length: 50 }, (_, n) => n);

const SDL = `
type Page @document {
  title: String!
  slug: String @groq(expr: "slug.current")
  blocks: [Block!] @listSize(assumedSize: 8)
}
union Block = ${BLOCKS.map((n) => `Block${n}`).join(' | ')}
${BLOCKS.map(
  (n) => `type Block${n} @object(type: "block${n}") {
  heading: String
  text: RichText
  image: Image
  video: Video @asset
  link: Page
  links: [Page]
  cards: [Card${n}!] @listSize(assumedSize: 3)
  url: String
  date: Date
}
type Card${n} { title: String text: RichText image: Image page: Page columns: [Column${n}!] @listSize(assumedSize: 2) }
type Column${n} { label: String body: RichText target: Page }`,
).join('\n')}
type Product @document {
  title: String! slug: String @groq(expr: "slug.current")
  ${PARTS.map((n) => `part${n}: Part list${n}: [Part] image${n}: Image name${n}: String code${n}: String`).join('\n')}
}
type Part { label: String image: Image text: RichText pages: [Page] }`;

const textOf = (text: string) => [
  { _type: 'block', _key: 'a', children: [{ _type: 'span', _key: 's', text, marks: [] }], markDefs: [] },
];
const PAGE = {
  _id: 'page-start',
  _type: 'page',
  title: 'Start',
  slug: { _type: 'slug', current: 'start' },
  blocks: BLOCKS.map((n) => ({
    _type: `block${n}`,
    _key: `key${n}`,
    heading: `Heading of block ${n}.`,
    text: textOf(`Text of block ${n}.`),
    cards: [{ _key: 'c', title: `Card of block ${n}.` }],
  })),
};

const PRODUCT = {
  _id: 'product-wide',
  _type: 'product',
  title: 'Wide',
  slug: { _type: 'slug', current: 'wide' },
  ...Object.fromEntries(PARTS.map((n) => [`part${n}`, { label: `Label of part ${n}.` }])),
};

let folder: string;
let stack: Stack;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reader-page-builder-'));
  for (const name of ['schema', 'seed']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'schema/model.graphql'), SDL);
  writeFileSync(join(folder, 'seed/content.ndjson'), `${JSON.stringify(PAGE)}\n${JSON.stringify(PRODUCT)}\n`);
  stack = await startStack({
    schemaDir: join(folder, 'schema'),
    seedDir: join(folder, 'seed'),
    hasIndex: false,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off' },
  });
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true });
});

test('reader: a page shows the blocks of a page builder with sixty types of blocks, and their cards', async () => {
  const page = await (await fetch(`${stack.url}/content/pages/start`)).text();
  const rest = await (await fetch(`${stack.url}/content/pages/start?field=blocks&offset=50`)).text();
  for (const n of BLOCKS) {
    const shown = n < 50 ? page : rest;
    expect(shown).toContain(`Heading of block ${n}.`);
    expect(shown).toContain(`Text of block ${n}.`);
    expect(shown).toContain(`Card of block ${n}.`);
  }
});

test('reader: a page shows the objects of a document with two hundred and fifty fields', async () => {
  const page = await (await fetch(`${stack.url}/content/products/wide`)).text();
  for (const n of PARTS) expect(page).toContain(`Label of part ${n}.`);
});
