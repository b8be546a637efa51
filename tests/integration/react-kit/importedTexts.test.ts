import { expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  boolean,
  document,
  image,
  object,
  reference,
  richText,
  text,
} from '../../../gateway/cli/modelImport/testing/extracts.ts';
import { importTypes } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { readModelFiles } from '../../../gateway/cli/modelImport/testing/modelFolder.ts';
import { PICTURE_FRAGMENT, RICH_TEXT_FRAGMENT } from '../../../web/kit/fragments.ts';
import { RichText } from '../../../web/kit/rich-text/RichText.tsx';
import type { LinkedDocument } from '../../../web/kit/rich-text/reading.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { execute } from '../../reference/edgeCases.ts';

const IMAGE = 'image-0123456789abcdef0123456789abcdef01234567-40x30-png';
const span = (content: string, ...marks: string[]) => ({ _type: 'span', text: content, marks });
const stored = (_id: string, fields: object) => ({
  _id,
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  ...fields,
});

/** Texts of a studio whose links and images have fields of their own. */
const STUDIO = [
  document('post', {
    title: text,
    body: richText(
      [image({ wide: boolean })],
      [],
      [
        object({ href: text, blank: boolean }, 'link'),
        object({ target: reference('post') }, 'internalLink'),
        object({ url: text }, 'sourceLink'),
      ],
    ),
  }),
];
const DOCUMENTS = [
  stored('a', {
    _type: 'post',
    title: 'A',
    body: [
      {
        _type: 'block',
        _key: 'b',
        style: 'normal',
        children: [span('web', 'l'), span(' post', 'i'), span(' source', 's')],
        markDefs: [
          { _type: 'link', _key: 'l', href: 'https://example.org/', blank: true },
          { _type: 'internalLink', _key: 'i', target: { _type: 'reference', _ref: 'a' } },
          { _type: 'sourceLink', _key: 's', url: 'https://example.net/' },
        ],
      },
      { _type: 'image', _key: 'p', asset: { _type: 'reference', _ref: IMAGE }, alt: 'A door', wide: true },
    ],
  }),
];

test('react kit: the fragments and RichText show links and images of imported types with more fields', async () => {
  const { files } = await importTypes(STUDIO);
  const graph = createContentGraph(await readModelFiles(files), createEvaluatorClient(DOCUMENTS as never));
  const query = `{ posts { nodes { body { ...KitRichText blocks {
    ... on TextBlock { markDefs {
      ... on RichTextLink { blank }
      ... on InternalLink { key target { __typename title } }
      ... on SourceLink { key url }
    } }
    ... on RichTextPicture { wide }
  } } } } } ${RICH_TEXT_FRAGMENT} ${PICTURE_FRAGMENT}`;
  const { data, errors } = await execute(graph, query);
  expect(errors).toBeUndefined();
  const [{ body }] = data.posts.nodes;
  expect(body.blocks[1]).toMatchObject({ __typename: 'RichTextPicture', wide: true });
  const html = renderToStaticMarkup(
    createElement(RichText, {
      blocks: body.blocks,
      hrefOf: (post: LinkedDocument & { title?: string }) => `/${post.__typename}/${post.title}`,
    }),
  );
  expect(html).toMatch(
    /^<p><a href="https:\/\/example.org\/">web<\/a><a href="\/Post\/A"> post<\/a><a href="https:\/\/example.net\/"> source<\/a><\/p><figure><img/,
  );
  expect(html).toContain('alt="A door"');
});

test('react kit: its fragments are valid for models with types of their own for links and images', async () => {
  const { typeDefs, ...defs } = await readModelFiles([
    [
      'post.graphql',
      `type Post @document { title: String body: RichText }
      type Link @richText(as: [ANNOTATION]) { href: String blank: Boolean }
      type ImageInText @richText(as: [BLOCK], type: "image") { image: Image @groq(expr: "@") wide: Boolean }`,
    ],
  ]);
  const graph = createContentGraph({ typeDefs, ...defs }, createEvaluatorClient(DOCUMENTS as never));
  const query = `{ posts { nodes { body { ...KitRichText blocks {
    ... on TextBlock { markDefs { ... on Link { key href } } } ... on ImageInText { wide }
  } } } } } ${RICH_TEXT_FRAGMENT} ${PICTURE_FRAGMENT}`;
  expect(validate(graph.schema, parse(query))).toEqual([]);
  const { data, errors } = await execute(graph, query);
  expect(errors).toBeUndefined();
  const { blocks } = data.posts.nodes[0].body;
  expect(blocks[1]).toMatchObject({ __typename: 'ImageInText', wide: true });
  expect(renderToStaticMarkup(createElement(RichText, { blocks }))).toContain(
    '<a href="https://example.org/">web</a>',
  );
});
