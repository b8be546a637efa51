import { describe, expect, test } from '@jest/globals';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { math } from 'micromark-extension-math';
import { formatArticle } from './formatArticle.ts';

type Article = Parameters<typeof formatArticle>[1];
type Block = NonNullable<NonNullable<Article['body']>['blocks'][number]>;
type TextBlock = Extract<Block, { __typename: 'TextBlock' }>;

const ORIGIN = 'https://figures.test';
const PAGE = `${ORIGIN}/articles/two-forks`;

const span = (text: string, ...marks: string[]) => ({ __typename: 'TextSpan', text, marks }) as const;
const block = (
  children: TextBlock['children'],
  more: Partial<Pick<TextBlock, 'style' | 'listItem' | 'level' | 'markDefs'>> = {},
): TextBlock => ({
  __typename: 'TextBlock',
  key: 'k',
  style: 'normal',
  listItem: null,
  level: null,
  markDefs: [],
  children,
  ...more,
});

const markdownOf = (...blocks: Block[]): string =>
  formatArticle(ORIGIN, {
    __typename: 'Article',
    id: 'a',
    slug: 'two-forks',
    title: 'Two *forks*',
    excerpt: null,
    publishedAt: '2026-01-26T08:00:00Z',
    authors: [{ __typename: 'Contributor', id: 'w', name: 'Ada Marsh' }],
    body: { __typename: 'RichText', blocks },
  });

/** Parses Markdown as it is written, without the positions. */
const parse = (markdown: string): Root =>
  withoutPositions(
    fromMarkdown(markdown, {
      extensions: [gfmFootnote(), math()],
      mdastExtensions: [gfmFootnoteFromMarkdown(), mathFromMarkdown()],
    }),
  );

const withoutPositions = <Node extends Nodes>(node: Node): Node =>
  JSON.parse(JSON.stringify(node, (key, value) => (key === 'position' ? undefined : value)));

/** The nodes of the text, after the title and the line with writer, date and URL. */
const nodesOf = (...blocks: Block[]) => parse(markdownOf(...blocks)).children.slice(2);

const paragraph = (...children: object[]) => ({ type: 'paragraph', children });
const text = (value: string) => ({ type: 'text', value });

describe('Markdown of an article', () => {
  test('begins with title, writer, date and URL', () => {
    const [title, facts] = parse(markdownOf()).children;
    expect(title).toEqual({ type: 'heading', depth: 1, children: [text('Two *forks*')] });
    expect(facts).toMatchObject(
      paragraph(text('By Ada Marsh, Moving Figures, 26 January 2026, '), { type: 'link', url: PAGE }),
    );
  });

  test('keeps headings and quotations', () => {
    expect(
      nodesOf(
        block([span('One')], { style: 'h2' }),
        block([span('Two')], { style: 'h3' }),
        block([span('Three')], { style: 'blockquote' }),
        { __typename: 'Quotation', key: 'q', text: 'Yes.', attribution: 'T. Young', source: 'Lectures' },
      ),
    ).toEqual([
      { type: 'heading', depth: 2, children: [text('One')] },
      { type: 'heading', depth: 3, children: [text('Two')] },
      { type: 'blockquote', children: [paragraph(text('Three'))] },
      { type: 'blockquote', children: [paragraph(text('Yes.')), paragraph(text('— T. Young, Lectures'))] },
    ]);
  });

  test.each([
    'a * b * c and _d_',
    '# no heading',
    '1. no list',
    '- no list',
    '> no quotation',
    '[no](link) and ![no](image)',
    '<b>no element</b> &amp; no entity',
    '`no code` and $no formula$',
    'no footnote[^1]',
    'back\\slash',
  ])('keeps the text %j as text', (value) => {
    expect(nodesOf(block([span(value)]))).toEqual([paragraph(text(value))]);
  });

  test('keeps emphasis, code and line breaks', () => {
    expect(
      nodesOf(
        block([
          span('a '),
          span('b', 'strong'),
          span(' '),
          span('c', 'em'),
          span(' '),
          span('d`e', 'code'),
          span('\nf'),
        ]),
      ),
    ).toEqual([
      paragraph(
        text('a '),
        { type: 'strong', children: [text('b')] },
        text(' '),
        { type: 'emphasis', children: [text('c')] },
        text(' '),
        { type: 'inlineCode', value: 'd`e' },
        { type: 'break' },
        text('f'),
      ),
    ]);
  });

  test('keeps links, with the URLs of pages, and leaves out unsafe ones', () => {
    const person = { __typename: 'Person', id: 'p', slug: 'thomas-young' } as const;
    expect(
      nodesOf(
        block([span('a', 'x'), span(' '), span('b', 'y'), span(' '), span('c', 'z'), span(' d', 'w')], {
          markDefs: [
            { __typename: 'RichTextLink', key: 'x', href: 'https://doi.org/10.1/a(b)' },
            { __typename: 'InternalLink', key: 'y', document: person },
            { __typename: 'RichTextLink', key: 'z', href: 'javascript:alert(1)' },
            { __typename: 'InternalLink', key: 'w', document: null },
          ],
        }),
      ),
    ).toEqual([
      paragraph(
        { type: 'link', title: null, url: 'https://doi.org/10.1/a(b)', children: [text('a')] },
        text(' '),
        { type: 'link', title: null, url: `${ORIGIN}/people/thomas-young`, children: [text('b')] },
        text(' c d'),
      ),
    ]);
  });

  test('keeps nested lists', () => {
    const item = (value: string, listItem: string, level: number) =>
      block([span(value)], { listItem, level });
    expect(
      nodesOf(item('a', 'bullet', 1), item('b', 'number', 2), item('c', 'number', 2), item('d', 'bullet', 1)),
    ).toMatchObject([
      {
        type: 'list',
        ordered: false,
        children: [
          {
            children: [
              paragraph(text('a')),
              {
                type: 'list',
                ordered: true,
                children: [{ children: [paragraph(text('b'))] }, { children: [paragraph(text('c'))] }],
              },
            ],
          },
          { children: [paragraph(text('d'))] },
        ],
      },
    ]);
  });

  test('keeps headings and quotations in lists', () => {
    const item = (value: string, style: string, level: number) =>
      block([span(value)], { style, listItem: 'number', level });
    expect(nodesOf(item('a', 'h3', 1), item('b', 'blockquote', 2))).toMatchObject([
      {
        type: 'list',
        children: [
          {
            children: [
              { type: 'heading', depth: 3, children: [text('a')] },
              {
                type: 'list',
                children: [{ children: [{ type: 'blockquote', children: [paragraph(text('b'))] }] }],
              },
            ],
          },
        ],
      },
    ]);
  });

  test('keeps formulas as TeX, inline and on their own line', () => {
    const inline = '\\alpha_1 * x_2 < 3';
    const display = '\\begin{aligned}\nx &= y_1 \\\\\n&\\ge 2\n\\end{aligned}';
    expect(
      nodesOf(block([span('where '), { __typename: 'Formula', tex: inline }]), {
        __typename: 'Formula',
        key: 'm',
        tex: display,
      }),
    ).toMatchObject([
      paragraph(text('where '), { type: 'inlineMath', value: inline }),
      { type: 'math', value: display },
    ]);
  });

  test('keeps code with its language', () => {
    const code = 'const s = `a`;\n\n```\nif (a < b) c();';
    expect(nodesOf({ __typename: 'CodeListing', key: 'c', code, language: 'js', html: null })).toEqual([
      { type: 'code', lang: 'js', meta: null, value: code },
    ]);
  });

  test('keeps footnotes', () => {
    const note = (key: string, content: string): TextBlock['markDefs'][number] => ({
      __typename: 'Footnote',
      key,
      text: { __typename: 'RichText', blocks: [block([span(content)]) as never] },
    });
    expect(
      nodesOf(
        block([span('a'), span('b', 'n')], { markDefs: [note('n', 'First [note].')] }),
        block([span('c', 'm')], { markDefs: [note('m', 'Second.')] }),
      ),
    ).toMatchObject([
      paragraph(text('ab'), { type: 'footnoteReference', identifier: '1' }),
      paragraph(text('c'), { type: 'footnoteReference', identifier: '2' }),
      { type: 'footnoteDefinition', identifier: '1', children: [paragraph(text('First [note].'))] },
      { type: 'footnoteDefinition', identifier: '2', children: [paragraph(text('Second.'))] },
    ]);
  });

  test('keeps footnotes of equal keys, within notes, in links and in code', () => {
    const note = (...children: TextBlock['children']): TextBlock['markDefs'][number] => ({
      __typename: 'Footnote',
      key: 'key0',
      text: {
        __typename: 'RichText',
        blocks: [
          block(children, {
            markDefs: [
              {
                __typename: 'Footnote',
                key: 'inner',
                text: { __typename: 'RichText', blocks: [block([span('Third.')]) as never] },
              },
            ],
          }) as never,
        ],
      },
    });
    const link = { __typename: 'RichTextLink', key: 'l', href: 'tel:+491' } as const;
    expect(
      nodesOf(
        block([span('a', 'key0')], { markDefs: [note(span('First', 'inner'))], style: 'h2' }),
        block([span('b', 'code', 'l', 'key0'), span('c', 'code')], {
          markDefs: [note(span('Second.')), link],
        }),
      ),
    ).toMatchObject([
      { type: 'heading', depth: 2, children: [text('a'), { type: 'footnoteReference', identifier: '1' }] },
      paragraph(
        { type: 'link', url: 'tel:+491', children: [{ type: 'inlineCode', value: 'b' }] },
        { type: 'footnoteReference', identifier: '2' },
        { type: 'inlineCode', value: 'c' },
      ),
      {
        identifier: '1',
        children: [paragraph(text('First'), { type: 'footnoteReference', identifier: '3' })],
      },
      { identifier: '2', children: [paragraph(text('Second.'))] },
      { identifier: '3', children: [paragraph(text('Third.'))] },
    ]);
  });

  test('keeps the words of objects that it does not know', () => {
    const json = { _type: 'callout', title: 'Careful', text: 'It is hot.' };
    expect(nodesOf({ __typename: 'UnknownRichTextNode', key: 'u', json })).toEqual([
      paragraph(text('Careful')),
      paragraph(text('It is hot.')),
    ]);
  });

  test('keeps the words, notes and links of objects between spans and of annotations that it does not know', () => {
    const unknown = (key: string, json: object) =>
      ({ __typename: 'UnknownRichTextNode', key, json }) as const;
    const stored = (value: string, ...markDefs: object[]) => ({
      _type: 'block',
      markDefs,
      children: [{ _type: 'span', text: value, marks: ['k'] }],
    });
    const note = { _type: 'footnote', _key: 'k', text: [stored('Noted.')] };
    expect(
      nodesOf(
        block(
          [
            span('word', 'r'),
            unknown('a', { _type: 'aside', body: [stored('in a sentence', note)] }),
            unknown('b', { _type: 'poll', question: 'Really?' }),
            span('file', 'd'),
          ],
          {
            markDefs: [
              unknown('r', { _type: 'remark', by: 'Zoe' }),
              unknown('d', { _type: 'download', url: 'https://a.test/x' }),
            ],
          },
        ),
      ),
    ).toMatchObject([
      paragraph(
        text('word'),
        { type: 'footnoteReference', identifier: '1' },
        text('in a sentence'),
        { type: 'footnoteReference', identifier: '2' },
        text('Really?'),
        { type: 'link', url: 'https://a.test/x', children: [text('file')] },
      ),
      { identifier: '1', children: [paragraph(text('Zoe'))] },
      { identifier: '2', children: [paragraph(text('Noted.'))] },
    ]);
  });

  test('links figures, films and interactive figures', () => {
    const url = 'https://pictures.test/a.webp?w=1280&auto=format';
    const image = {
      __typename: 'Image',
      url,
      srcSet: null,
      width: 1600,
      height: 900,
      alt: 'Two [waves]',
      caption: 'They meet.',
      placeholder: null,
    } as const;
    expect(
      nodesOf(
        { __typename: 'Illustration', key: 'f', image },
        { __typename: 'Illustration', key: 'g', image: { ...image, url: null } },
        { __typename: 'InteractiveFigure', key: 'i', kind: 'LORENZ', parameters: [], caption: 'Try it.' },
        {
          __typename: 'EmbeddedFilm',
          key: 'e',
          film: { __typename: 'Film', id: 'x', slug: 'lissajous', title: 'The knot' },
        },
        { __typename: 'EmbeddedFilm', key: 'h', film: null },
      ),
    ).toEqual([
      paragraph({ type: 'image', title: null, url, alt: 'Two [waves]' }),
      paragraph(text('They meet.')),
      paragraph({
        type: 'link',
        title: null,
        url: PAGE,
        children: [text('Interactive figure: Two starts')],
      }),
      paragraph(text('Try it.')),
      paragraph({
        type: 'link',
        title: null,
        url: `${ORIGIN}/films/lissajous`,
        children: [text('Film: The knot')],
      }),
    ]);
  });
});
