import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readTypeDefs } from '../buildSchema.ts';
import { ModelError } from '../model/modelError.ts';
import { checkModel } from './modelChecks.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Returns the faults of a model in one file, with the resolvers beside it. */
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

test('model: the syntax errors of all files are listed with file and line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  folders.push(folder);
  writeFileSync(join(folder, 'a.graphql'), 'type A @document { title: String }\ntype B {');
  writeFileSync(join(folder, 'b.graphql'), 'typo C { title: String }');
  const error = await readTypeDefs(folder).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ModelError);
  expect((error as ModelError).faults).toEqual([
    expect.stringMatching(/a\.graphql:2:9 Syntax Error: Expected Name, found <EOF>/),
    expect.stringMatching(/b\.graphql:1:1 Syntax Error: Unexpected Name "typo"/),
  ]);
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
      /weight or facet as argument of @searchable, got wieght/,
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
    ['an unknown directive', 'pages: Int @indexed', /Unknown directive "@indexed"/],
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
    const faults = await faultsOf(book(field));
    expect(faults.join('\n')).toMatch(message);
    expect(faults[0]).toMatch(/model\.graphql:4:/);
  });

  test.each(['', 'a b', 'b:x'])('a plural that is no name: "%s"', async (plural) => {
    const faults = await faultsOf(`type A @document(plural: "${plural}") { a: Int }`);
    expect(faults).toEqual([
      expect.stringMatching(
        /model\.graphql:1:1 A: expected letters, digits and underscores as plural of @document/,
      ),
    ]);
  });

  test('two types with the same _type', async () => {
    const faults = await faultsOf(
      'type A @document(type: "x") { a: Int } type B @document(type: "x") { b: Int }',
    );
    expect(faults[0]).toMatch(/expected a unique _type, got "x" of B/);
  });

  test('a resolver of an undeclared field, and a root field without a resolver', async () => {
    const sdl = `${book('pages: Int')} extend type Query { newest: Book }`;
    expect((await faultsOf(sdl, 'export const resolvers = { Book: { sales: () => 1 } }')).join('\n')).toMatch(
      /Book\.sales: expected a field of the model[\s\S]*Query\.newest: expected a resolver/,
    );
    expect(await faultsOf(sdl, 'export const resolvers = { Query: { newest: () => null } }')).toEqual([]);
  });

  test('a long name, which the fault shows in part', async () => {
    const [fault = ''] = await faultsOf(book(`pages: ${'x'.repeat(5_000)}`));
    expect(fault).toMatch(/^\S*model\.graphql:4:\d+ .*x…$/);
    expect(fault.length).toBeLessThan(600);
  });

  test('all faults at once', async () => {
    expect(await faultsOf(book('a: Nothing\n  b: Video\n  c: String @asset'))).toHaveLength(3);
  });
});

describe('name checks: reject with file, line and fix', () => {
  const one = (name: string, fields = 'title: String') => `type ${name} @document { ${fields} }`;
  test.each([
    ['a core type', one('Image'), /Image: expected a name that core does not use/],
    ['a core interface', one('Node'), /Node: expected a name that core does not use/],
    ['a built-in scalar', one('String'), /String: expected a name that core does not use/],
    ['the query type', 'type Query { a: Int }', /Query: expected `extend type Query`/],
    [
      'a plural equal to the singular',
      one('Series'),
      /list of Series: .* got series, which the lookup of Series has; set @document\(plural:\)/,
    ],
    [
      'a lookup with the name of a core field',
      `${one('Nodes')}`,
      /lookup of Nodes: .* got nodes, which core has/,
    ],
    [
      'a list with the name of another list',
      `${one('Film')} type Movie @document(plural: "films") { a: Int }`,
      /list of Movie: .* films, which the list of Film has/,
    ],
    [
      'a root field with the name of a list',
      `${one('Film')} extend type Query { films: Int }`,
      /Query\.films: .* which the list of Film has/,
    ],
    [
      'fields equal in constant case',
      one('Film', 'publishedAt: DateTime published_at: String'),
      /Film\.published_at: expected a unique order, got PUBLISHED_AT, which publishedAt has/,
    ],
    [
      'a field equal to CREATED_AT in constant case',
      one('Film', 'created_at: String'),
      /CREATED_AT, which createdAt has/,
    ],
    [
      'facets equal in constant case',
      `${one('Film', 'bigTopic: String @searchable(facet: true)')} ${one('Song', 'big_topic: String @searchable(facet: true)')}`,
      /Song\.big_topic: expected a unique facet/,
    ],
    [
      'a facet with the name of the type facet',
      one('Film', 'type: String @searchable(facet: true)'),
      /TYPE, which the type facet has/,
    ],
    [
      'a document type with the name of a connection',
      `${one('Film')} ${one('FilmConnection')}`,
      /FilmConnection: expected the derived FilmConnection/,
    ],
    [
      'a connection with an unknown field',
      `${one('Film')} type FilmConnection { nodes: [Film]! mean: Float }`,
      /FilmConnection\.mean: expected one of edges, nodes, pageInfo, totalCount/,
    ],
    [
      'an order by an unknown field',
      `${one('Film')} enum FilmOrderField { BEST }`,
      /FilmOrderField\.BEST: expected one of TITLE/,
    ],
    [
      'a filter by an unknown field',
      `${one('Film')} input FilmFilter { mean: FloatFilter }`,
      /FilmFilter\.mean: expected one of id, title/,
    ],
    [
      'a derived filter with the name of a core filter',
      'enum Text { a } type Film @document { r: Text }',
      /expected the derived name TextFilter to be unused, but core has it/,
    ],
    [
      'an extension of a core type',
      'extend type Image { colour: String }',
      /Image: expected the extension of a type of the model/,
    ],
    [
      'an id with a directive',
      one('Song', 'id: ID! @groq(expr: "isrc")'),
      /Song\.id: expected the global id/,
    ],
    ['an id that is a number', one('Song', 'id: Int'), /Song\.id: expected the global id/],
    [
      'a type without fields',
      'type Empty type Film @document { e: Empty }',
      /Empty must define one or more fields/,
    ],
    [
      'an incomplete implementation of an interface',
      'interface Named { name: String! } type Film implements Named @document { title: String }',
      /Named\.name expected but Film does not provide it/,
    ],
    [
      'an unused argument',
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
      '@inverse through an expression',
      `${one('Film', 'by: [Song!]! @inverse(field: "film")')} ${one('Song', 'film: Film @groq(expr: "films[0]")')}`,
      /Film\.by: expected a path of attributes/,
    ],
  ])('%s', async (_name, sdl, message) => {
    const faults = await faultsOf(sdl);
    expect(faults.join('\n')).toMatch(message);
    for (const fault of faults) expect(fault).toMatch(/model\.graphql:\d+:\d+ /);
  });
});

describe('scope checks: reject what would reveal a value that requires scopes', () => {
  const guard = '@requiresScopes(scopes: [["index:write"]])';
  const film = (fields: string) => `type Film @document { name: String ${fields} }`;
  test.each([
    [
      'the label field',
      `type Film @document { title: String ${guard} }`,
      /Film\.title: expected the label field/,
    ],
    [
      'the label field, in an interface',
      `interface Named { title: String ${guard} } type Film implements Named @document { title: String }`,
      /Film\.title: expected the label field/,
    ],
    [
      'the key field',
      film(`slug: String ${guard}`),
      /Film\.slug: expected the key field of Film to require no scopes/,
    ],
    [
      'the creation time',
      film(`createdAt: DateTime ${guard}`),
      /Film\.createdAt: expected the creation time/,
    ],
    ['the update time', film(`updatedAt: DateTime ${guard}`), /Film\.updatedAt: expected the update time/],
    [
      'a field equal to CREATED_AT in constant case, by which lists are ordered',
      film(`created_at: String ${guard}`),
      /Film\.created_at: expected a unique order, got CREATED_AT/,
    ],
    [
      '@searchable on a field of the type Node, while a type requires scopes',
      `${film('about: Node @searchable')} type Memo @document ${guard} { text: String }`,
      /Film\.about: expected no field with required scopes in the search index/,
    ],
    [
      '@searchable on an object with a part that requires scopes',
      `${film('parts: [Part!]! @searchable')} type Part { text: String ${guard} }`,
      /Film\.parts: expected no field with required scopes in the search index/,
    ],
    [
      '@inverse by a field that requires scopes',
      `${film(`people: [Person!]! ${guard}`)} type Person @document { films: FilmConnection! @inverse(field: "people") }`,
      /Person\.films: expected the scopes of Film\.people, index:write, because @inverse\(field: "people"\) reveals/,
    ],
    [
      '@inverse through an object with other scopes',
      `${film('credits: [Credit!]!')} type Credit { person: Person ${guard} }
       type Person @document { films: [Film!]! @inverse(field: "credits.person") @requiresScopes(scopes: [["index:write"], ["media:write"]]) }`,
      /Person\.films: expected the scopes of Credit\.person, index:write, .* got index:write, or media:write/,
    ],
    [
      'a second field with the same attribute',
      film(`reel: Video @asset ${guard} teaser: Video @asset(field: "reel")`),
      /Film\.teaser: expected the scopes of Film\.reel, index:write, because both return the attribute reel, got none/,
    ],
    [
      'a field with a part of the attribute',
      film(`meta: JSON isbn: String @groq(expr: "meta.isbn") ${guard}`),
      /Film\.isbn: expected the scopes of Film\.meta, none/,
    ],
    [
      'an object that contains the attribute',
      `${film(`meta: Meta isbn: String @groq(expr: "meta.isbn") ${guard}`)} type Meta { isbn: String }`,
      /Film\.isbn: expected the scopes of Film\.meta/,
    ],
    [
      'an attribute that every document returns',
      film(`added: DateTime @groq(expr: "_createdAt") ${guard}`),
      /Film\.added: expected the scopes of every document, none/,
    ],
    [
      'a non-null root field with scopes',
      `${film('')} extend type Query { newest: Film! ${guard} }`,
      /Query\.newest: expected a nullable type, because the field is null for callers without the scope index:write, got Film!; remove the last `!`/,
    ],
    [
      'a non-null root field of a type with scopes',
      `type Film @document ${guard} { name: String } extend type Query { newest: [Film!]! }`,
      /Query\.newest: expected a nullable type/,
    ],
    [
      'scopes on the query type',
      `${film('')} extend type Query ${guard} { newest: Film }`,
      /Query: expected @requiresScopes on fields of Query/,
    ],
    [
      'scopes on a connection',
      `${film('')} type FilmConnection { totalCount: Int! ${guard} }`,
      /FilmConnection\.totalCount: expected no required scopes on a connection or an edge/,
    ],
    [
      'an unknown scope on a root field',
      `${film('')} extend type Query { newest: Film @requiresScopes(scopes: [["root"]]) }`,
      /Query\.newest: expected @requiresScopes to name scopes of .*, got root/,
    ],
  ])('%s', async (_name, sdl, message) => {
    const faults = await faultsOf(sdl, 'export const resolvers = { Query: { newest: () => null } }');
    expect(faults.join('\n')).toMatch(message);
    for (const fault of faults.filter((text) => !text.startsWith('resolvers.ts')))
      expect(fault).toMatch(/model\.graphql:\d+:\d+ /);
  });

  test('accepts equal scopes on both sides, stricter ones on @inverse, and objects with other parts of an attribute', async () => {
    const sdl = `${film(`people: [Person!]! ${guard} reel: Video @asset ${guard} cut: Video @asset(field: "reel") ${guard}
        meta: Meta isbn: String @groq(expr: "meta.isbn") ${guard} hidden: [Hidden!]! memos: [Memo!]!`)}
      type Meta { pages: Int }
      type Hidden { text: String ${guard} }
      type Memo @document ${guard} { title: String films: [Film!]! @inverse(field: "memos") }
      type Person @document { films: FilmConnection! @inverse(field: "people")
        @requiresScopes(scopes: [["index:write", "media:write"]]) }`;
    expect(await faultsOf(sdl)).toEqual([]);
  });
});

describe('model checks: objects in rich text', () => {
  const guard = '@requiresScopes(scopes: [["index:write"]])';
  const post = 'type Post @document { title: String body: RichText }';

  test.each([
    [
      'no position',
      'type A @richText(as: []) { x: Int }',
      /A: expected BLOCK, INLINE or ANNOTATION .* got none/,
    ],
    ['an unknown argument', 'type A @richText(as: [BLOCK], name: "b") { x: Int }', /as or type as argument/],
    ['the _type of text', 'type A @richText(as: [BLOCK], type: "block") { x: Int }', /got "block"/],
    [
      'a _type twice at a position',
      'type A @richText(as: [BLOCK, INLINE], type: "c") { x: Int } type B @richText(as: [INLINE], type: "c") { x: Int }',
      /unique _type at the position INLINE, got "c" of /,
    ],
    ['a document', 'type A @document @richText(as: [BLOCK]) { x: Int }', /@document or @richText, got both/],
    ['another key', 'type A @richText(as: [BLOCK]) { key: Int }', /A\.key: expected `key: String!`/],
    [
      'scopes of the type',
      `type A @richText(as: [BLOCK]) ${guard} { x: Int }`,
      /A: expected no @requiresScopes/,
    ],
    [
      'scopes of a field in an inline object',
      `type A @richText(as: [BLOCK]) { rows: [Row!] } type Row { x: Int ${guard} }`,
      /Row\.x: expected no @requiresScopes in an object of rich text/,
    ],
    [
      'a core type',
      'type TextBlock @richText(as: [BLOCK]) { x: Int }',
      /TextBlock: expected a name that core/,
    ],
  ])('reject %s', async (_name, sdl, message) => {
    expect((await faultsOf(`${post} ${sdl}`)).join('\n')).toMatch(message);
  });

  test('accept a _type at different positions, core kinds replaced, and references to documents with scopes', async () => {
    const sdl = `${post} type A @richText(as: [BLOCK], type: "c") { key: String! secret: Secret }
      type B @richText(as: [ANNOTATION], type: "c") { x: Int } type Secret @document ${guard} { title: String }
      type Link @richText(as: [ANNOTATION]) { url: String @groq(expr: "href") } type RichTextPicture { x: Int }`;
    expect(await faultsOf(sdl)).toEqual([]);
  });
});

describe('model checks: accept', () => {
  test('declared ids, orders, filters, edges and connections', async () => {
    const sdl = `type Song @document { id: ID! title: String createdAt: DateTime! } enum SongOrderField { TITLE }
      type Album @document { songs(first: Int = 3): SongConnection! not: String and: Int }
      type SongConnection { nodes: [Song]! } type AlbumEdge { node: Album } input AlbumFilter { not: AlbumFilter }`;
    expect(await faultsOf(sdl)).toEqual([]);
  });

  test('type extensions, interfaces as field types, inputs, and unions of inline objects', async () => {
    const sdl = `type Song @document { title: String } extend type Song implements Named { by: Named parts: [Part!]! }
      interface Named { title: String } union Part = Verse extend union Part = Chorus
      type Verse { text: String } type Chorus { text: String } enum Key { c } extend enum Key { d }
      input SongInput { key: Key } extend type Query { songBy(input: SongInput): Song }`;
    expect(await faultsOf(sdl, 'export const resolvers = { Query: { songBy: () => null } }')).toEqual([]);
  });

  test('an explicit plural', async () => {
    expect(await faultsOf('type Sheep @document(plural: "flock") { title: String }')).toEqual([]);
  });
});
