import { expect, test } from '@jest/globals';
import { modelOf } from '../../../tests/support/searchHarness.ts';
import { SuggestionTally } from './suggestions.ts';

test('suggestions: a label that is no text is left out', () => {
  const model = modelOf('type Page @document { title: String @searchable }');
  const tally = new SuggestionTally();
  const row = { _type: 'page', _rev: '', _createdAt: '', _updatedAt: '', '@assets': [] };
  for (const [objectID, label] of [
    ['a', 'Waves'],
    ['b', 7],
    ['c', null],
  ] as const)
    tally.add(model, { ...row, objectID, '@label': label });
  expect(tally.records().map(({ query }) => query)).toEqual(['Waves']);
});
