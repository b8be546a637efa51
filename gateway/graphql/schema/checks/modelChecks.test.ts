import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readTypeDefs } from '../buildSchema.ts';
import { ModelError } from '../model/modelError.ts';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

const book = (fields: string) => `type Author @document { name: String! works: String }
type Book @document {
  title: String!
  ${fields}
}`;

test('model: the errors of all files are listed with file and line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  const valid = 'type A @document {\n  title: String\n}';
  try {
    writeFileSync(join(folder, 'a.graphql'), 'type A @document { title: String }\ntype B {');
    writeFileSync(join(folder, 'b.graphql'), 'typo C { title: String }');
    writeFileSync(join(folder, 'c.graphql'), Buffer.from(valid.replace('title', 'été'), 'latin1'));
    writeFileSync(join(folder, 'd.graphql'), Buffer.from(`\ufeff${valid}`, 'utf16le'));
    writeFileSync(join(folder, 'resolvers.js'), 'export const objectText = () => undefined;');
    const error = await readTypeDefs(folder).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).errors).toEqual([
      expect.stringMatching(/a\.graphql:2:9 Syntax Error: Expected Name, found <EOF>/),
      expect.stringMatching(/b\.graphql:1:1 Syntax Error: Unexpected Name "typo"/),
      expect.stringMatching(
        /c\.graphql:2:1 expected UTF-8, got bytes of another encoding; save the file as UTF-8/,
      ),
      expect.stringMatching(/d\.graphql:1:1 expected UTF-8, got UTF-16/),
      expect.stringMatching(/resolvers\.js expected the export `resolvers`: .*, got undefined; add it/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('model checks: reject with file, line and fix', () => {
  test.each([
    [
      'two sources',
      'pages: Int @groq(expr: "count(pages)") @inverse(field: "x")',
      /one source, got @groq and @inverse/,
    ],
    ['an undeclared type', 'publisher: Publisher', /Publisher; declare it/],
    [
      '@semanticNonNull on a non-null field',
      'pages: Int! @semanticNonNull',
      /expected @semanticNonNull on a nullable field/,
    ],
    ['a video without @asset', 'trailer: Video', /expected @asset on a Video, got none/],
    [
      '@asset on another type than Video',
      'trailer: String @asset',
      /expected the type Video with @asset, got String/,
    ],
    [
      '@inverse through an unknown field',
      'fans: [Author!]! @inverse(field: "book")',
      /expected a field of Author .* got book; use one of name, works/,
    ],
    [
      '@inverse through a field that is no reference',
      'fans: [Author!]! @inverse(field: "works")',
      /expected Author\.works to refer to Book, got String/,
    ],
    ...(
      [
        [
          'parts.book',
          /got Author\.parts of the type Part; name a field outside of the union, or write a @groq expression$/,
        ],
        ['name.first', /got Author\.name of the type String; end the path there, or name another field$/],
        ['friend.book', /got Author\.friend of the type Author; end the path there, or name another field$/],
        ['parts.', /got Author\.parts of the type Part/],
        ['note.', /expected a field of Note in @inverse\(field: "note\."\), got nothing; use one of book$/],
      ] as const
    ).map(
      ([path, error]) =>
        [
          `@inverse through another field than an object: ${path}`,
          `fans: [Author!]! @inverse(field: "${path}") }
          extend type Author { parts: [Part!] friend: Author note: Note }
          type Note { book: Book } type Verse { book: Book } union Part = Note | Verse extend type Book { isbn: String`,
          error,
        ] as const,
    ),
    [
      '@inverse on a type that is no document',
      'fans: String @inverse(field: "works")',
      /expected a document type, a list or a connection/,
    ],
    [
      '@related by a field that is no facet',
      'related: [Book!] @related(by: ["title"])',
      /add @searchable\(facet: true\) to Book\.title/,
    ],
    ['@related to another type', 'related: [Author!] @related(by: [])', /expected a list of Book/],
    ['invalid GROQ', 'pages: Int @groq(expr: "count(")', /expected a GROQ expression, got "count\("/],
    [
      'an unknown directive argument',
      'pages: Int @searchable(wieght: 2)',
      /expected weight, facet, ordered, or synonyms as argument of @searchable, got wieght/,
    ],
    [
      'a deprecation without a reason',
      'pages: Int @deprecated',
      /pages: expected @deprecated\(reason:\) that ends with the date .* got none; add the date/,
    ],
    [
      'a deprecation without a valid date',
      'pages: Int @deprecated(reason: "Removal: 2027-02-30.")',
      /pages: expected @deprecated\(reason:\) .* such as "Use `summary`\. Removal: 2027-06-01\.", got "Removal: 2027-02-30\."/,
    ],
    [
      'an unknown directive',
      'pages: Int @indexed',
      /expected one of @asset, .*@searchable.*, got @indexed; correct or remove it/,
    ],
    [
      'an argument of an output type',
      'pages(of: Author = null): Int',
      /of: expected a scalar, an enum or an input/,
    ],
    ['a reserved name', '__typename: Int', /expected a name that does not begin with "__", got __typename/],
    [
      'a directive argument of the wrong type',
      'pages: Int @searchable(weight: "much")',
      /expected an integer as weight of @searchable, got "much"/,
    ],
  ])('%s', async (_name, field, message) => {
    const errors = await modelErrorsOf(book(field));
    expect(errors.join('\n')).toMatch(message);
    expect(errors[0]).toMatch(/model\.graphql:4:/);
  });

  test.each(['', 'a b', 'b:x'])('a plural that is no name: "%s"', async (plural) => {
    const errors = await modelErrorsOf(`type A @document(plural: "${plural}") { a: Int }`);
    expect(errors).toEqual([
      expect.stringMatching(
        /model\.graphql:1:1 A: expected letters, digits and underscores as plural of @document/,
      ),
    ]);
  });

  test('two types with the same _type', async () => {
    const errors = await modelErrorsOf(
      'type A @document(type: "x") { a: Int } type B @document(type: "x") { b: Int }',
    );
    expect(errors[0]).toMatch(/expected a unique _type, got "x" of B/);
  });

  test('a resolver of an undeclared field, and a root field without a resolver', async () => {
    const sdl = `${book('pages: Int')} extend type Query { newest: Book }`;
    expect(await modelErrorsOf(sdl, 'export const resolvers = { Book: { sales: () => 1 } }')).toEqual([
      expect.stringMatching(/Query\.newest: expected a resolver/),
      expect.stringMatching(/^resolvers\.ts Book\.sales: expected a field of the model/),
    ]);
    expect(await modelErrorsOf(sdl, 'export const resolvers = { Query: { newest: () => null } }')).toEqual(
      [],
    );
  });

  test('a long name, which the error shows in part', async () => {
    const [error = ''] = await modelErrorsOf(book(`pages: ${'x'.repeat(5_000)}`));
    expect(error).toMatch(/^\S*model\.graphql:4:\d+ .*x…$/);
    expect(error.length).toBeLessThan(600);
  });

  test('all errors at once, each with its line', async () => {
    const errors = await modelErrorsOf(`interface Named { title: String! year: Int! }
type Author @document { name: String! works: String }
type Book implements Named @document {
  title: String!
  a: Nothing
  b: Video @indexed
  c: String @asset(name: "d") @groq(expr: "(")
  d: Int @searchable(weight: 0, facets: true)
  e(by: Int): String @deprecated
}
type Empty
input Part { of: Author }
enum Mood`);
    const lines = errors.map((error) => Number(/model\.graphql:(\d+):/.exec(error)?.[1]));
    expect(lines).toEqual([5, 6, 6, 7, 7, 7, 8, 8, 9, 9, 11, 12, 13]);
  });

  test('errors of GraphQL beside errors of the model', async () => {
    const errors = await modelErrorsOf(`interface Named { title: String! year: Int! }
type Book implements Named @document {
  title: String!
  c: String @asset
}`);
    expect(errors).toEqual([
      expect.stringMatching(
        /model\.graphql:1:\d+ Interface field Named\.year expected but Book does not provide/,
      ),
      expect.stringMatching(/model\.graphql:4:3 Book\.c: expected the type Video with @asset/),
    ]);
  });
});

describe('model checks: accept', () => {
  test('a file with a byte order mark', async () => {
    expect(await modelErrorsOf('\ufefftype Song @document { title: String }')).toEqual([]);
  });

  test('declared ids, orders, filters, edges and connections', async () => {
    const sdl = `type Song @document { id: ID! title: String createdAt: DateTime! } enum SongOrderField { TITLE }
      type Album @document { songs(first: Int = 3): SongConnection! not: String and: Int }
      type SongConnection { nodes: [Song]! } type AlbumEdge { node: Album } input AlbumFilter { not: AlbumFilter }`;
    expect(await modelErrorsOf(sdl)).toEqual([]);
  });

  test('type extensions, interfaces as field types, inputs, and unions of inline objects', async () => {
    const sdl = `type Song @document { title: String } extend type Song implements Named { by: Named parts: [Part!]! }
      interface Named { title: String } union Part = Verse extend union Part = Chorus
      type Verse { text: String } type Chorus { text: String } enum Key { c } extend enum Key { d }
      input SongInput { key: Key } extend type Query { songBy(input: SongInput): Song }`;
    expect(await modelErrorsOf(sdl, 'export const resolvers = { Query: { songBy: () => null } }')).toEqual(
      [],
    );
  });

  test('an explicit plural', async () => {
    expect(await modelErrorsOf('type Sheep @document(plural: "flock") { title: String }')).toEqual([]);
  });
});

test('empty checks: reject a model without documents', async () => {
  expect(await modelErrorsOf('type Song { title: String }')).toEqual([
    expect.stringMatching(
      /model\.graphql:1:1 expected at least one type with @document in the model, got none; add/,
    ),
  ]);
});

test.each([
  ['type', 'fields', 'type Part'],
  ['document type', 'fields', 'type Part @document'],
  ['interface', 'fields', 'interface Part'],
  ['input', 'fields', 'input Part'],
  ['enum', 'values', 'enum Part'],
  ['union', 'types', 'union Part'],
])('empty checks: reject an empty %s', async (_kind, parts, sdl) => {
  expect(await modelErrorsOf(`type Song @document { title: String }\n${sdl}`)).toEqual([
    expect.stringMatching(
      `model.graphql:2:1 Part: expected at least one of its ${parts}, got none; add one, or remove the type`,
    ),
  ]);
});
