import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { prerenderToNodeStream } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { formulaSetter } from './mathRenderer.ts';
import type { ProseFragment } from './Prose.generated.ts';
import { Prose } from './Prose.tsx';
import type { Linked } from './proseComponents.tsx';
import { setFormula } from './renderMath.ts';

const span = (words: string, ...marks: string[]) => ({ _type: 'span', _key: words, text: words, marks });
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
  references: { ref: string; document: Linked }[] = [],
  images: ProseFragment['links']['images'] = [],
): Promise<string> => {
  const { prelude } = await prerenderToNodeStream(
    <formulaSetter.Provider value={setFormula}>
      <MemoryRouter>
        <Prose
          text={{ json, links: { references, images } }}
          film={(document) => <i>film {document.slug}</i>}
        />
      </MemoryRouter>
    </formulaSetter.Provider>,
  );
  return text(prelude);
};

describe('rich text', () => {
  test('a formula is set and said, on its own line or in the sentence', async () => {
    const html = await render([
      block([span('where '), { _type: 'math', _key: 'm', tex: '\\sigma' }]),
      { _type: 'math', _key: 'd', tex: '\\frac{1}{\\lambda}' },
    ]);
    expect(html).toMatch(/<p>where <!-- --><span[^>]*><span class="katex"><span class="katex-mathml"><math/);
    expect(html).toMatch(/display="block".*<mfrac>/s);
  });

  test('TeX that cannot be read is shown as it stands and breaks nothing', async () => {
    const html = await render([{ _type: 'math', _key: 'd', tex: '\\frac{<b>' }, block([span('after')])]);
    expect(html).toContain('\\frac{&lt;b&gt;');
    expect(html).toContain('<p>after</p>');
  });

  test('a link to a document goes to its page; without the document the words stay', async () => {
    const def = { _type: 'internalLink', _key: 'a', reference: { _ref: 'person-lorenz' } };
    const body = [block([span('Lorenz', 'a')], [def])];
    expect(await render(body, [{ ref: 'person-lorenz', document: lorenz }])).toContain(
      '<a href="/people/edward-lorenz"',
    );
    expect(await render(body)).toContain('<p>Lorenz</p>');
  });

  test('a link that would run a script is only words', async () => {
    const html = await render([
      block([span('press', 'a')], [{ _type: 'link', _key: 'a', href: 'javascript:alert(1)' }]),
    ]);
    expect(html).toContain('<p>press</p>');
  });

  test('notes are numbered in reading order, and lead there and back', async () => {
    const note = (key: string, words: string) => ({
      _type: 'footnote',
      _key: key,
      text: [block([span(words)])],
    });
    const html = await render([
      block([span('one', 'b'), span(' two', 'a')], [note('a', 'second note'), note('b', 'first note')]),
    ]);
    expect(html).toMatch(/one<sup.*href="#text-note-1".* two<sup.*href="#text-note-2"/s);
    expect(html).toMatch(/id="text-note-1".*first note.*href="#text-mark-1".*second note/s);
    expect(html).toContain('id="text-mark-1"');
  });

  test('a film stands where the text names it, and leaves no trace when it is gone', async () => {
    const body = [{ _type: 'film', _key: 'f', reference: { _ref: 'film-lorenz' } }];
    expect(await render(body, [{ ref: 'film-lorenz', document: film }])).toContain(
      '<i>film <!-- -->lorenz</i>',
    );
    expect(await render(body)).not.toContain('film');
  });

  test('a picture keeps its place and says what it shows; without its file the words stand in', async () => {
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

  test('code is set as it was written, with nothing of it run', async () => {
    const html = await render([
      { _type: 'code', _key: 'c', language: 'js', code: 'if (a < b) {\n  "</pre>"\n}' },
    ]);
    expect(html).toContain('if (a &lt; b) {\n  &quot;&lt;/pre&gt;&quot;\n}');
  });

  test('what is no Portable Text, or of a kind to come, leaves the rest readable', async () => {
    expect(await render('not an array')).not.toContain('<p>');
    expect(await render([{ _type: 'hologram', _key: 'h' }, block([span('still here')])])).toContain(
      'still here',
    );
  });
});
