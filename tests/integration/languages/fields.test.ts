import { describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { execute, reference } from '../../reference/edgeCases.ts';
import { byKey, byLanguage, createLanguagesGraph } from '../../reference/languages.ts';
import { documentOf, image, textBlock } from '../../reference/pages.ts';

/** The operators of a query, as the content service counts them. */
const operatorsOf = (groq: string) => groq.replaceAll(/"[^"]*"/g, '"').replaceAll(/[\w\s]/g, '').length;

const slug = (current: string) => ({ _type: 'slug', current });
const entryOf = (entry: Record<string, unknown>) => documentOf('place', 'p', { name: 'P', ...entry });

/** Returns the place `p` in each language. */
async function inLanguages(attributes: Record<string, unknown>, selection: string, languages: string[]) {
  const graph = createLanguagesGraph([entryOf(attributes)]);
  return Promise.all(
    languages.map(async (language) => {
      const { data, errors } = await execute(graph, `{ places { nodes { ${selection} } } }`, {}, language);
      expect(errors).toBeUndefined();
      return data.places.nodes[0];
    }),
  );
}

const NAMES = { en: 'Lake', de: 'See' };

describe('localized fields', () => {
  test.each([
    ['arrays with the language as key', byKey(NAMES)],
    ['arrays with the language as attribute', byLanguage(NAMES)],
    ['objects with an attribute for each language', { _type: 'localeString', ...NAMES }],
  ])('are read from %s, with fallbacks', async (_title, name) => {
    const found = await inLanguages({ name }, 'name', ['en', 'de', 'de-CH', 'de-AT']);
    expect(found).toEqual([{ name: 'Lake' }, { name: 'See' }, { name: 'See' }, { name: 'See' }]);
  });

  test('have the value of the most specific language that has one, and null without any', async () => {
    const motto = byLanguage({ en: 'Be here', 'de-CH': 'Sei da' });
    expect(await inLanguages({ motto }, 'motto', ['en', 'de', 'de-CH', 'fr'])).toEqual([
      { motto: 'Be here' },
      { motto: 'Be here' },
      { motto: 'Sei da' },
      { motto: null },
    ]);
  });

  test('that are not translated have their value in every language', async () => {
    expect(await inLanguages({ motto: 'Be here', price: 3 }, 'motto price', ['en', 'de'])).toEqual([
      { motto: 'Be here', price: 3 },
      { motto: 'Be here', price: 3 },
    ]);
  });

  test('that are not translated have lists, objects, images and rich text in every language', async () => {
    const plain = {
      slug: slug('p'),
      tags: ['water', 'shore'],
      notice: { _type: 'notice', heading: 'Closed' },
      map: image('x'),
      story: [textBlock('Once'), { _type: 'code', _key: 'c', language: 'de', code: 'x' }],
    };
    const [en, ch] = await inLanguages(
      plain,
      'slug tags notice { heading } map { url } story { plainText }',
      ['en', 'de-CH'],
    );
    expect(en).toMatchObject({
      slug: 'p',
      tags: ['water', 'shore'],
      notice: { heading: 'Closed' },
      map: { url: expect.stringContaining('/x-40x30.png') },
      story: { plainText: 'Once' },
    });
    expect(ch).toEqual(en);
  });

  test.each([
    ['entries without values', byKey({ en: null, de: undefined })],
    ['entries of other languages', byKey({ it: ['x'] })],
    ['an object of other languages', { _type: 'localeValue', it: 'x' }],
    ['an empty object', { _type: 'localeValue' }],
    ['an empty list', []],
  ])('have no value: %s', async (_title, value) => {
    const empty = { motto: value, tags: value, notice: value, map: value, story: value };
    const selection = 'motto tags notice { heading } map { url } story { plainText }';
    expect(await inLanguages(empty, selection, ['en'])).toEqual([
      { motto: null, tags: null, notice: null, map: null, story: null },
    ]);
  });

  test.each([
    ['motto', ['x'], 'list'],
    ['motto', { _type: 'reference', _ref: 'p' }, 'reference'],
    ['tags', 'one', 'string'],
    ['story { plainText }', 'plain', 'string'],
    ['story { plainText }', textBlock('x'), 'object block'],
    ['map { url }', 'x', 'string'],
    ['map { url }', { _type: 'reference', _ref: 'image-x-40x30-png' }, 'reference'],
    ['map { url }', [image('x')], 'list'],
    ['notice { heading }', 5, 'number'],
    ['price', [1], 'list'],
  ])(
    'are a mismatch if a value without languages is of another kind: %s %j',
    async (selection, value, found) => {
      const [name = ''] = selection.split(' ');
      const graph = createLanguagesGraph([entryOf({ [name]: value })]);
      const { data, errors } = await execute(graph, `{ places { nodes { ${selection} } } }`);
      expect(data.places.nodes).toEqual([{ [name]: null }]);
      expect(errors).toMatchObject([
        { extensions: { code: 'CONTENT_MISMATCH', document: 'p', attribute: name, found } },
      ]);
    },
  );

  test('have the first entry of a language with a value', async () => {
    const twice = (blank: unknown, value: unknown) => [
      ...byKey({ de: blank }),
      ...byLanguage({ de: value, en: 'English' }),
    ];
    const attributes = {
      motto: twice(' ', 'Sei da'),
      tags: twice([], ['Ufer']),
      story: twice([textBlock('')], [textBlock('Einst')]),
      slug: [...byKey({ de: slug('') }), ...byKey({ de: slug('see') })],
    };
    const [de] = await inLanguages(attributes, 'motto tags story { plainText } slug', ['de']);
    expect(de).toEqual({ motto: 'Sei da', tags: ['Ufer'], story: { plainText: 'Einst' }, slug: 'see' });
  });

  test('have numbers, lists, images, objects and slugs', async () => {
    const found = await inLanguages(
      {
        slug: byKey({ en: slug('lake'), de: slug('see') }),
        price: byLanguage({ en: 5, de: 6.5 }),
        tags: byLanguage({ en: ['water'], de: ['Wasser', 'Ufer'] }),
        map: byKey({ en: image('en'), de: image('de') }),
        notice: { en: { heading: 'Closed' }, de: { heading: 'Geschlossen', place: reference('p') } },
      },
      'slug price tags map { url } notice { heading place { slug } }',
      ['en', 'de'],
    );
    expect(found).toMatchObject([
      { slug: 'lake', price: 5, tags: ['water'], notice: { heading: 'Closed', place: null } },
      { slug: 'see', price: 6.5, tags: ['Wasser', 'Ufer'], notice: { place: { slug: 'see' } } },
    ]);
    expect(found.map(({ map }) => map.url)).toEqual([
      expect.stringContaining('/en-40x30.png'),
      expect.stringContaining('/de-40x30.png'),
    ]);
  });

  test('have rich text with its links', async () => {
    const link = { _key: 'l', _type: 'link', reference: reference('p') };
    const story = byLanguage({
      en: [{ ...textBlock('Once'), markDefs: [] }],
      de: [{ ...textBlock('Einst'), markDefs: [link] }],
    });
    const text =
      'story { plainText readingMinutes json blocks { __typename } links { documents { ... on Place { name } } } }';
    const [en, de] = await inLanguages({ name: NAMES, story }, text, ['en', 'de']);
    expect(en.story).toMatchObject({ plainText: 'Once', links: { documents: [] } });
    expect(de.story).toMatchObject({
      plainText: 'Einst',
      readingMinutes: 1,
      json: [{ _type: 'block' }],
      blocks: [{ __typename: 'TextBlock' }],
      links: { documents: [{ name: 'See' }] },
    });
  });

  test('are read in inline objects and at paths', async () => {
    const details = {
      title: byKey({ en: 'Info', de: 'Auskunft' }),
      texts: { subtitle: { en: 'More', de: 'Mehr' } },
    };
    expect(await inLanguages({ details }, 'details { title subtitle }', ['de'])).toEqual([
      { details: { title: 'Auskunft', subtitle: 'Mehr' } },
    ]);
  });

  test.each([
    ['motto', 'null', null],
    ['motto', 'an empty text', ''],
    ['motto', 'spaces', '  '],
    ['motto', 'line breaks and tabs', '\n\t\r\n'],
    ['motto', 'a no-break space', '\u00a0'],
    ['motto', 'an ideographic space', '\u3000'],
    ['motto', 'a zero-width space', '\u200b'],
    ['motto', 'a word joiner and a mark of direction', '\u2060\u200e'],
    ['motto', 'an empty list', []],
    ['tags', 'an empty list', []],
    ['tags', 'a list of blank texts', ['', ' ', null]],
    ['price', 'an empty text', ''],
    ['story { plainText }', 'an empty list', []],
    ['story { plainText }', 'an empty block', [textBlock('')]],
    ['story { plainText }', 'blank blocks', [textBlock(' '), textBlock('\u00a0')]],
    ['story { plainText }', 'a block without children', [{ _type: 'block', _key: 'b' }]],
    ['map { url }', 'an image without asset', { _type: 'image' }],
    ['notice { heading }', 'an object without values', { _type: 'notice', heading: ' ' }],
    ['notice { heading }', 'an empty object', {}],
    ['slug', 'a slug without text', { _type: 'slug', current: '' }],
  ])(
    'with a translation of %s that is %s have that of the next language',
    async (selection, _title, empty) => {
      const name = selection.split(' ')[0] as string;
      const values: Record<string, unknown> = {
        motto: 'Be here',
        tags: ['water'],
        price: 5,
        story: [textBlock('Once')],
        map: image('en'),
        notice: { heading: 'Closed' },
        slug: slug('lake'),
      };
      const en = values[name];
      for (const form of [byKey, byLanguage, (all: object) => all]) {
        const [own, fallback] = await inLanguages({ [name]: form({ en, de: empty }) }, selection, [
          'en',
          'de',
        ]);
        expect(own[name]).not.toBeNull();
        expect(fallback).toEqual(own);
      }
      const [none] = await inLanguages(
        { motto: 'x', slug: slug('x'), [name]: byKey({ fr: empty, it: en }) },
        'motto',
        ['fr'],
      );
      expect(none).toEqual({ motto: name === 'motto' ? null : 'x' });
    },
  );

  test.each([12, true, { odd: 1 }, ['a', 'b']])(
    'with a translation of another kind do not have that of the next language: %j',
    async (de) => {
      const graph = createLanguagesGraph([entryOf({ motto: byKey({ en: 'Be here', de }) })]);
      const { data, errors } = await execute(graph, '{ places { nodes { motto } } }', {}, 'de');
      expect(data.places.nodes).toEqual([{ motto: null }]);
      expect(errors).toMatchObject([{ extensions: { code: 'CONTENT_MISMATCH' } }]);
    },
  );

  const faulty = [{ ...textBlock('x'), children: [{ _type: 'span', _key: 's', text: 4711 }] }];

  test.each<[Record<string, unknown>, string, string, string]>([
    [{ motto: byKey({ de: ['a', 'list'] }) }, 'motto', 'motto[_key=="de"].value', 'list'],
    [{ motto: byLanguage({ en: 'x', de: 12 }) }, 'motto', 'motto[language=="de"].value', 'number'],
    [{ motto: { de: ['a'] } }, 'motto', 'motto.de', 'list'],
    [{ motto: { en: ['a'] } }, 'motto', 'motto.en', 'list'],
    [{ tags: { de: ['a', 1] } }, 'tags', 'tags.de[1]', 'number'],
    [{ tags: ['a', 1] }, 'tags', 'tags[1]', 'number'],
    [{ price: byKey({ de: 'x' }) }, 'price', 'price[_key=="de"].value', 'string'],
    [{ map: { de: [image('x')] } }, 'map { url }', 'map.de', 'list'],
    [{ notice: { de: 5 } }, 'notice { heading }', 'notice.de', 'number'],
    [{ notice: { de: { heading: 5 } } }, 'notice { heading }', 'notice.de.heading', 'number'],
    [{ story: { de: 'x' } }, 'story { plainText }', 'story.de', 'string'],
    [{ story: { de: { _type: 'block', children: [] } } }, 'story { plainText }', 'story.de', 'object block'],
    [{ story: { _type: 'block', children: [] } }, 'story { plainText }', 'story', 'object block'],
    [{ story: { de: {} } }, 'story { plainText }', 'story.de', 'object'],
    [{ story: { de: faulty } }, 'story { json }', 'story.de[0].children[0].text', 'number'],
    [
      { story: byKey({ de: faulty }) },
      'story { blocks { ... on TextBlock { children { __typename } } } }',
      'story[_key=="de"].value[0].children[0].text',
      'number',
    ],
    [
      { story: { de: [{ _type: 'hint', _key: 'h', text: { de: 5 } }] } },
      'story { blocks { ... on Hint { text } } }',
      'story.de[0].text.de',
      'number',
    ],
    [{ slug: { de: { current: 5 } } }, 'slug', 'slug.de.current', 'number'],
    [{ slug: { current: 5 } }, 'slug', 'slug.current', 'number'],
    [{ details: { title: { de: 5 } } }, 'details { title }', 'details.title.de', 'number'],
    [
      { details: { texts: { subtitle: { de: 5 } } } },
      'details { subtitle }',
      'details.texts.subtitle.de',
      'number',
    ],
    [{ details: { nearest: { de: 'x' } } }, 'details { nearest { id } }', 'details.nearest.de', 'string'],
    [
      { details: { nearest: { de: { a: 1 } } } },
      'details { nearest { id } }',
      'details.nearest.de',
      'object',
    ],
    [
      { details: { others: { de: [reference('p'), 5] } } },
      'details { others { id } }',
      'details.others.de[1]',
      'number',
    ],
    [
      { details: { others: { de: reference('p') } } },
      'details { others { id } }',
      'details.others.de',
      'reference',
    ],
    [{ details: { aside: { de: 5 } } }, 'details { aside { __typename } }', 'details.aside.de', 'number'],
    [
      { details: { aside: { de: { _type: 'odd', x: 1 } } } },
      'details { aside { __typename } }',
      'details.aside.de',
      'object odd',
    ],
    [
      { details: { aside: { de: faulty } } },
      'details { aside { ... on RichText { json } } }',
      'details.aside.de[0].children[0].text',
      'number',
    ],
    [
      { details: { asides: byKey({ de: [{ _type: 'part', text: [] }, { _type: 'odd' }] }) } },
      'details { asides { __typename } }',
      'details.asides[_key=="de"].value[1]',
      'object odd',
    ],
    [
      { details: { notices: byKey({ de: [{ heading: 'x' }, { heading: 5 }] }) } },
      'details { notices { heading } }',
      'details.notices[_key=="de"].value[1].heading',
      'number',
    ],
    [
      { details: { parts: [{ text: [] }, { text: { de: faulty } }] } },
      'details { parts { text { blocks { __typename ... on TextBlock { children { __typename } } } } } }',
      'details.parts[1].text.de[0].children[0].text',
      'number',
    ],
  ])(
    'of another kind are an error with the path of the stored value: %j',
    async (values, field, attribute, found) => {
      const graph = createLanguagesGraph([entryOf({ slug: slug('p'), ...values })]);
      const { errors } = await execute(graph, `{ places { nodes { alias: ${field} } } }`, {}, 'de');
      expect(errors).toMatchObject([
        { extensions: { code: 'CONTENT_MISMATCH', document: 'p', attribute, found } },
      ]);
      expect(graph.issues).toMatchObject([{ document: 'p', attribute, found }]);
    },
  );

  test.each<[unknown, string, string]>([
    ['plain', 'slug', 'string'],
    [7, 'slug', 'number'],
    [['a'], 'slug', 'list'],
    [[slug('x')], 'slug', 'list'],
    [{ de: 'see' }, 'slug.de', 'string'],
    [{ de: ['see'], en: slug('lake') }, 'slug.de', 'list'],
    [byKey({ de: true, en: slug('lake') }), 'slug[_key=="de"].value', 'boolean'],
  ])('are a mismatch if no object is on the path in a translation: %j', async (value, attribute, found) => {
    const graph = createLanguagesGraph([entryOf({ slug: value })]);
    const { errors } = await execute(graph, '{ places { nodes { slug } } }', {}, 'de');
    expect(errors).toMatchObject([
      { extensions: { code: 'CONTENT_MISMATCH', document: 'p', attribute, expected: 'an object', found } },
    ]);
    const lists = await execute(
      graph,
      '{ with: places(filter: { slug: { defined: true } }) { totalCount } without: places(filter: { slug: { eq: null } }) { totalCount } }',
      {},
      'de',
    );
    expect(lists.data).toEqual({ with: { totalCount: 0 }, without: { totalCount: 1 } });
  });

  test.each<[unknown, string]>([
    [{ lines: 'x' }, 'details.address.lines'],
    [{ de: { lines: ['x'] } }, 'details.address.de.lines'],
    [{ de: 'x' }, 'details.address.de'],
    [{ de: { lines: { first: 5 } } }, 'details.address.de.lines.first'],
  ])('name the value on a longer path: %j', async (address, attribute) => {
    const graph = createLanguagesGraph([entryOf({ details: { address } })]);
    const { errors } = await execute(graph, '{ places { nodes { details { address } } } }', {}, 'de');
    expect(errors).toMatchObject([{ extensions: { code: 'CONTENT_MISMATCH', attribute } }]);
  });

  test.each([
    null,
    '',
    ' ',
    [],
    {},
    { _type: 'slug' },
    { it: slug('x') },
    { it: 'x' },
    { de: {} },
    { de: '' },
    byKey({ it: 'x' }),
  ])('have no value if a translation lacks the path: %j', async (value) => {
    const graph = createLanguagesGraph([entryOf({ details: { address: value } })]);
    const { data, errors } = await execute(graph, '{ places { nodes { details { address } } } }', {}, 'de');
    expect(errors).toBeUndefined();
    expect(data.places.nodes).toEqual([{ details: { address: null } }]);
  });

  test('have references, unions and lists of them', async () => {
    const details = {
      nearest: { en: reference('q'), de: reference('p') },
      others: byKey({ de: [reference('p'), reference('p')] }),
      aside: { de: [textBlock('Einst')] },
      asides: [{ _type: 'part', text: { de: [textBlock('Teil')] } }, reference('p')],
    };
    const selection = `details { nearest { slug } others { slug } aside { ... on RichText { plainText } }
      asides { __typename ... on Part { text { plainText } } ... on Place { slug } } }`;
    const [en, de] = await inLanguages({ slug: slug('p'), details }, selection, ['en', 'de']);
    expect(de.details).toEqual({
      nearest: { slug: 'p' },
      others: [{ slug: 'p' }, { slug: 'p' }],
      aside: { plainText: 'Einst' },
      asides: [
        { __typename: 'Part', text: { plainText: 'Teil' } },
        { __typename: 'Place', slug: 'p' },
      ],
    });
    expect(en.details).toMatchObject({ nearest: null, others: null, aside: null });
  });

  test('are chosen by expressions that a query has once, whatever the number of fields', async () => {
    const fields = (count: number) =>
      [...Array(count).keys()].map((i) => `a${i}: motto b${i}: story { plainText } c${i}: map { url }`);
    const sizes = [];
    for (const count of [1, 20]) {
      const graph = createLanguagesGraph([entryOf({ motto: { de: 'Sei da' } })]);
      const { data } = await execute(graph, `{ places { nodes { ${fields(count).join(' ')} } } }`, {}, 'de');
      expect(data.places.nodes[0]).toMatchObject({ a0: 'Sei da', [`a${count - 1}`]: 'Sei da' });
      sizes.push(operatorsOf(graph.requests[0]?.groq ?? ''));
    }
    const [one = 0, twenty = 0] = sizes;
    expect((twenty - one) / 19).toBeLessThan(150);
  });

  test('that are required and have no value are an error', async () => {
    const graph = createLanguagesGraph([entryOf({ name: byKey({ de: 'See' }) })]);
    const { data, errors } = await execute(graph, '{ places { nodes { name } } }');
    expect(data.places.nodes).toEqual([null]);
    expect(errors).toMatchObject([{ extensions: { code: 'INCOMPLETE_DOCUMENT', attribute: 'name' } }]);
  });
});

test('the language of a request applies to everything in it, in each execution of an operation', async () => {
  const graph = createLanguagesGraph([
    documentOf('area', 'a', { title: byKey({ en: 'North', de: 'Norden' }), slug: slug('north') }),
    documentOf('place', 'p', { name: NAMES, area: reference('a') }),
  ]);
  const document = parse(`query ($id: ID!) {
    area(by: { slug: "north" }) { title places { nodes { name area { title } } } }
    node(id: $id) { ... on Place { name } }
    nodes(ids: [$id]) { ... on Place { name } }
  }`);
  const id = Buffer.from('Place:p').toString('base64url');
  for (const [locale, name, title] of [
    ['de', 'See', 'Norden'],
    ['en', 'Lake', 'North'],
    ['de', 'See', 'Norden'],
  ] as const) {
    const { data, errors } = await graph.execute(document, { id }, locale);
    expect(errors).toBeUndefined();
    expect(JSON.parse(JSON.stringify(data))).toEqual({
      area: { title, places: { nodes: [{ name, area: { title } }] } },
      node: { name },
      nodes: [{ name }],
    });
  }
  expect(graph.requests).toHaveLength(3);
});
