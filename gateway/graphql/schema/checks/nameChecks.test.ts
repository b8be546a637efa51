import { describe, expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

test('name checks: searchable fields of several types can share a value of SearchableField', async () => {
  const sdl = `type Film @document { bigTopic: String @searchable }
    type Song @document { big_topic: String @searchable }`;
  expect(await modelErrorsOf(sdl)).toEqual([]);
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
      one('Film', 'publishedAt: DateTime published_at: String @orderable'),
      /Film\.published_at: expected a unique order, got PUBLISHED_AT, which publishedAt has/,
    ],
    [
      'a field equal to CREATED_AT in constant case',
      one('Film', 'created_at: DateTime'),
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
    [
      'an id of an inline object',
      `${one('Song', 'parts: [Part!]!')} type Part { id: ID! title: String }`,
      /Part\.id: expected `id` only on types with @document/,
    ],
    [
      'an id of an object in rich text',
      `${one('Song', 'text: RichText')} type Note @richText(as: [BLOCK]) { id: String }`,
      /Note\.id: expected `id` only on types with @document/,
    ],
    ['an id that is a number', one('Song', 'id: Int'), /Song\.id: expected the global id/],
    [
      'a type without fields',
      'type Empty type Film @document { e: Empty }',
      /Empty: expected at least one of its fields, got none/,
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
    const errors = await modelErrorsOf(sdl);
    expect(errors.join('\n')).toMatch(message);
    for (const error of errors) expect(error).toMatch(/model\.graphql:\d+:\d+ /);
  });
});
