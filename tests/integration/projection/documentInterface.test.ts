import { expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { execute, reference } from '../../reference/edgeCases.ts';
import { byKey, createLanguagesGraph } from '../../reference/languages.ts';
import { createPagesGraph, documentOf, page } from '../../reference/pages.ts';

const slug = (current: string) => ({ _type: 'slug', current });

test('interface of documents: one fragment serves members of unions, in one request and under any alias', async () => {
  const graph = createPagesGraph([
    page('a', { title: 'Page A', content: [reference('b', { _key: 'b' })], passage: reference('ann') }),
    page('b', { title: 'Page B' }),
    documentOf('author', 'ann', { name: 'Ann', title: 'Dr' }),
  ]);
  const { data, errors } = await execute(
    graph,
    `{ page(by: { slug: "a" }) { label passage { ...D } content { ...D } } }
    fragment D on Document { __typename called: label createdAt }`,
  );
  expect(errors).toBeUndefined();
  const createdAt = '2026-02-01T08:00:00Z';
  expect(data.page).toEqual({
    label: 'Page A',
    passage: { __typename: 'Author', called: 'Ann', createdAt },
    content: [{ __typename: 'Page', called: 'Page B', createdAt }],
  });
  expect(graph.requests).toHaveLength(1);
});

test('interface of documents: nodes have it; a label is null without a text, and an error for another value', async () => {
  const graph = createPagesGraph([
    documentOf('author', 'ann', { name: 'Ann' }),
    documentOf('entry', 'e', { slug: slug('e') }),
    documentOf('entry', 'f', { title: 42 }),
    documentOf('settings', 's', { siteName: 'Site' }),
  ]);
  const ids = [
    ['Author', 'ann'],
    ['Entry', 'e'],
    ['Entry', 'f'],
    ['Settings', 's'],
  ].map(([type = '', id = '']) => toGlobalId(type, id));
  const { data, errors } = await execute(
    graph,
    'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Document { id label } } }',
    { ids },
  );
  expect(data.nodes).toEqual(['Ann', null, null, null].map((label, i) => ({ id: ids[i], label })));
  expect(errors).toMatchObject([
    { path: ['nodes', 2, 'label'], message: expect.stringContaining('got number') },
  ]);
  expect(graph.issues).toMatchObject([{ document: 'f', attribute: 'title' }]);
  expect(graph.requests).toHaveLength(1);
});

test('interface of documents: the label is in the language of the request', async () => {
  const graph = createLanguagesGraph([
    documentOf('place', 'p', { name: byKey({ en: 'Lake', de: 'See' }), slug: slug('p') }),
  ]);
  const labels = await Promise.all(
    ['en', 'de', 'de-CH'].map(async (language) => {
      const { data, errors } = await execute(
        graph,
        '{ places { nodes { ... on Document { label } } } }',
        {},
        language,
      );
      expect(errors).toBeUndefined();
      return data.places.nodes[0].label;
    }),
  );
  expect(labels).toEqual(['Lake', 'See', 'See']);
});
