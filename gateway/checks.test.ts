import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { checkModel, ModelError } from './checks.ts';
import { readTypeDefs } from './schema.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What the gateway says of a model of one file, and of the resolvers beside it. */
async function faultsOf(sdl: string, resolvers?: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  folders.push(folder);
  writeFileSync(join(folder, 'model.graphql'), sdl);
  if (resolvers) writeFileSync(join(folder, 'resolvers.js'), resolvers);
  const { model, typeDefs, computed } = await readTypeDefs(folder);
  const names = Object.entries(computed).flatMap(([type, fields]) =>
    Object.keys(fields).map((f) => `${type}.${f}`),
  );
  try {
    checkModel(model, typeDefs, new Set(names));
    return [];
  } catch (error) {
    if (error instanceof ModelError) return error.faults;
    throw error;
  }
}

const book = (fields: string) => `type Author @document { name: String! works: String }
type Book @document {
  title: String!
  ${fields}
}`;

describe('a model is refused at the start, with file, line and mend, for', () => {
  test.each([
    [
      'two origins',
      'pages: Int @groq(expr: "count(pages)") @inverse(field: "x")',
      /one origin, got @groq and @inverse/,
    ],
    ['a type nobody declares', 'publisher: Publisher', /Publisher; declare it/],
    ['a film without an asset', 'trailer: Video', /got a Video without one; add @asset/],
    [
      'an asset that is no film',
      'trailer: String @asset',
      /expected a Video where @asset stands, got String/,
    ],
    [
      'an inverse through a field that is not there',
      'fans: [Author!]! @inverse(field: "book")',
      /expected a field of Author .* got book; it has name, works/,
    ],
    [
      'an inverse through a field that refers to nothing',
      'fans: [Author!]! @inverse(field: "works")',
      /expected Author\.works to refer to Book, got String/,
    ],
    [
      'an inverse of something that is no document',
      'fans: String @inverse(field: "works")',
      /expected a document type, a list or a connection/,
    ],
    [
      'related by what is no facet',
      'related: [Book!] @related(by: ["title"])',
      /add @searchable\(facet: true\) to Book\.title/,
    ],
    ['related to another type', 'related: [Author!] @related(by: [])', /expected a list of Book/],
    [
      'an expression that is none',
      'pages: Int @groq(expr: "count(")',
      /expected a GROQ expression, got "count\("/,
    ],
    [
      'an argument that no directive has',
      'pages: Int @searchable(wieght: 2)',
      /weight or facet as argument of @searchable, got wieght/,
    ],
    ['a directive that does not exist', 'pages: Int @indexed', /Unknown directive "@indexed"/],
    [
      'an argument of the wrong type',
      'pages: Int @searchable(weight: "much")',
      /expected a whole number as weight of @searchable, got "much"/,
    ],
  ])('%s', async (_name, field, said) => {
    const faults = await faultsOf(book(field));
    expect(faults.join('\n')).toMatch(said);
    expect(faults[0]).toMatch(/model\.graphql:4:/);
  });

  test('two types that claim the same documents', async () => {
    const faults = await faultsOf(
      'type A @document(type: "x") { a: Int } type B @document(type: "x") { b: Int }',
    );
    expect(faults[0]).toMatch(/expected a _type of its own, got "x" as B has/);
  });

  test('a resolver of a field it does not have, and a root field without a resolver', async () => {
    const sdl = `${book('pages: Int')} extend type Query { newest: Book }`;
    expect((await faultsOf(sdl, 'export const resolvers = { Book: { sales: () => 1 } }')).join('\n')).toMatch(
      /Book\.sales: expected a field that the model declares[\s\S]*Query\.newest: expected a resolver/,
    );
    expect(await faultsOf(sdl, 'export const resolvers = { Query: { newest: () => null } }')).toEqual([]);
  });

  test('everything at once, so that a start tells all of it', async () => {
    expect(await faultsOf(book('a: Nothing\n  b: Video\n  c: String @asset'))).toHaveLength(3);
  });
});

describe('what a model declares itself is kept', () => {
  test('an id, an order and a connection of its own', async () => {
    const sdl = `type Song @document { id: ID! @groq(expr: "isrc") title: String } enum SongOrder { TITLE_ASC }
      type Album @document { songs(first: Int = 3): SongConnection! }`;
    expect(await faultsOf(sdl)).toEqual([]);
  });
});
