import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { prerenderToNodeStream } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { renderMath } from '../../schema/formulas/renderMath.ts';
import { MathRendererContext } from './formulas/MathRendererContext.ts';
import type { ProseBlockFragment } from './Prose.generated.ts';
import { Prose } from './Prose.tsx';

type TextBlock = Extract<ProseBlockFragment, { __typename: 'TextBlock' }>;
type Annotation = NonNullable<TextBlock['markDefs'][number]>;

const span = (content: string, ...marks: string[]) =>
  ({ __typename: 'TextSpan', text: content, marks }) as const;
const block = (
  children: TextBlock['children'],
  markDefs: TextBlock['markDefs'] = [],
  more: Partial<TextBlock> = {},
): TextBlock => ({
  __typename: 'TextBlock',
  key: JSON.stringify(children).slice(0, 40),
  style: 'normal',
  listItem: null,
  level: null,
  markDefs,
  children,
  ...more,
});
const lorenz = { __typename: 'Person', id: 'p', slug: 'edward-lorenz' } as const;
const formula = (tex: string) => ({ __typename: 'Formula', key: 'm', tex }) as const;

const render = async (blocks: readonly (ProseBlockFragment | null)[]): Promise<string> => {
  const { prelude } = await prerenderToNodeStream(
    <MathRendererContext.Provider value={renderMath}>
      <MemoryRouter>
        <Prose text={{ blocks }} renderFilm={({ film }) => <i>film {film?.id}</i>} />
      </MemoryRouter>
    </MathRendererContext.Provider>,
  );
  return text(prelude);
};

describe('rich text', () => {
  test('renders formulas as MathML, inline and on their own line', async () => {
    const html = await render([
      block([span('where '), { __typename: 'Formula', tex: '\\sigma' }]),
      formula('\\frac{1}{\\lambda}'),
    ]);
    expect(html).toMatch(/<p>where (?:<!-- -->)?<span[^>]*><span class="katex"><math/);
    expect(html).toMatch(/display="block".*<mfrac>/s);
    expect(html).not.toContain('katex-html');
  });

  test('shows invalid TeX as text', async () => {
    const html = await render([formula('\\frac{<b>'), block([span('after')])]);
    expect(html).toContain('\\frac{&lt;b&gt;');
    expect(html).toContain('<p>after</p>');
  });

  test('links a document to its page, and keeps the text without the document', async () => {
    const link = (document: typeof lorenz | null) =>
      block([span('Lorenz', 'a')], [{ __typename: 'InternalLink', key: 'a', document }]);
    expect(await render([link(lorenz)])).toContain('<a href="/people/edward-lorenz"');
    expect(await render([link(null)])).toContain('<p>Lorenz</p>');
  });

  test('renders a javascript: link as text', async () => {
    const html = await render([
      block([span('press', 'a')], [{ __typename: 'RichTextLink', key: 'a', href: 'javascript:alert(1)' }]),
    ]);
    expect(html).toContain('<p>press</p>');
  });

  test('numbers footnotes in reading order, with links to and from them', async () => {
    const note = (key: string, content: string): Annotation => ({
      __typename: 'Footnote',
      key,
      text: { __typename: 'RichText', blocks: [block([span(content)]) as never] },
    });
    const html = await render([
      block([span('one', 'b'), span(' two', 'a')], [note('a', 'second note'), note('b', 'first note')]),
    ]);
    expect(html).toMatch(/one<sup.*href="#text-note-1".* two<sup.*href="#text-note-2"/s);
    expect(html).toMatch(/id="text-note-1".*first note.*href="#text-ref-1".*second note/s);
    expect(html).toContain('id="text-ref-1"');
  });

  test('renders footnotes within footnotes, which are read from JSON', async () => {
    const stored = (words: string, ...marks: object[]) => [
      {
        _type: 'block',
        _key: 'b',
        style: 'normal',
        markDefs: marks,
        children: [{ _type: 'span', _key: 's', text: words, marks: marks.length > 0 ? ['key0'] : [] }],
      },
    ];
    const third = { _type: 'footnote', _key: 'key0', text: stored('third note') };
    const second: Annotation = {
      __typename: 'Footnote',
      key: 'key0',
      text: { __typename: 'RichText', json: stored('second note', third) },
    } as never;
    const first: Annotation = {
      __typename: 'Footnote',
      key: 'key0',
      text: { __typename: 'RichText', blocks: [block([span('first note', 'key0')], [second])] },
    } as never;
    const html = await render([block([span('word', 'key0')], [first])]);
    expect(html).toMatch(
      /id="text-note-1".*first note.*id="text-note-2".*second note.*id="text-note-3".*third note/s,
    );
  });

  test('renders a film in the text, and nothing without the film', async () => {
    const film = (id: string | null): ProseBlockFragment => ({
      __typename: 'EmbeddedFilm',
      key: 'f',
      film: id === null ? null : { __typename: 'Film', id },
    });
    expect(await render([film('lorenz')])).toContain('<i>film <!-- -->lorenz</i>');
    expect(await render([film(null)])).not.toContain('film');
  });

  test.each(['Illustration', 'RichTextPicture'] as const)(
    'renders an image of a %s with size and description',
    async (__typename) => {
      const url = 'https://pictures.test/0a.jpg';
      const image = {
        __typename: 'Image',
        url,
        srcSet: `${url}?w=640 640w`,
        width: 1600,
        height: 1000,
        placeholder: null,
        alt: 'Two curves part.',
        caption: 'Sensitive dependence',
      } as const;
      const html = await render([{ __typename, key: 'fig', image }]);
      const [img = ''] = /<img[^>]*>/.exec(html) ?? [];
      for (const attribute of ['0a.jpg?w=640 640w"', 'width="1600" height="1000"', 'alt="Two curves part."'])
        expect(img).toContain(attribute);
      expect(html).toContain('<figcaption>Sensitive dependence</figcaption>');
      expect(await render([{ __typename, key: 'fig', image: null }])).not.toContain('<figure');
    },
  );

  test('escapes code', async () => {
    const code = 'if (a < b) {\n  "</pre>"\n}';
    const html = await render([{ __typename: 'CodeListing', key: 'c', language: 'js', code, html: null }]);
    expect(html).toContain('if (a &lt; b) {\n  &quot;&lt;/pre&gt;&quot;\n}');
  });

  test.each([
    ['JS', 'JavaScript'],
    ['elm', 'Elm'],
    ['constructor', 'Constructor'],
    ['__proto__', '__proto__'],
  ])('names the language of code: %s is %s', async (language, name) => {
    const listing = { __typename: 'CodeListing', key: 'c', code: 'x', language, html: null } as const;
    expect(await render([listing])).toContain(`aria-label="Code in ${name}"`);
  });

  test('renders code with the classes of its syntax', async () => {
    const marked = '<span class="tok-keyword">let</span> a';
    const html = await render([
      { __typename: 'CodeListing', key: 'c', language: 'js', code: 'let a', html: marked },
    ]);
    expect(html).toContain(`<code>${marked}</code>`);
  });

  test('renders list items', async () => {
    const item = { listItem: 'bullet', level: 1 };
    const html = await render([block([span('one')], [], item), block([span('two')], [], item)]);
    expect(html).toContain('<ul><li>one</li><li>two</li></ul>');
  });

  test.each([
    ['long', 'x'.repeat(100_000)],
    ['deeply nested', `${'{'.repeat(900)}x${'}'.repeat(900)}`],
    ['that defines macros', `\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(300)}`],
  ])('renders TeX %s in bounded HTML', async (_kind, tex) => {
    const html = await render([formula(tex), block([span('after')])]);
    expect(html).toContain('<p>after</p>');
    expect(html.length).toBeLessThan(1_000_000);
  });

  test.each(['constructor', '__proto__', 'toString', '@list'])(
    'renders text whose marks, style and list are named %s',
    async (name) => {
      const html = await render([
        block([span('mark', name)], [{ __typename: 'UnknownRichTextNode', key: name, json: { _type: 'x' } }]),
        block([span('style')], [], { style: name }),
        block([span('list')], [], { listItem: name, level: 1 }),
      ]);
      expect(html).toContain('<p>mark</p><p>style</p><p>list</p>');
    },
  );

  test('ignores failed blocks and unknown objects', async () => {
    const html = await render([
      null,
      { __typename: 'UnknownRichTextNode', key: 'h', json: { _type: 'x' } },
      block([{ __typename: 'UnknownRichTextNode', json: { _type: 'x' } }, null, span('still here')]),
    ]);
    expect(html).toContain('<p>still here</p>');
  });
});
