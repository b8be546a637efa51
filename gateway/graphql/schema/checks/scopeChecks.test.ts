import { describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { requiredScopes } from '../../../core/model/requiredScopes.ts';
import { readModel } from '../model/readModel.ts';
import { checkSharedAttributes } from './scopePathChecks.ts';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

describe('scope checks: reject what would reveal a value that requires scopes', () => {
  const guard = '@requiresScopes(scopes: [["index:write"]])';
  const film = (fields: string) => `type Film @document { name: String ${fields} }`;
  test.each([
    [
      'the label field',
      `type Film @document { title: String @label ${guard} }`,
      /Film\.title: expected the label field/,
    ],
    [
      'the label field, in an interface',
      `interface Named { title: String ${guard} } type Film implements Named @document { title: String @label }`,
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
      film(`created_at: DateTime ${guard}`),
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
      'an object that contains the attribute in an object, in another union, with other scopes',
      `${film('body: [Body!]! hero: [Hero!]! @groq(expr: "body")')} union Body = Row | Quote union Hero = Line | Row
       type Row { parts: [Body!]! } type Quote { text: String ${guard} } type Line { text: String }`,
      /Film\.hero: expected the scopes of Film\.body, index:write, because both return the attribute body\.text, got none/,
    ],
    [
      'a JSON value that contains the attribute in nested objects',
      `${film('meta: JSON all: Meta @groq(expr: "meta")')} type Meta { more: Meta isbn: String ${guard} }`,
      /Film\.all: expected the scopes of Film\.meta, none, because both return the attribute meta\.isbn, got index:write/,
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
    const errors = await modelErrorsOf(sdl, 'export const resolvers = { Query: { newest: () => null } }');
    expect(errors.join('\n')).toMatch(message);
    for (const error of errors.filter((text) => !text.startsWith('resolvers.ts')))
      expect(error).toMatch(/model\.graphql:\d+:\d+ /);
  });

  test('accepts equal scopes on both sides, stricter scopes on @inverse, and objects with other parts of an attribute', async () => {
    const sdl = `${film(`people: [Person!]! ${guard} reel: Video @asset ${guard} cut: Video @asset(field: "reel") ${guard}
        meta: Meta isbn: String @groq(expr: "meta.isbn") ${guard} hidden: [Hidden!]! memos: [Memo!]!`)}
      type Meta { pages: Int }
      type Hidden { text: String ${guard} }
      type Memo @document ${guard} { title: String films: [Film!]! @inverse(field: "memos") }
      type Person @document { films: FilmConnection! @inverse(field: "people")
        @requiresScopes(scopes: [["index:write", "media:write"]]) }`;
    expect(await modelErrorsOf(sdl)).toEqual([]);
  });
});

describe('scope checks: fields with the same attribute in a model of nested page builders', () => {
  const COUNT = 6;
  const names = Array.from({ length: COUNT }, (_, i) => `Block${i}`);
  const parts = names.map((name) => `in${name}: [${name}!]!`).join(' ');
  const blocks = names.map((name) => `type ${name} { text: String rows: [Any!]! ${parts} }`).join(' ');
  const pages: [title: string, fields: string][] = [
    ['of the same type', 'body: [Any!]! parts: [Any!]! @groq(expr: "body")'],
    ['of other types', 'body: [Any!]! parts: [Block0!]! @groq(expr: "body") page: JSON @groq(expr: "body")'],
    ['of a part', 'body: [Any!]! text: String @groq(expr: "body.rows.rows.rows.text")'],
  ];
  test.each(pages)('%s: each field is read a few times regardless of the number of paths', (_, fields) => {
    const model = readModel(
      parse(`type Page @document { ${fields} } union Any = ${names.join(' | ')} ${blocks}`),
    );
    const required = requiredScopes(model);
    let reads = 0;
    const counted: typeof required = {
      ...required,
      ofField(type, field) {
        reads++;
        return required.ofField(type, field);
      },
    };
    const page = model.types.get('Page');
    if (page) checkSharedAttributes(model, page, counted, () => undefined);
    const fieldCount = COUNT * (COUNT + 2);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(2 * COUNT * fieldCount);
  });
});
