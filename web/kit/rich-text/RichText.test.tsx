import { describe, expect, jest, test } from '@jest/globals';
import { renderToStaticMarkup as render } from 'react-dom/server';
import type { RichTextNode, TextBlock } from '../../../schema/rich-text/nodes.ts';
import { RichText } from './RichText.tsx';

type Formula = { readonly __typename: 'Formula'; readonly key?: string; readonly tex: string };

const span = (content: string, ...marks: string[]) => ({ __typename: 'TextSpan', text: content, marks });
const block = (
  children: readonly (RichTextNode | null)[],
  markDefs: readonly RichTextNode[] = [],
  style = 'normal',
): TextBlock & { readonly __typename: 'TextBlock' } => ({
  __typename: 'TextBlock',
  key: JSON.stringify(children).slice(0, 40),
  style,
  children,
  markDefs,
});

describe('RichText', () => {
  test('renders headings with unique ids, as links on request', () => {
    const blocks = [block([span('Again')], [], 'h2'), { ...block([span('Again')], [], 'h4'), key: 'b' }];
    expect(render(<RichText blocks={blocks} />)).toBe('<h2 id="again">Again</h2><h4 id="again-2">Again</h4>');
    expect(render(<RichText blocks={blocks} hasHeadingLinks />)).toContain(
      '<h4 id="again-2"><a href="#again-2">Again</a></h4>',
    );
  });

  test('renders list items that are headings or quotations, once at every depth of lists', () => {
    const item = (level: number, style: string, listItem = 'bullet') => ({
      ...block([span(`${style} ${level}`)], [], style),
      listItem,
      level,
    });
    expect(
      render(<RichText blocks={[item(1, 'h3'), item(2, 'blockquote', 'number'), item(1, 'lead')]} />),
    ).toBe(
      '<ul><li><h3 id="h3-1">h3 1</h3><ol><li><blockquote>blockquote 2</blockquote></li></ol></li><li>lead 1</li></ul>',
    );
    expect(render(<RichText blocks={[item(2, 'h3')]} hasHeadingLinks />)).toBe(
      '<ul><li><ul><li><h3 id="h3-2"><a href="#h3-2">h3 2</a></h3></li></ul></li></ul>',
    );

    const drawn: number[] = [];
    const formula = { __typename: 'Formula' as const, key: 'f', tex: 'x' };
    const types = {
      Formula: () => {
        drawn.push(1);
        return <i>x</i>;
      },
    };
    const nested = Array.from({ length: 12 }, (_, index) => ({
      ...item(index + 1, 'h3'),
      children: [span('x '), formula],
    }));
    render(<RichText<(typeof nested)[number] | typeof formula> blocks={nested} types={types} />);
    expect(drawn).toHaveLength(nested.length);
  });

  test('renders objects of the model with given components, and the words of others', () => {
    const formula: Formula = { __typename: 'Formula', key: 'f', tex: 'x^2' };
    const blocks = [block([span('where '), formula]), formula];
    const types = {
      Formula: ({ value, isInline }: { value: Formula; isInline: boolean }) =>
        isInline ? <i>{value.tex}</i> : <pre>{value.tex}</pre>,
    };
    expect(render(<RichText<(typeof blocks)[number]> blocks={blocks} types={types} />)).toBe(
      '<p>where <i>x^2</i></p><pre>x^2</pre>',
    );
    expect(render(<RichText blocks={blocks} />)).toBe('<p>where x^2</p><p>x^2</p>');
  });

  test('links documents by hrefOf with the given link, and renders unsafe links as text', () => {
    const document = { __typename: 'Person', slug: 'edward-lorenz' };
    const blocks = [
      block(
        [span('Lorenz', 'a'), span(' press', 'b'), span(' site', 'c')],
        [
          { __typename: 'InternalLink', key: 'a', document } as RichTextNode,
          { __typename: 'RichTextLink', key: 'b', href: 'javascript:alert(1)' } as RichTextNode,
          { __typename: 'RichTextLink', key: 'c', href: 'https://site.test/' } as RichTextNode,
        ],
      ),
    ];
    const html = render(
      <RichText
        blocks={blocks}
        hrefOf={({ __typename, slug }) => `/${__typename}/${slug}`}
        Link={({ href, children }) => <b title={href}>{children}</b>}
      />,
    );
    expect(html).toBe(
      '<p><b title="/Person/edward-lorenz">Lorenz</b> press<b title="https://site.test/"> site</b></p>',
    );
    expect(render(<RichText blocks={blocks} />)).toContain('<p>Lorenz press');
  });

  test('warns of annotations whose key the query does not select', () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const link = { __typename: 'RichTextLink', href: 'https://site.test/' } as RichTextNode;
    expect(render(<RichText blocks={[block([span('words', 'a')], [link])]} />)).toBe('<p>words</p>');
    expect(warn.mock.calls).toEqual([[expect.stringContaining('got none of RichTextLink')]]);
    warn.mockClear();
    render(<RichText blocks={[block([span('words', 'a')], [{ ...link, key: 'a' }])]} />);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('lists footnotes at the end and beside their block, in the given language', () => {
    const note = { __typename: 'Footnote', key: 'n', text: { blocks: [block([span('a note')])] } };
    const blocks = [block([span('word', 'n')], [note as RichTextNode]), block([span('next')])];
    const html = render(
      <RichText
        blocks={blocks}
        idPrefix="film"
        renderAside={(notes) => <aside>{notes.map(({ number }) => number)}</aside>}
        labels={{ notes: 'Noten', note: (number) => `Note ${number}`, back: () => 'Zurück' }}
      />,
    );
    expect(html).toMatch(
      /^<p>word<sup><a id="film-ref-1" href="#film-note-1"[^>]*>1<\/a><\/sup><\/p><aside>1<\/aside><p>next<\/p>/,
    );
    expect(html).toMatch(
      /<section aria-label="Noten"><ol><li id="film-note-1"><p>a note<\/p><a href="#film-ref-1" aria-label="Zurück">/,
    );
  });

  test('renders pictures as figures, and within a paragraph as images', () => {
    const image = { url: '/a.jpg', width: 4, height: 3, alt: 'A', caption: 'The caption' };
    const picture = { __typename: 'RichTextPicture', key: 'p', image } as RichTextNode;
    const html = render(<RichText blocks={[picture, block([picture])]} />);
    expect(html).toMatch(
      /^<figure><img[^>]*><figcaption>The caption<\/figcaption><\/figure><p><img[^>]*><\/p>$/,
    );
  });

  test('keeps one link where two overlap, and both addresses', () => {
    const link = (key: string) => ({ __typename: 'RichTextLink', key, href: `/${key}` }) as RichTextNode;
    const long = block([span('a', 'l'), span('b', 'l', 's'), span('c', 'l')], [link('l'), link('s')]);
    expect(render(<RichText blocks={[long]} />)).toBe(
      '<p><a href="/l">a</a><a href="/s">b</a><a href="/l">c</a></p>',
    );
    const same = block([span('x', 'l', 's')], [link('l'), link('s')]);
    expect(render(<RichText blocks={[same]} />)).toMatch(
      /^<p><a href="\/l">x<\/a><sup>.*<li id="text-note-1"><p><a href="\/s">\/s<\/a><\/p>/,
    );
  });

  test('renders the words of objects and annotations without a component', () => {
    const text = { blocks: [block([span('rich words')])] };
    const callout = { __typename: 'Callout', key: 'c', tone: 'warning', title: 'Careful', text };
    const term = { __typename: 'GlossaryTerm', key: 'g', definition: 'what it means' } as RichTextNode;
    const html = render(
      <RichText
        blocks={[
          callout,
          block([{ __typename: 'Mention', label: 'Ada' } as RichTextNode, span(' word', 'g')], [term]),
          {
            __typename: 'UnknownRichTextNode',
            key: 'u',
            json: { _type: 'poll', question: 'Yes or no?' },
          } as RichTextNode,
        ]}
      />,
    );
    expect(html).toMatch(
      /^<p>Careful<\/p><p>rich words<\/p><p>Ada word<sup>.*<\/sup><\/p><p>Yes or no\?<\/p>/,
    );
    expect(html).toContain('<p>what it means</p>');
  });

  test('renders the words, notes and links of objects that the model does not declare', () => {
    const unknown = (json: object, key = 'u') =>
      ({ __typename: 'UnknownRichTextNode', key, json }) as RichTextNode;
    const stored = (text: string, ...markDefs: object[]) => ({
      _type: 'block',
      markDefs,
      children: [{ _type: 'span', text, marks: ['k'] }],
    });
    const note = { _type: 'footnote', _key: 'k', text: [stored('of the aside')] };
    const html = render(
      <RichText
        blocks={[
          block(
            [
              span('word', 'a'),
              unknown({ _type: 'aside', body: [stored('in a sentence', note)] }),
              unknown({ _type: 'badge', side: 'left', values: ['Twice', 'now'] }),
              span(' file', 'd'),
              span(' end', 'k'),
            ],
            [
              unknown({ _type: 'remark', by: 'Zoe' }, 'a'),
              unknown({ _type: 'download', url: 'https://a.test/x', licence: 'Free to use' }, 'd'),
              {
                __typename: 'Footnote',
                key: 'k',
                text: { blocks: [block([span('of the text')])] },
              } as RichTextNode,
            ],
          ),
          unknown({
            _type: 'list',
            items: [stored('listed', { _type: 'link', _key: 'k', href: '/x' }), { answer: 'No' }],
          }),
        ]}
      />,
    );
    expect(html.replaceAll(/<sup>.*?>(\d)<\/a><\/sup>/g, '[$1]')).toMatch(
      /^<p>word\[1\]in a sentence\[2\]Twice<a href="https:\/\/a.test\/x"> file<\/a>\[3\] end\[4\]<\/p><p><a href="\/x">listed<\/a><\/p><p>No<\/p>/,
    );
    expect(html).toMatch(/<p>Zoe<\/p>.*<p>of the aside<\/p>.*<p>Free to use<\/p>.*<p>of the text<\/p>/);
  });
});
