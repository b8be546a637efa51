import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { readModel } from '../../graphql/schema/model/readModel.ts';
import { labelField, type ModelType } from './model.ts';

const labelOf = (fields: string) => {
  const { types } = readModel(parse(`type Person @document { ${fields} }`));
  return labelField(types.get('Person') as ModelType)?.name;
};

test.each([
  ['@label', 'title: String @searchable(weight: 9) nickname: String @label name: String', 'nickname'],
  [
    'the searchable text with the highest weight, not a job title',
    'title: String name: String @searchable(weight: 5) motto: String @searchable',
    'name',
  ],
  [
    'the first of several texts with the same weight',
    'name: String @searchable title: String @searchable',
    'name',
  ],
  [
    'no list and no number',
    'titles: [String!] @searchable(weight: 9) age: Int @searchable(weight: 8) name: String @searchable',
    'name',
  ],
  ['the slug if no text is searchable', 'title: String slug: String!', 'slug'],
  ['nothing without a text', 'title: String age: Int', undefined],
])('label of a document: is %s', (_name, fields, expected) => {
  expect(labelOf(fields)).toBe(expected);
});
