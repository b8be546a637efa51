import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readTypeDefs } from '../buildSchema.ts';
import { publicContent } from './publicContent.ts';

const GUARD = '@requiresScopes(scopes: [["read:private"]])';

async function publicContentOf(sdl: string, allowsAnonymous = true): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'public-content-'));
  writeFileSync(join(folder, 'model.graphql'), sdl);
  try {
    return publicContent((await readTypeDefs(folder)).model, { allowsAnonymous });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ['type Post @document { title: String }', 'without a key: Post; with scopes: nothing'],
  [
    `type Post @document { title: String } type Order @document ${GUARD} { title: String }
     type Person @document { name: String email: String ${GUARD} }`,
    'without a key: Post, Person; with scopes: Order, Person.email',
  ],
  [`type Order @document ${GUARD} { title: String }`, 'without a key: nothing; with scopes: Order'],
])('public content: names the types and fields of %s', async (sdl, expected) => {
  expect(await publicContentOf(sdl)).toBe(expected);
});

test('public content: nothing if every caller needs a key', async () => {
  expect(await publicContentOf('type Post @document { title: String }', false)).toBe(
    'without a key: nothing',
  );
});
