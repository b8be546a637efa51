import { describe, expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

const song = (field: string): string => `type Song @document {
  title: String!
  ${field}
}
type Verse { text: String lines: Int }
type Cover { image: Image }
union Block = Verse | Cover
type Album @document { title: String! songs: [Song!]! }`;

describe('searchable checks: reject with file, line and fix', () => {
  test.each([
    [
      'a facet of rich text',
      'text: RichText @searchable(facet: true)',
      /expected a facet of .*, got RichText; remove facet/,
    ],
    [
      'a facet of an object',
      'verses: [Verse!]! @searchable(facet: true)',
      /expected a facet of .*, got \[Verse!\]!/,
    ],
    [
      'a weight of 0',
      'lyrics: String @searchable(weight: 0)',
      /expected a weight of at least 1 in @searchable, got 0/,
    ],
    [
      'a negative weight',
      'lyrics: String @searchable(weight: -1)',
      /expected a weight of at least 1 .*, got -1/,
    ],
    [
      'a synonym of nothing',
      'lyrics: String @searchable(synonyms: [["song"]])',
      /expected groups of at least two different texts in synonyms of @searchable, got \["song"\]; add a text/,
    ],
    [
      'equal synonyms',
      'lyrics: String @searchable(synonyms: [["song", "Song "]])',
      /expected groups of at least two different texts/,
    ],
    [
      'synonyms without a group',
      'lyrics: String @searchable(synonyms: ["song"])',
      /expected groups of at least two different texts .*, got \["song"\]/,
    ],
    [
      'a synonym without words',
      'lyrics: String @searchable(synonyms: [["song", "♪"]])',
      /expected groups of at least two different texts/,
    ],
    [
      'an image',
      'cover: Image @searchable',
      /expected @searchable on a text, .*, got Image; remove @searchable/,
    ],
    [
      'a list of several objects',
      'blocks: [Block!]! @searchable',
      /expected @searchable on a reference or on texts, got \[Block!\]!, .*; add a field with the texts, such as texts: \[String!\] @groq\(expr: "\[\.\.\.blocks\[\]\.title, /,
    ],
    [
      'one of several objects',
      'block: Block @searchable',
      /a union of inline objects, whose texts search cannot find/,
    ],
    ['JSON', 'extra: JSON @searchable', /expected @searchable on a text, .*, got JSON/],
    ['a video', 'clip: Video @asset @searchable', /expected @searchable on a text, .*, got @asset/],
    ['an object without texts', 'cover: Cover @searchable', /expected @searchable on a text, .*, got Cover/],
    [
      'a field of another document',
      'albums: [Album!]! @inverse(field: "songs") @searchable',
      /expected @searchable on a text, .*, got @inverse/,
    ],
  ])('%s', async (_name, field, message) => {
    const errors = await modelErrorsOf(song(field));
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect(errors[0]).toMatch(/model\.graphql:3:3 Song\.\w+: /);
  });

  test('a field of an inline object', async () => {
    expect(
      await modelErrorsOf('type Song @document { verse: Verse } type Verse { text: String @searchable }'),
    ).toEqual([
      expect.stringMatching(
        /Verse\.text: expected @searchable on a field of a document type, .*; set it on the fields with the type Verse/,
      ),
    ]);
  });
});

test('searchable checks: accept texts, numbers, enums, references, rich text, and objects with texts', async () => {
  expect(
    await modelErrorsOf(
      song(`year: Int @searchable(facet: true) isLive: Boolean @searchable(facet: true) moods: [Mood!] @searchable(facet: true)
        released: Date @searchable(weight: 2) text: RichText @searchable verses: [Verse!]! @searchable
        album: Album @searchable(facet: true) about: Node @searchable }
      enum Mood { CALM`),
    ),
  ).toEqual([]);
});
