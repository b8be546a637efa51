import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { toPortableText } from '../../../web/kit/rich-text/toPortableText.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { execute } from '../../reference/edgeCases.ts';
import { ROOT } from '../../support/stack.ts';

interface Stored {
  readonly _type: string;
  readonly _key: string;
  readonly children?: readonly Stored[];
  readonly markDefs?: readonly Stored[];
}

/** Returns a text with the types and keys of its objects, without their attributes, which the model names otherwise. */
const withoutObjects = (nodes: readonly Stored[]): unknown =>
  nodes.map((node) => {
    if (node._type === 'span') return node;
    if (node._type !== 'block') return { _type: node._type, _key: node._key };
    const { children = [], markDefs = [] } = node;
    return { ...node, children: withoutObjects(children), markDefs: withoutObjects(markDefs) };
  });

test('toPortableText: gives the Portable Text of every article of the sample, with the fields of its objects', async () => {
  const defs = await readTypeDefs(`${ROOT}schema/model`);
  const documents = readFileSync(`${ROOT}schema/sample/seed/content.ndjson`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Doc => JSON.parse(line));
  const types = Object.fromEntries(
    [...defs.model.types.values()].flatMap(({ name, richText }) => (richText ? [[name, richText.type]] : [])),
  );
  const graph = createContentGraph(defs, createEvaluatorClient(documents));
  const { data, errors } = await execute(
    graph,
    `{ articles(first: 3) { nodes { body { json blocks { ...N ... on TextBlock {
      style listItem level children { ...N ... on TextSpan { text marks } } markDefs { ...N ... on RichTextLink { href } }
    } ... on Formula { tex } } } } } }
    fragment N on RichTextNode { __typename key }`,
  );
  expect(errors).toBeUndefined();
  expect(data.articles.nodes).toHaveLength(3);
  for (const { body } of data.articles.nodes) {
    const converted = toPortableText(body.blocks, types);
    expect(withoutObjects(converted as never)).toEqual(withoutObjects(body.json));
    for (const { _type, _key, ...fields } of converted.filter((block) => block._type === 'math'))
      expect(fields).toEqual({ tex: body.json.find((block: Stored) => block._key === _key).tex });
  }
});

test('toPortableText: leaves out what failed, and keeps unknown objects and links as they are', () => {
  const blocks = [
    null,
    { __typename: 'UnknownRichTextNode', key: 'u', json: { _type: 'poll', _key: 'u', votes: 3 } },
    {
      __typename: 'TextBlock',
      key: 'b',
      style: 'normal',
      listItem: null,
      level: null,
      children: [{ __typename: 'TextSpan', text: 'a', marks: ['l'] }, null],
      markDefs: [{ __typename: 'RichTextLink', key: 'l', href: '/x' }],
    },
  ];
  expect(toPortableText(blocks)).toEqual([
    { _type: 'poll', _key: 'u', votes: 3 },
    {
      _type: 'block',
      _key: 'b',
      style: 'normal',
      children: [{ _type: 'span', _key: '0', text: 'a', marks: ['l'] }],
      markDefs: [{ _type: 'link', _key: 'l', href: '/x' }],
    },
  ]);
});
