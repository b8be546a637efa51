import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { RichText } from '../../../web/kit/rich-text/RichText.tsx';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    schemaDir: `${ROOT}tests/support/fixtures/notes/schema`,
    seedDir: `${ROOT}gateway/emulators/emptySeed`,
    hasIndex: false,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
  await stack.editor.createOrReplace({
    _id: 'ada',
    _type: 'person',
    name: 'Ada Kolb',
    slug: { current: 'ada' },
  });
}, 60_000);
afterAll(() => stack.close());

const span = (text: string, ...marks: string[]) => ({ _type: 'span', _key: 's', text, marks });
const block = (children: object[], markDefs: object[] = [], style = 'normal') => ({
  _type: 'block',
  _key: 'b',
  style,
  markDefs,
  children,
});
const note = (_key: string, ...text: object[]) => ({ _type: 'footnote', _key, text });

/** Publishes a post, and opens its page after the cache has been cleared. */
async function openPost(attributes: object) {
  await stack.editor.createOrReplace({
    _id: 'post',
    _type: 'post',
    title: 'A post',
    slug: { current: 'post' },
    ...attributes,
  });
  await stack.cache.invalidateAll();
  const page = await openPage(stack, '/content/posts/post');
  expect(page.status).toBe(200);
  return page;
}

/** Checks that every id is there once, that links within the page lead to one, and that no link is within another. */
function expectSound({ html, tags }: Awaited<ReturnType<typeof openPost>>): void {
  const ids = tags.flatMap(({ attributes }) => attributes.id ?? []);
  expect(ids).toEqual([...new Set(ids)]);
  for (const { attributes } of tags)
    if (attributes.href?.startsWith('#')) expect(ids).toContain(attributes.href.slice(1));
  expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /s);
}

describe('reader: annotations', () => {
  test('shows notes of equal keys, and notes within notes', async () => {
    const page = await openPost({
      body: [
        block(
          [span('one', 'key0')],
          [note('key0', block([span('First note', 'in')], [note('in', block([span('Inner note')]))]))],
        ),
        block([span('two', 'key0')], [note('key0', block([span('Second note')]))], 'h2'),
        {
          ...block([span('item', 'key0')], [note('key0', block([span('Note of an item')]))]),
          listItem: 'bullet',
          level: 2,
        },
      ],
      appendix: [block([span('three', 'key0')], [note('key0', block([span('Note of another text')]))], 'h2')],
    });
    expectSound(page);
    for (const text of ['First note', 'Inner note', 'Second note', 'Note of an item', 'Note of another text'])
      expect(page.text.split(text)).toHaveLength(2);
  });

  test('has no note for an annotation without a value, such as a reference to a missing document', async () => {
    const expert = { _type: 'reference', _ref: 'gone', _weak: true };
    const page = await openPost({
      body: [
        block([span('one', 't'), span(' two', 'u')], [{ _type: 'term', _key: 't', expert }, note('u')]),
        block([span('three', 'v')], [{ _type: 'term', _key: 'v', term: '', meaning: 'Kept.' }]),
      ],
    });
    expectSound(page);
    expect(page.html.match(/<li id="[^"]*-note-/g)).toHaveLength(1);
    expect(page.text).toContain('Kept.');
  });

  test('shows texts, pictures and documents of annotations and of objects between spans', async () => {
    const asset = {
      _type: 'reference',
      _weak: true,
      _ref: 'image-0123456789abcdef0123456789abcdef01234567-40x30-jpg',
    };
    const term = {
      _type: 'term',
      _key: 't',
      term: 'Col',
      meaning: 'The lowest point of a ridge.',
      picture: { _type: 'image', asset, alt: 'A col' },
      expert: { _type: 'reference', _ref: 'ada' },
    };
    const page = await openPost({
      body: [
        block([span('pass', 't')], [term]),
        block([span('see '), { _type: 'term', _key: 'i', term: 'Tarn', meaning: 'A lake in the hills.' }]),
      ],
    });
    expectSound(page);
    for (const text of ['Col', 'The lowest point of a ridge.', 'Ada Kolb', 'Tarn', 'A lake in the hills.'])
      expect(page.text).toContain(text);
    expect(page.html).toContain('alt="A col"');
    expect(page.links).toContainEqual({ path: '/content/people/ada', text: 'Ada Kolb' });
  });

  test('shows notes in captions and cells', async () => {
    const text = (words: string) => [block([span(words, 'n')], [note('n', block([span(`About ${words}`)]))])];
    const page = await openPost({
      body: [
        {
          _type: 'table',
          _key: 't',
          caption: text('the caption'),
          rows: [{ _type: 'tableRow', cells: [{ _type: 'tableCell', value: text('a cell') }] }],
        },
      ],
    });
    expectSound(page);
    expect(page.text).toContain('the caption');
    expect(page.text).toContain('About the caption');
    expect(page.text).toContain('About a cell');
  });

  test('names annotations and objects that the model does not declare, and shows three levels of notes', async () => {
    const deep = (level: number): object =>
      note('n', block([span(`Level ${level}`, 'n')], level < 3 ? [deep(level + 1)] : []));
    const page = await openPost({
      body: [
        block(
          [span('word', 'x'), { _type: 'poll', _key: 'p' }],
          [{ _type: 'comment', _key: 'x', text: 'hidden' }],
        ),
        block([span('deep', 'n')], [deep(1)]),
      ],
    });
    expectSound(page);
    expect(page.text).toContain('An annotation of the type comment, which the model does not declare.');
    expect(page.text).toContain('(an object of the type poll, which the model does not declare)');
    for (const level of [1, 2, 3]) expect(page.text.split(`Level ${level}`)).toHaveLength(2);
  });

  test('shows the words of objects that the model does not declare', async () => {
    const page = await openPost({
      body: [
        block(
          [
            span('word', 'x'),
            { _type: 'poll', _key: 'p', question: 'Really?', size: 'large' },
            { _type: 'badge', _key: 'q', detail: { words: ['Twice as old'] } },
          ],
          [
            {
              _type: 'remark',
              _key: 'x',
              by: 'Zoe',
              more: [block([span('Rich remark', 'in')], [note('in', block([span('Note in a remark')]))])],
            },
          ],
        ),
        {
          _type: 'callout',
          _key: 'c',
          tone: 'warning',
          body: [block([span('Mind the gap', 'in')], [note('in', block([span('Note in a callout')]))])],
        },
        { _type: 'spacer', _key: 's', height: 3 },
        block(
          [span('a file', 'd')],
          [{ _type: 'download', _key: 'd', url: 'https://a.test/plan.pdf', licence: 'Free to use' }],
        ),
      ],
    });
    expectSound(page);
    for (const text of [
      'Really?',
      'Twice as old',
      'Zoe',
      'Rich remark',
      'Note in a remark',
      'Mind the gap',
      'Note in a callout',
      'Free to use',
    ])
      expect([text, page.text.split(text)]).toEqual([text, [expect.anything(), expect.anything()]]);
    for (const type of ['poll', 'badge', 'remark', 'callout', 'spacer', 'download'])
      expect(page.text).toContain(`of the type ${type}, which the model does not declare`);
    expect(page.links).toContainEqual({ path: 'https://a.test/plan.pdf', text: 'a file' });
    expect(page.text).not.toMatch(/large|warning/);
  });

  test('shows objects with rich text in sentences, with their links and notes', async () => {
    const link = { _type: 'link', _key: 'l', href: 'https://a.test/' };
    const page = await openPost({
      body: [
        block(
          [
            span('before '),
            {
              _type: 'aside',
              _key: 'a',
              text: [
                block(
                  [span('Linked words', 'l'), span(' and noted ones', 'n')],
                  [link, note('n', block([span('Note in an aside')]))],
                ),
                { _type: 'quote', _key: 'q', text: 'Quoted in an aside.' },
              ],
            },
            span(' after', 'n'),
          ],
          [note('n', block([span('Note of the sentence')]))],
        ),
      ],
    });
    expectSound(page);
    expect(page.text).toMatch(/before Linked words and noted ones1 Quoted in an aside\. after2/);
    expect(page.links).toContainEqual({ path: 'https://a.test/', text: 'Linked words' });
    expect(page.text).toMatch(/Note in an aside.*Note of the sentence/s);
  });

  test('shows objects within notes, and comments of links to documents', async () => {
    const reference = { _type: 'reference', _ref: 'ada' };
    const page = await openPost({
      body: [
        block(
          [span('noted', 'n')],
          [
            note(
              'n',
              { _type: 'quote', _key: 'q', text: 'Quoted', source: 'A book of notes' },
              { _type: 'code', _key: 'c', code: 'main()' },
              block(
                [span('After the quotation', 'in')],
                [
                  note(
                    'in',
                    { _type: 'quote', _key: 'q', text: 'Deeper quotation' },
                    { _type: 'math', _key: 'm', tex: 'x' },
                  ),
                ],
              ),
              { _type: 'photo', _key: 'p', size: 3 },
            ),
          ],
        ),
        block(
          [span('one', 'd'), span('two', 'e'), span('three', 'f')],
          [
            { _type: 'docNote', _key: 'd', comment: 'Outdated', document: reference, reference },
            { _type: 'docNote', _key: 'e', comment: 'See the second part.', reference },
            { _type: 'docNote', _key: 'f', reference },
          ],
        ),
      ],
    });
    expectSound(page);
    for (const text of [
      'Quoted',
      'A book of notes',
      'main()',
      'After the quotation',
      'Deeper quotation',
      'Outdated',
      'See the second part.',
    ])
      expect(page.text).toContain(text);
    expect(page.html).toMatch(/<p>x<\/p>/);
    expect(page.text).toContain('photo');
    for (const text of ['one', 'two', 'three'])
      expect(page.links).toContainEqual({ path: '/content/people/ada', text });
    expect(page.tags.filter(({ attributes }) => attributes.id?.includes('-note-'))).toHaveLength(4);
  });

  test('numbers the notes of a text through, also those in notes and in objects', async () => {
    const cell = (words: string) => ({
      _type: 'tableCell',
      value: [block([span(words, 'n')], [note('n', block([span(`About ${words}`)]))])],
    });
    const page = await openPost({
      body: [
        block(
          [span('one', 'n')],
          [note('n', block([span('First', 'in')], [note('in', block([span('Inner')]))]))],
        ),
        {
          _type: 'table',
          _key: 't',
          caption: [block([span('caption', 'n')], [note('n', block([span('About the caption')]))])],
          rows: [{ _type: 'tableRow', cells: [cell('alpha'), cell('beta')] }],
        },
        block([span('two', 'n')], [note('n', block([span('Second')]))]),
      ],
      appendix: [block([span('other', 'n')], [note('n', block([span('Of the appendix')]))])],
    });
    expectSound(page);
    const words = page.text.replaceAll(/\s+/g, ' ');
    expect(words).toMatch(
      /one1.*caption2.*alpha3.*beta4.*two5.*First6.*About the caption.*About alpha.*About beta.*Second.*Inner.*other1.*Of the appendix/,
    );
    expect(page.html.match(/<section class="notes"/g)).toHaveLength(2);
    expect(page.html.match(/<li id="[^"]*-note-\d+[^>]*value="(\d+)"/g)).toHaveLength(7);
  });

  test('has the links of the React kit', async () => {
    const hrefs = [
      ...[
        'https://a.test',
        ' https://a.test/b ',
        'https://ä.test/ü',
        'tel:+49 1',
        'sms:1',
        'mailto:a@b.test',
      ],
      ...[
        '/about',
        '/über',
        '#part',
        '?q=1',
        '//host.test/x',
        'java\nscript:alert(1)',
        'data:text/html,x',
        'about',
        '',
      ],
    ];
    const { html } = await openPost({
      body: hrefs.map((href, i) => block([span(`link ${i}`, 'l')], [{ _type: 'link', _key: 'l', href }])),
    });
    const { data } = await stack.query(
      '{ post(by: { slug: "post" }) { body { blocks { __typename ... on TextBlock { key style children { __typename ... on TextSpan { text marks } } markDefs { __typename ... on RichTextLink { key href } } } } } } }',
    );
    const kit = renderToStaticMarkup(createElement(RichText, { blocks: data.post.body.blocks }));
    const linksOf = (markup: string) => markup.match(/<p>(?:<a href="[^"]*">)?link \d+(?:<\/a>)?<\/p>/g);
    expect(linksOf(html)).toHaveLength(hrefs.length);
    expect(linksOf(html)).toEqual(linksOf(kit));
    expect(html.match(/<p>link \d+<\/p>/g)).toHaveLength(4);
  });
});
