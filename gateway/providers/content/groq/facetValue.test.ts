import { expect, test } from '@jest/globals';
import { createGroqEvaluator, modelOf } from '../../../../tests/support/searchHarness.ts';
import type { ModelField } from '../../../core/model/model.ts';
import { facetValue } from './facetValue.ts';

const reference = (id: string) => ({ _type: 'reference', _ref: id });
const topic = (id: string) => ({ _id: id, _type: 'topic', slug: { current: `the-${id}` } });
const topics = [reference('a'), reference('missing'), reference('b')];

test.each([
  ['a reference', 'Topic', reference('a'), 'the-a'],
  ['a list of references', '[Topic!]', topics, ['the-a', 'the-b']],
  ['a connection', 'TopicConnection', topics, ['the-a', 'the-b']],
])('facet value: %s has the keys of the documents that exist', async (_kind, type, about, expected) => {
  const model = modelOf(/* GraphQL */ `
    type Page @document { about: ${type} @searchable(facet: true) }
    type Topic @document { slug: String! @groq(expr: "slug.current") }
  `);
  const field = model.types.get('Page')?.fields.get('about') as ModelField;
  const evaluator = createGroqEvaluator([topic('a'), topic('b'), { _id: 'p', _type: 'page', about }]);
  const groq = `*[_id == "p"][0]{"value": ${facetValue(model, field)}}`;
  const { result } = await evaluator.query({ groq, params: {} });
  const { value } = result as { value: unknown };
  expect(Array.isArray(value) ? value.filter((key) => key !== null) : value).toEqual(expected);
});
