import { describe, expect, test } from '@jest/globals';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup as render } from 'react-dom/server';
import type { RichTextNode, TextBlock } from '../../../schema/rich-text/nodes.ts';
import type { Footnote } from './footnotes.ts';
import { RichText } from './RichText.tsx';

const span = (content: string, ...marks: string[]) => ({ __typename: 'TextSpan', text: content, marks });
/** A block without a key. */
const block = (
  children: readonly (RichTextNode | null)[],
  markDefs: readonly RichTextNode[] = [],
  style = 'normal',
): TextBlock & { readonly __typename: 'TextBlock' } => ({
  __typename: 'TextBlock',
  key: '',
  style,
  children,
  markDefs,
});

const SideNotes = ({
  notes,
  renderNote,
}: {
  notes: readonly Footnote[];
  renderNote: (note: Footnote) => ReactNode;
}) => (
  <aside>
    {notes.map((note) => (
      <Fragment key={note.number}>
        <b>{note.number}</b>
        {renderNote(note)}
      </Fragment>
    ))}
  </aside>
);

describe('RichText: keeps every note and gives every id once', () => {
  const note = (key: string, content: TextBlock | string): RichTextNode =>
    ({
      __typename: 'Footnote',
      key,
      text: { blocks: [typeof content === 'string' ? block([span(content)]) : content] },
    }) as RichTextNode;
  const idsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const expectSound = (html: string) => {
    const ids = idsOf(html);
    expect(ids).toEqual([...new Set(ids)]);
    for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /);
  };

  test('of two blocks with the same keys', () => {
    const html = render(
      <RichText
        blocks={[
          block([span('one', 'key0')], [note('key0', 'first note')]),
          block([span('two', 'key0')], [note('key0', 'second note')]),
          block(
            [span('three', 'key0')],
            [{ __typename: 'RichTextLink', key: 'key0', href: '/x' } as RichTextNode],
          ),
        ]}
      />,
    );
    expectSound(html);
    expect(html).toMatch(/one<sup>.*?>1<.*two<sup>.*?>2<.*<a href="\/x">three<\/a>/);
    expect(html).toMatch(/<li id="text-note-1">.*first note.*<li id="text-note-2">.*second note/);
  });

  test('within notes, in three levels', () => {
    const third = note('a', 'third level');
    const second = note('a', block([span('second level', 'a')], [third]));
    const html = render(
      <RichText
        blocks={[
          block([span('one', 'a')], [note('a', block([span('first level', 'a')], [second]))]),
          block([span('two', 'b')], [note('b', 'last of the text')]),
        ]}
      />,
    );
    expectSound(html);
    expect(html).toMatch(
      /id="text-note-1".*first level<sup>.*>3<.*id="text-note-2".*last of the text.*id="text-note-3".*second level<sup>.*>4<.*id="text-note-4".*third level/,
    );
  });

  test('that contain themselves', () => {
    const text: { blocks: TextBlock[] } = { blocks: [] };
    const cyclic = { __typename: 'Footnote', key: 'c', text } as RichTextNode;
    text.blocks.push(block([span('again', 'c')], [cyclic]));
    const html = render(<RichText blocks={[block([span('word', 'c')], [cyclic])]} />);
    expectSound(html);
    expect(html.match(/<li /g)).toHaveLength(1);
  });

  test('on several spans: one number a run of words, and a way back to each', () => {
    const html = render(
      <RichText
        blocks={[
          block(
            [span('a', 'n'), span('b', 'n', 'strong'), span(' c '), span('d', 'n'), span(''), span('e', 'n')],
            [note('n', 'the note')],
          ),
        ]}
      />,
    );
    expectSound(html);
    expect(html).toMatch(/^<p>a<strong>b<\/strong><sup>.*?<\/sup> c de<sup>.*?<\/sup><\/p>/);
    expect(html).toContain('href="#text-ref-1"');
    expect(html).toContain('href="#text-ref-1-2"');
  });

  test('in linked headings and in links', () => {
    const link = { __typename: 'RichTextLink', key: 'l', href: 'https://a.test/' } as RichTextNode;
    const blocks = [
      block([span('Title', 'n'), span(' more', 'l')], [note('n', 'of the heading'), link], 'h2'),
      block(
        [span('before ', 'l'), span('word', 'l', 'n'), span(' after', 'l')],
        [link, note('n', 'of the link')],
      ),
    ];
    const html = render(<RichText blocks={blocks} hasHeadingLinks />);
    expectSound(html);
    expect(html).toContain('of the heading');
    expect(html).toMatch(/<a href="https:\/\/a.test\/">before word<\/a><sup>/);
  });

  test('of a list with levels that begin below the first', () => {
    const asides: number[][] = [];
    const item = { ...block([span('deep', 'n')], [note('n', 'x')]), listItem: 'bullet', level: 3 };
    const html = render(
      <RichText
        blocks={[item]}
        renderAside={(notes, renderNote) => {
          asides.push(notes.map(({ number }) => number));
          return <SideNotes notes={notes} renderNote={renderNote} />;
        }}
      />,
    );
    expectSound(html);
    expect(asides).toEqual([[1]]);
  });

  test('beside a block with those within them, without ids', () => {
    const inner = note('i', block([span('inner')], []));
    const html = render(
      <RichText
        blocks={[block([span('word', 'n')], [note('n', block([span('outer', 'i')], [inner]))], 'lead')]}
        renderAside={(notes, renderNote) => <SideNotes notes={notes} renderNote={renderNote} />}
      />,
    );
    expect(html).toMatch(/<aside><b>1<\/b><p>outer<sup>.*?<\/sup><\/p><b>2<\/b><p>inner<\/p><\/aside>/);
    expect(idsOf(html)).toHaveLength(4);
  });

  test('of headings whose titles look like numbered ids, and of two texts of a page', () => {
    const heading = (text: string) => block([span(text)], [], 'h2');
    const blocks = [
      ...['Again', 'Again', 'Again 2', 'Main', 'Text note 1', '?!', ''].map(heading),
      block([span('word', 'n')], [note('n', 'x')]),
    ];
    expectSound(render(<RichText blocks={blocks} hasHeadingLinks />));
    expectSound(
      render(
        <>
          <RichText blocks={blocks} />
          <RichText blocks={blocks} idPrefix="second" />
        </>,
      ),
    );
  });

  test('of annotations with the same key in one block', () => {
    const html = render(
      <RichText blocks={[block([span('word', 'n')], [note('n', 'one'), note('n', 'other')])]} />,
    );
    expectSound(html);
    expect(html.match(/<li /g)).toHaveLength(2);
  });

  test('that the query does not select', () => {
    const unread = { __typename: 'Footnote', key: 'n' };
    expect(render(<RichText blocks={[block([span('word', 'n')], [unread])]} />)).toContain(
      '<p>This note is not shown here.</p>',
    );
  });

  test('and not of annotations that no span refers to, and of marks without one', () => {
    const html = render(<RichText blocks={[block([span('word', 'gone')], [note('n', 'unused')])]} />);
    expect(html).toBe('<p>word</p>');
  });
});
