import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { readModel } from '../../graphql/schema/model/readModel.ts';
import { isTextForReaders } from './textFields.ts';

/** Returns `Type.field` of each field with texts for readers. */
function textsOf(sdl: string): string[] {
  const model = readModel(parse(sdl));
  return [...model.types.values()].flatMap(({ name, fields }) =>
    [...fields.values()]
      .filter((field) => isTextForReaders(model, field))
      .map((field) => `${name}.${field.name}`),
  );
}

test.each([
  [
    'texts, lists and translations of texts',
    'title: String! tags: [String!] story: String @localized',
    ['title', 'tags', 'story'],
  ],
  ['no other types', 'size: Int born: Date home: URL mail: EmailAddress data: JSON kind: Kind', []],
  [
    'no slugs regardless of their names',
    'slug: String @groq(expr: "slug.current") path: String @groq(expr: "address.current") name: String @localized(path: "current")',
    [],
  ],
  ['no ids, addresses and markup', 'id: ID! key: String html: String imageUrl: String href: String', []],
  ['no code, formulas and colours', 'code: String tex: String accent: String backgroundColor: String', []],
  ['no code under another name', 'listing: String @groq(expr: "example.code")', []],
  ['texts of expressions', 'title: String @groq(expr: "coalesce(heading, name)")', ['title']],
])('fields with texts for readers: %s', (_what, fields, expected) => {
  expect(textsOf(`type Page @document { ${fields} } enum Kind { A }`)).toEqual(
    expected.map((name) => `Page.${name}`),
  );
});

test('fields with texts for readers: of inline objects, also in unions and in themselves', () => {
  expect(
    textsOf(`
      type Page @document { parts: [Part!] first: Stage }
      union Part = Stage | Tip
      type Stage { name: String alternative: Stage }
      type Tip { words: String, url: URL }
    `),
  ).toEqual(['Stage.name', 'Tip.words']);
});

test('fields with texts for readers: of objects in rich text, those that it names', () => {
  expect(
    textsOf(`
      type Figure @richText(as: [BLOCK], text: ["caption"]) { figure: String caption: String parameters: [Parameter!] }
      type Parameter { name: String }
      type Quotation @richText(as: [BLOCK]) { text: String source: String }
    `),
  ).toEqual(['Figure.caption', 'Quotation.text', 'Quotation.source']);
});
