import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readTypeDefs } from '../buildSchema.ts';
import { checkModel, ModelError } from './modelChecks.ts';

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

describe('names that meet are refused at the start, with file, line and mend:', () => {
  const one = (name: string, fields = 'title: String') => `type ${name} @document { ${fields} }`;
  test.each([
    ['a type of core', one('Image'), /Image: expected a name that core does not use/],
    ['the interface of core', one('Node'), /Node: expected a name that core does not use/],
    ['a scalar of GraphQL', one('String'), /String: expected a name that core does not use/],
    ['the root', 'type Query { a: Int }', /Query: expected `extend type Query`/],
    [
      'a plural that is the singular',
      one('Series'),
      /list of Series: .* got series, which the look-up of Series has; give @document\(plural:\)/,
    ],
    ['a look-up that core has', `${one('Nodes')}`, /look-up of Nodes: .* got nodes, which core has/],
    [
      'a list that another type has',
      `${one('Film')} type Movie @document(plural: "films") { a: Int }`,
      /list of Movie: .* films, which the list of Film has/,
    ],
    [
      'a root field that a list has',
      `${one('Film')} extend type Query { films: Int }`,
      /Query\.films: .* which the list of Film has/,
    ],
    [
      'fields that look the same in capitals',
      one('Film', 'publishedAt: DateTime published_at: String'),
      /Film\.published_at: expected an order of its own, got PUBLISHED_AT, which publishedAt has/,
    ],
    [
      'a field that looks like a moment of the document',
      one('Film', 'created_at: String'),
      /CREATED_AT, which createdAt has/,
    ],
    [
      'facets that look the same in capitals',
      `${one('Film', 'bigTopic: String @searchable(facet: true)')} ${one('Song', 'big_topic: String @searchable(facet: true)')}`,
      /Song\.big_topic: expected a facet of its own/,
    ],
    [
      'a facet named as that of types',
      one('Film', 'type: String @searchable(facet: true)'),
      /TYPE, which the facet of types has/,
    ],
    [
      'a connection that is a document',
      `${one('Film')} ${one('FilmConnection')}`,
      /FilmConnection: expected the FilmConnection that the model implies/,
    ],
    [
      'a connection with more than it has',
      `${one('Film')} type FilmConnection { nodes: [Film]! mean: Float }`,
      /FilmConnection\.mean: expected one of edges, nodes, pageInfo, totalCount/,
    ],
    [
      'an order by what is no field',
      `${one('Film')} enum FilmOrder { BEST_ASC }`,
      /FilmOrder\.BEST_ASC: expected one of TITLE_ASC/,
    ],
    [
      'a filter by what is no field',
      `${one('Film')} input FilmFilter { mean: FloatFilter }`,
      /FilmFilter\.mean: expected one of id, title/,
    ],
    [
      'a filter of core',
      'enum Reference { a } type Film @document { r: Reference }',
      /expected ReferenceFilter to be free .* core has it/,
    ],
    [
      'an extension of core',
      'extend type Image { colour: String }',
      /Image: expected the extension of a type of the model/,
    ],
    ['an id of its own', one('Song', 'id: ID! @groq(expr: "isrc")'), /Song\.id: expected the global id/],
    ['an id that is a number', one('Song', 'id: Int'), /Song\.id: expected the global id/],
    [
      'a type without fields',
      'type Empty type Film @document { e: Empty }',
      /Empty must define one or more fields/,
    ],
    [
      'an interface that is not kept to',
      'interface Named { name: String! } type Film implements Named @document { title: String }',
      /Named\.name expected but Film does not provide it/,
    ],
    [
      'an argument that nothing reads',
      one('Film', 'title(locale: String): String'),
      /Film\.title: expected no argument locale/,
    ],
    [
      'a list of rich texts',
      one('Film', 'notes: [RichText!]!'),
      /Film\.notes: expected one RichText, got \[RichText!\]!/,
    ],
    ['a list of lists', one('Film', 'grid: [[Int!]!]!'), /Film\.grid: expected a list of Int/],
    [
      'an expression with a parameter',
      one('Film', 'title: String @groq(expr: "titles[$locale]")'),
      /Film\.title: expected an expression without parameters/,
    ],
    [
      'an inverse through an expression',
      `${one('Film', 'by: [Song!]! @inverse(field: "film")')} ${one('Song', 'film: Film @groq(expr: "films[0]")')}`,
      /Film\.by: expected a path of attributes/,
    ],
  ])('%s', async (_name, sdl, said) => {
    const faults = await faultsOf(sdl);
    expect(faults.join('\n')).toMatch(said);
    for (const fault of faults) expect(fault).toMatch(/model\.graphql:\d+:\d+ /);
  });
});

describe('what a model declares itself is kept', () => {
  test('an id, an order, a filter, an edge and a connection of its own', async () => {
    const sdl = `type Song @document { id: ID! title: String createdAt: DateTime! } enum SongOrder { TITLE_ASC }
      type Album @document { songs(first: Int = 3): SongConnection! not: String and: Int }
      type SongConnection { nodes: [Song]! } type AlbumEdge { node: Album } input AlbumFilter { not: AlbumFilter }`;
    expect(await faultsOf(sdl)).toEqual([]);
  });

  test('a type that another file extends, an interface as a value, an input, a union of inline objects', async () => {
    const sdl = `type Song @document { title: String } extend type Song implements Named { by: Named parts: [Part!]! }
      interface Named { title: String } union Part = Verse extend union Part = Chorus
      type Verse { text: String } type Chorus { text: String } enum Key { c } extend enum Key { d }
      input Wish { key: Key } extend type Query { wished(wish: Wish): Song }`;
    expect(await faultsOf(sdl, 'export const resolvers = { Query: { wished: () => null } }')).toEqual([]);
  });

  test('a plural that is given where it would meet the singular', async () => {
    expect(await faultsOf('type Sheep @document(plural: "flock") { title: String }')).toEqual([]);
  });
});
