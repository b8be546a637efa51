import { describe, expect, test } from '@jest/globals';
import { recipeSdl } from '../../../../tests/support/recipeDocuments.ts';
import { modelOf } from '../../../../tests/support/searchHarness.ts';
import { searchAttributes } from '../../../core/model/searchRecord.ts';
import { modelIndexes } from '../../../sync/index/modelIndexes.ts';
import { documentSettings } from '../settings.ts';

const POEMS = `
type Poem @document {
  title: String @searchable(weight: 9)
  verses: RichText @searchable(weight: 4, synonyms: [["ode", "hymn"]])
  mood: String @searchable(synonyms: [["blue", "sad"]])
  pages: Int
}
type Poet @document { name: String @searchable(weight: 4) }`;

/** Reverses the order of the fields of the poem, and puts its type last. */
function reordered(sdl: string): string {
  const [, fields = '', poet = ''] = /type Poem @document {([^}]+)}([\s\S]+)/.exec(sdl) ?? [];
  return `${poet}\ntype Poem @document { ${fields.trim().split('\n').reverse().join('\n')} }`;
}

describe('index settings', () => {
  test('order attributes by weight; the position of a match counts only in ordered attributes', () => {
    const { searchableAttributes } = documentSettings(
      modelOf(`
        type Poem @document {
          title: String @searchable(weight: 9)
          verses: RichText @searchable(weight: 4)
          poet: Poet @searchable(weight: 4)
          moods: [String!] @searchable(weight: 3)
          forms: [String!] @searchable(weight: 3, ordered: true)
          tags: [String!] @searchable(weight: 2, ordered: true)
          preface: RichText @searchable
        }
        type Poet @document { name: String @searchable(weight: 9) }
      `),
    );
    expect(searchableAttributes).toEqual([
      'name,title',
      'poet.title,verses',
      'unordered(moods)',
      'forms',
      'tags',
      'unordered(preface)',
    ]);
  });

  test('declare every facet, references by slug', () => {
    expect(documentSettings(modelOf(recipeSdl)).attributesForFaceting).toEqual([
      '_type',
      'cuisines.slug',
      'filterOnly(_id)',
      'inspiredBy.slug',
      'minutes',
      'season',
      'tags',
    ]);
  });

  test('use the greatest weight of an attribute in several types', () => {
    const model = modelOf(`
      type A @document { words: String @searchable(weight: 2) other: String @searchable(weight: 3) }
      type B @document { words: String @searchable(weight: 7) }
    `);
    expect(searchAttributes(model).map(({ path, weight }) => [path, weight])).toEqual([
      ['words', 7],
      ['other', 3],
    ]);
  });

  test.each([
    ['descriptions', (sdl: string) => sdl.replace('type Poem', '"A text in verses." type Poem'), true],
    ['the order of types and fields', reordered, true],
    [
      'a field that is not searched',
      (sdl: string) => sdl.replace('pages: Int', 'pages: Int year: Int'),
      true,
    ],
    ['a facet', (sdl: string) => sdl.replace('pages: Int', 'pages: Int @searchable(facet: true)'), false],
    ['an order of values', (sdl: string) => sdl.replace('weight: 9', 'weight: 9, ordered: true'), false],
    ['synonyms', (sdl: string) => sdl.replace('weight: 9', 'weight: 9, synonyms: [["ode", "song"]]'), false],
    ['a weight', (sdl: string) => sdl.replace('weight: 9', 'weight: 2'), false],
    [
      'another source of a value',
      (sdl: string) => sdl.replace('mood:', 'mood: String @searchable tone:'),
      false,
    ],
  ])('belong to indexes whose name depends on the searchable part of a model: %s', (_, change, isSame) => {
    const nameOf = (sdl: string, languages = ['en'], dataset = 'production') =>
      modelIndexes(
        {
          content: { projectId: 'p', dataset } as never,
          search: { indexPrefix: 'site', languages } as never,
        },
        modelOf(sdl),
      ).names.documents;
    const name = nameOf(POEMS);
    expect(name).toMatch(/^site_[0-9a-f]{8}_documents$/);
    expect(nameOf(change(POEMS)) === name).toBe(isSame);
    expect(nameOf(POEMS, ['de'])).not.toBe(name);
    expect(nameOf(POEMS, ['en'], 'staging')).not.toBe(name);
  });

  test('end at recursive inline objects', () => {
    const model = modelOf(`
      type Tree @document { root: Branch @searchable }
      type Branch { label: String branches: [Branch!] }
    `);
    expect(searchAttributes(model).map(({ path }) => path)).toEqual(['root.label']);
  });
});
