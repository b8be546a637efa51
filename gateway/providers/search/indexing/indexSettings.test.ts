import { describe, expect, test } from '@jest/globals';
import { recipeSdl } from '../../../../tests/support/recipeDocuments.ts';
import { modelOf } from '../../../../tests/support/searchHarness.ts';
import { searchAttributes } from '../../../core/model/searchRecord.ts';
import { documentSettings } from '../settings.ts';

describe('index settings', () => {
  test('order attributes by weight; long texts and lists are unordered', () => {
    const { searchableAttributes } = documentSettings(
      modelOf(`
        type Poem @document {
          title: String @searchable(weight: 9)
          verses: RichText @searchable(weight: 4)
          poet: Poet @searchable(weight: 4)
          moods: [String!] @searchable(weight: 3)
          preface: RichText @searchable
        }
        type Poet @document { name: String @searchable(weight: 9) }
      `),
    );
    expect(searchableAttributes).toEqual([
      'title,name',
      'verses,poet.title',
      'unordered(moods)',
      'unordered(preface)',
    ]);
  });

  test('declare every facet, references by slug', () => {
    expect(documentSettings(modelOf(recipeSdl)).attributesForFaceting).toEqual([
      '_type',
      'minutes',
      'season',
      'tags',
      'cuisines.slug',
      'inspiredBy.slug',
      'filterOnly(_id)',
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

  test('end at recursive inline objects', () => {
    const model = modelOf(`
      type Tree @document { root: Branch @searchable }
      type Branch { label: String branches: [Branch!] }
    `);
    expect(searchAttributes(model).map(({ path }) => path)).toEqual(['root.label']);
  });
});
