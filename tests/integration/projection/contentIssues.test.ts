import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createGraph, edgeCase, execute, reference } from '../../reference/edgeCases.ts';
import { createPagesGraph, documentOf, image, page, textBlock } from '../../reference/pages.ts';
import { queryGateway, startStack } from '../../support/stack.ts';

const run = (
  attributes: Record<string, unknown>,
  selection: string,
  ...others: ReturnType<typeof page>[]
) => {
  const graph = createPagesGraph([page('a', attributes), ...others]);
  return execute(graph, `{ page(by: { slug: "a" }) { slug ${selection} } }`).then((response) => ({
    ...response,
    issues: graph.issues,
  }));
};

describe('value of another kind than the model declares', () => {
  test.each([
    [
      'a string in place of a list of objects',
      { sections: 'one' },
      'sections { heading }',
      [],
      'sections',
      'string',
    ],
    [
      'an object in place of a list',
      { content: { _type: 'hero.cover' } },
      'content { __typename }',
      null,
      'content',
      'object hero.cover',
    ],
    ['a string in place of a list of strings', { tags: 'one' }, 'tags', null, 'tags', 'string'],
    [
      'a string in place of a list of references',
      { relatedPages: 'b' },
      'relatedPages { slug }',
      null,
      'relatedPages',
      'string',
    ],
    [
      'a reference in place of a connection',
      { children: reference('b') },
      'children { totalCount }',
      null,
      'children',
      'reference',
    ],
    [
      'a reference in place of an ordered connection',
      { children: reference('b') },
      'children(orderBy: { field: TITLE }) { nodes { slug } }',
      null,
      'children',
      'reference',
    ],
    [
      'an inline object in place of a reference',
      { author: { _type: 'author', name: 'Ada' } },
      'author { name }',
      null,
      'author',
      'object author',
    ],
    [
      'a reference to another type',
      { author: reference('a') },
      'author { name }',
      null,
      'author',
      'reference to page',
    ],
    [
      'a list in place of an object',
      { lead: [{ _type: 'hero.cover' }] },
      'lead { __typename }',
      null,
      'lead',
      'list',
    ],
    [
      'an unknown member in place of a block',
      { lead: { _type: 'hero' } },
      'lead { __typename }',
      null,
      'lead',
      'object hero',
    ],
    [
      'an object without a _type in place of a block',
      { lead: { heading: 'x' } },
      'lead { __typename }',
      null,
      'lead',
      'object',
    ],
    ['a string in place of rich text', { intro: 'plain' }, 'intro { plainText }', null, 'intro', 'string'],
    [
      'a string in place of an image',
      { picture: 'https://x.test/a.png' },
      'picture { alt }',
      null,
      'picture',
      'string',
    ],
    [
      'a file in place of an image',
      { picture: { asset: { _ref: 'file-x-pdf' } } },
      'picture { alt }',
      null,
      'picture',
      'reference to another asset',
    ],
    ['a string in place of a number', { views: 'many' }, 'views', null, 'views', 'string'],
  ])(
    '%s: is one error with _id, path and kind',
    async (_name, attributes, selection, value, attribute, found) => {
      const { data, errors, issues } = await run(attributes, selection, page('b'));
      const [, field = ''] = /^(\w+)/.exec(selection) ?? [];
      expect(data.page).toEqual({ slug: 'a', [field]: value });
      const expected = { document: 'a', attribute, found };
      expect(errors).toMatchObject([
        { path: ['page', field], extensions: { code: 'CONTENT_MISMATCH', ...expected } },
      ]);
      expect(errors?.[0]?.message).toMatch(
        /^expected .* of Page in the document a, got .*; correct the document/,
      );
      expect(issues).toMatchObject([expected]);
    },
  );

  test('in a list of blocks is omitted with one error, and the other blocks remain', async () => {
    const content = [
      { _type: 'hero.cover', _key: '1', heading: 'Welcome' },
      { _type: 'hero', _key: '2' },
      'text',
      reference('gone', { _key: '3' }),
      reference('ada', { _key: '4' }),
      { _type: 'textSection', _key: '5', heading: 'Text' },
    ];
    const { data, errors } = await run(
      { content },
      'content { __typename ... on Cover { heading } ... on TextSection { heading } }',
      documentOf('author', 'ada', { name: 'Ada' }),
    );
    expect(data.page.content).toEqual([
      { __typename: 'Cover', heading: 'Welcome' },
      { __typename: 'TextSection', heading: 'Text' },
    ]);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['page', 'content'],
      extensions: {
        attribute: 'content[1]',
        found: 'object hero',
        expected: 'a member of PageBlock',
        omitted: 3,
      },
    });
    expect(errors?.[0]?.message).toContain('got object hero and 2 more');
  });

  test.each([
    [
      'references',
      { relatedPages: [reference('b'), { _type: 'page', title: 'x' }, 'b'] },
      'relatedPages { slug }',
      'relatedPages[1]',
      'object page',
    ],
    [
      'images',
      { pictures: [image('x'), 'https://x.test/a.png'] },
      'pictures { width }',
      'pictures[1]',
      'no object',
    ],
    ['objects', { sections: [{ heading: 'x' }, 'y'] }, 'sections { heading }', 'sections[1]', 'no object'],
  ])('in a list of %s is omitted with one error', async (_name, attributes, selection, attribute, found) => {
    const { data, errors } = await run(attributes, selection, page('b'));
    const [, field = ''] = /^(\w+)/.exec(selection) ?? [];
    expect(data.page[field]).toHaveLength(1);
    expect(errors).toMatchObject([{ path: ['page', field], extensions: { attribute, found } }]);
  });

  test('within blocks, under aliases and in rich text has its path in the document', async () => {
    const { errors } = await run(
      {
        content: [
          { _type: 'textSection', blocks: [{ _type: 'hero.cover', heading: 'x', page: 'b' }] },
          { _type: 'blog-post-list', limit: 'ten' },
        ],
        intro: [textBlock('x'), { _type: 'image', _key: 'i', asset: { _ref: 'file-x-pdf' } }],
      },
      `blocks: content { ... on TextSection { inner: blocks { ... on Cover { target: page { slug } } } } ... on PostList { limit } }
      intro { parts: blocks { ... on RichTextPicture { image { alt } } } }`,
    );
    expect(errors?.map(({ extensions }) => [extensions?.document, extensions?.attribute])).toEqual([
      ['a', 'content[0].blocks[0].page'],
      ['a', 'content[1].limit'],
      ['a', 'intro[1]'],
    ]);
  });

  test('a word that an enum lacks is in the message, and a longer text is not', async () => {
    const graph = createGraph([edgeCase('a', { mood: 'loud' }), edgeCase('b', { mood: 'not a choice' })]);
    const { errors } = await execute(
      graph,
      '{ edgeCase(by: { slug: "a" }) { mood } other: edgeCase(by: { slug: "b" }) { mood } }',
    );
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^expected Mood as mood of EdgeCase in the document a, got string "loud"; correct/,
      ),
      expect.stringMatching(/^expected Mood as mood of EdgeCase in the document b, got string; correct/),
    ]);
    expect(errors?.[0]?.extensions).toMatchObject({ expected: 'Mood', found: 'string "loud"' });
  });

  test('a date in place of a time is named so', async () => {
    const graph = createGraph([edgeCase('a', { publishedAt: '2026-01-31' })]);
    const { data, errors } = await execute(graph, '{ edgeCase(by: { slug: "a" }) { publishedAt } }');
    expect(data.edgeCase).toEqual({ publishedAt: null });
    expect(errors).toMatchObject([
      {
        message:
          'expected DateTime as publishedAt of EdgeCase in the document a, got date without time; correct the document in the Studio, or the model',
        extensions: { code: 'CONTENT_MISMATCH', found: 'date without time' },
      },
    ]);
  });

  test('a missing required value has its _id and path', async () => {
    const { errors, issues } = await run(
      { content: [{ _type: 'hero.cover' }] },
      'content { ... on Cover { heading } }',
    );
    const expected = { document: 'a', attribute: 'content[0].heading', found: 'none' };
    expect(errors).toMatchObject([{ extensions: { code: 'INCOMPLETE_DOCUMENT', ...expected } }]);
    expect(issues).toMatchObject([expected]);
  });
});

test('value of another kind: is in each response, once in the log, and in a metric', async () => {
  const stack = await startStack({ hasIndex: false, env: { LOG_LEVEL: 'silent', CONSUME_CHANGES: 'off' } });
  const lines: string[] = [];
  const stateDir = mkdtempSync(join(tmpdir(), 'issues-'));
  const config = readConfig({ ...stack.env, LOG_LEVEL: 'warn', STATE_DIR: stateDir, METRICS_TOKEN: '' });
  const gateway = await createGateway(config, {
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  try {
    await stack.editor
      .patch('film-lorenz')
      .set({
        sources: [{ _key: 'a', title: 'Deterministic Nonperiodic Flow' }, 'loose'],
      })
      .commit();
    const issue = { document: 'film-lorenz', attribute: 'sources[1]', found: 'no object', omitted: 1 };
    for (const _ of [1, 2]) {
      const text = '{ film(by: { slug: "lorenz" }) { sources { title } } }';
      const { data, errors } = await queryGateway(gateway.url, text);
      expect(data.film.sources).toEqual([{ title: 'Deterministic Nonperiodic Flow' }]);
      expect(errors).toMatchObject([
        { path: ['film', 'sources'], extensions: { code: 'CONTENT_MISMATCH', ...issue } },
      ]);
    }
    const logged = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => /does not fit the model/.test(msg));
    expect(logged).toMatchObject([issue]);
    const metrics = await (await fetch(`${gateway.operatorUrl}/metrics`)).text();
    expect(metrics).toContain('trivium_content_issues_total{kind="mismatch"} 2');
    expect(metrics).toContain('trivium_graphql_errors_total{code="CONTENT_MISMATCH"} 2');
  } finally {
    await gateway.close();
    await stack.close();
    rmSync(stateDir, { recursive: true });
  }
});
