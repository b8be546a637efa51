import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';

/** A page builder with more types of blocks than an operation of a stranger can have. */
const BLOCKS = Array.from({ length: 40 }, (_, n) => n);

const SDL = `
type Page @document {
  title: String!
  slug: String @groq(expr: "slug.current")
  blocks: [Block!]
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
  cards: [Card${n}!]
  url: String
  date: Date
}
type Card${n} { title: String text: RichText image: Image page: Page columns: [Column${n}!] }
type Column${n} { label: String body: RichText target: Page }`,
).join('\n')}`;

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
  })),
};

let folder: string;
let stack: Stack;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reader-page-builder-'));
  for (const name of ['schema', 'seed']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'schema/model.graphql'), SDL);
  writeFileSync(join(folder, 'seed/content.ndjson'), `${JSON.stringify(PAGE)}\n`);
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

test('reader: a page shows the blocks of a page builder with forty types of blocks', async () => {
  const page = await (await fetch(`${stack.url}/content/pages/start`)).text();
  for (const n of BLOCKS) {
    expect(page).toContain(`Heading of block ${n}.`);
    expect(page).toContain(`Text of block ${n}.`);
  }
});
