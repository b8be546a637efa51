import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { prerenderToNodeStream } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { mathRenderer } from './mathRenderer.ts';
import type { ProseFragment } from './Prose.generated.ts';
import { Prose } from './Prose.tsx';
import type { LinkedDocument } from './proseComponents.tsx';
import { renderMath } from './renderMath.ts';

const span = (content: string, ...marks: string[]) => ({
  _type: 'span',
  _key: content,
  text: content,
  marks,
});
const block = (children: object[], markDefs: object[] = [], style = 'normal') => ({
  _type: 'block',
  _key: JSON.stringify(children).slice(0, 40),
  style,
  markDefs,
  children,
});
const lorenz = { __typename: 'Person', id: 'p', slug: 'edward-lorenz' } as const;
const film = { __typename: 'Film', id: 'f', slug: 'lorenz' } as const;

const render = async (
  json: unknown,
  references: { ref: string; document: LinkedDocument }[] = [],
  images: ProseFragment['links']['images'] = [],
): Promise<string> => {
  const { prelude } = await prerenderToNodeStream(
    <mathRenderer.Provider value={renderMath}>
      <MemoryRouter>
        <Prose
          text={{ json, links: { references, images } }}
          renderFilm={(document) => <i>film {'slug' in document && document.slug}</i>}
        />
      </MemoryRouter>
    </mathRenderer.Provider>,
  );
  return text(prelude);
};

describe('rich text', () => {
  test('renders formulas as HTML and MathML, inline and on their own line', async () => {
    const html = await render([
      block([span('where '), { _type: 'math', _key: 'm', tex: '\\sigma' }]),
      { _type: 'math', _key: 'd', tex: '\\frac{1}{\\lambda}' },
    ]);
    expect(html).toMatch(/<p>where <!-- --><span[^>]*><span class="katex"><span class="katex-mathml"><math/);
    expect(html).toMatch(/display="block".*<mfrac>/s);
  });

  test('shows invalid TeX as text', async () => {
    const html = await render([{ _type: 'math', _key: 'd', tex: '\\frac{<b>' }, block([span('after')])]);
    expect(html).toContain('\\frac{&lt;b&gt;');
    expect(html).toContain('<p>after</p>');
  });

  test('links a document to its page, and keeps the text without the document', async () => {
    const def = { _type: 'internalLink', _key: 'a', reference: { _ref: 'person-lorenz' } };
    const body = [block([span('Lorenz', 'a')], [def])];
    expect(await render(body, [{ ref: 'person-lorenz', document: lorenz }])).toContain(
      '<a href="/people/edward-lorenz"',
    );
    expect(await render(body)).toContain('<p>Lorenz</p>');
  });

  test('renders a javascript: link as text', async () => {
    const html = await render([
      block([span('press', 'a')], [{ _type: 'link', _key: 'a', href: 'javascript:alert(1)' }]),
    ]);
    expect(html).toContain('<p>press</p>');
  });

  test('numbers footnotes in reading order, with links to and from them', async () => {
    const note = (key: string, content: string) => ({
      _type: 'footnote',
      _key: key,
      text: [block([span(content)])],
    });
    const html = await render([
      block([span('one', 'b'), span(' two', 'a')], [note('a', 'second note'), note('b', 'first note')]),
    ]);
    expect(html).toMatch(/one<sup.*href="#text-note-1".* two<sup.*href="#text-note-2"/s);
    expect(html).toMatch(/id="text-note-1".*first note.*href="#text-ref-1".*second note/s);
    expect(html).toContain('id="text-ref-1"');
  });

  test('renders a film in the text, and nothing without the film', async () => {
    const body = [{ _type: 'film', _key: 'f', reference: { _ref: 'film-lorenz' } }];
    expect(await render(body, [{ ref: 'film-lorenz', document: film }])).toContain(
      '<i>film <!-- -->lorenz</i>',
    );
    expect(await render(body)).not.toContain('film');
  });

  test('renders an image with size and description, and the description without the image', async () => {
    const words = { alt: 'Two curves part.', caption: 'Sensitive dependence' };
    const body = [{ _type: 'figure', _key: 'fig', image: { asset: { _ref: 'image-0a' }, ...words } }];
    const url = 'https://pictures.test/0a.jpg';
    const image = {
      url,
      srcSet: `${url}?w=640 640w`,
      width: 1600,
      height: 1000,
      placeholder: null,
      ...words,
    };
    const html = await render(
      body,
      [],
      [{ __typename: 'RichTextImage', key: 'fig', image: { __typename: 'Image', ...image } }],
    );
    const [img = ''] = /<img[^>]*>/.exec(html) ?? [];
    for (const attribute of ['0a.jpg?w=640 640w"', 'width="1600" height="1000"', 'alt="Two curves part."'])
      expect(img).toContain(attribute);
    expect(html).toContain('<figcaption>Sensitive dependence</figcaption>');
    expect(await render(body)).toMatch(/<p[^>]*>Two curves part\.<\/p>/);
  });

  test('escapes code', async () => {
    const html = await render([
      { _type: 'code', _key: 'c', language: 'js', code: 'if (a < b) {\n  "</pre>"\n}' },
    ]);
    expect(html).toContain('if (a &lt; b) {\n  &quot;&lt;/pre&gt;&quot;\n}');
  });

  test('renders at most ten list levels', async () => {
    const html = await render([{ ...block([span('deep')]), listItem: 'bullet', level: 30_000_000 }]);
    expect(html.match(/<ul>/g)).toHaveLength(10);
    expect(html).toContain('deep');
  });

  test.each([
    ['long', 'x'.repeat(100_000)],
    ['deeply nested', `${'{'.repeat(900)}x${'}'.repeat(900)}`],
    ['that defines macros', `\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(300)}`],
  ])('renders TeX %s in bounded HTML', async (_kind, tex) => {
    const html = await render([{ _type: 'math', _key: 'm', tex }, block([span('after')])]);
    expect(html).toContain('<p>after</p>');
    expect(html.length).toBeLessThan(1_000_000);
  });

  test.each<[string, unknown]>([
    ['blocks that are not objects', [null, 7, 'text', [[]]]],
    ['lists that are null', [{ _type: 'block', children: null, markDefs: null }]],
    ['lists that are texts', [{ _type: 'block', children: 'x', markDefs: 'x', marks: 'x' }]],
    ['inline nodes that are not objects', [{ _type: 'block', children: [null, 7, 'x'], markDefs: [null] }]],
    ['keys that are not texts', [{ ...block([span('x')]), _key: { toString: null } }]],
    ['reserved types', ['@list', '@span', '@text'].map((_type) => ({ _type }))],
    [
      'names of object members',
      ['constructor', '__proto__', 'toString'].flatMap((name) => [
        { _type: name },
        block([span('x', name)], [{ _type: name, _key: name }], name),
        { ...block([span('x')]), listItem: name, level: 1 },
      ]),
    ],
    [
      'attributes that are not texts',
      [
        { _type: 'math', tex: 7 },
        { _type: 'code', code: {}, language: 7 },
        { _type: 'quote', text: [{ _type: 'block' }], attribution: {}, source: [] },
        { _type: 'figure', image: { alt: {} }, caption: {} },
        { _type: 'film', reference: 'x' },
        block([span('x', 'a')], [{ _type: 'link', _key: 'a', href: {} }]),
        block([span('x', 'a')], [{ _type: 'footnote', _key: 'a', text: 'x' }]),
      ],
    ],
  ])('ignores %s', async (_kind, json) => {
    expect(await render([...(json as unknown[]), block([span('still here')])])).toContain(
      '<p>still here</p>',
    );
  });

  test('ignores invalid Portable Text and unknown block types', async () => {
    expect(await render('not an array')).not.toContain('<p>');
    expect(await render([{ _type: 'hologram', _key: 'h' }, block([span('still here')])])).toContain(
      'still here',
    );
  });
});
