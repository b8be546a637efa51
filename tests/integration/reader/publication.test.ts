import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

const MODEL = `
type SiteSettings @document @lookup(by: []) { title: String contactEmail: String socialLinks: SocialLinks level: String }
type SocialLinks { linkedin: String youtube: String }
type HomePage @document @lookup(by: []) { title: String heroImage: Image featured: [Article!] sections: [Grid!] }
type ArticleIndex @document @lookup(by: []) { title: String description: String questions: [Questions!] }
type Navbar @document @lookup(by: []) { label: String columns: [NavbarItem!] buttons: [NavbarLink!] }
type NavbarItem { title: String links: [NavbarLink!] }
type NavbarLink { name: String description: String url: NavbarUrl }
type NavbarUrl { kind: NavbarUrlKind external: String internal: Article }
enum NavbarUrlKind { external internal }
type Footer @document @lookup(by: []) { label: String columns: [NavbarItem!] }
type Questions { heading: String faqs: [Faq!] }
type Faq @document { title: String! @label richText: RichText }
type Grid { heading: String cards: [Card!] }
type Card { title: String text: String image: Image url: String }
type Article @document {
  title: String! @searchable(weight: 10)
  slug: String @groq(expr: "slug.current")
  status: Status @searchable(facet: true)
  level: Level @searchable(facet: true)
  isFree: Boolean @searchable(facet: true)
  readingTime: Int
  category: Category @searchable(facet: true)
  body: RichText @searchable
  film: Video @asset
  steps: [Step!]
  statistic: Statistic
  goods: [Product!]
  goodsInText: [Product] @groq(expr: "body[_type == 'productCard'].product")
  wordsOfText: String @groq(expr: "pt::text(body)")
  pageCount: Int @groq(expr: "count(body)")
}
enum Status { published inReview @enumValue(is: "in-review") }
enum Level { BEGINNER forExperts @enumValue(is: "for-experts") }
type Category @document { title: String! @label }
type Author @document {
  name: String! @label
  born: Date
  died: Date
  lifespan: String
  firstShown: String
  minutes: Int
  program: String
  stays: [Stay!]
}
type Step { time: Int title: String note: String }
type Statistic { caption: String share: Int }
type Stay { name: String weeks: Int height: Float }
type Table @richText(as: [BLOCK]) { caption: String headerRow: Boolean rows: [TableRow!] }
type TableRow { cells: [String!] }
type Register @richText(as: [BLOCK]) { title: String headRows: Int source: String tableRows: [TableRow!] }
type ProductCard @richText(as: [BLOCK]) { product: Product }
type Formula @richText(as: [BLOCK, INLINE]) { tex: String }
type Listing @richText(as: [BLOCK]) { filename: String language: String code: String }
type Callout @richText(as: [BLOCK]) { title: String text: RichText }
type Product @document {
  name: String! @label
  slug: String @groq(expr: "slug.current")
  price: Float
  currency: String
  weight: Float
  weightUnit: String
  deposit: Float
  depositCurrency: Currency
  fee: Float
  feeCurrency: Currency
  thickness: Float
  thicknessUnit: Thickness
  volume: Volume
  warrantyMonths: Int
  supportEmail: String
  specs: [Spec!]
  reviews: [Review!]
}
enum Currency { EUR USD }
enum Thickness { inches @enumValue(is: "in.") }
enum Capacity { cubic_metres @enumValue(is: "m³") }
type Volume { amount: Float unit: Capacity }
type Spec { name: String value: String unit: String }
type Review { reviewer: String rating: Int text: String date: Date }
`;

const span = (text: string) => ({ _type: 'span', _key: text, text, marks: [] });
const paragraph = (...children: readonly object[]) => ({
  _type: 'block',
  _key: `p${children.length}`,
  style: 'normal',
  markDefs: [],
  children,
});
const table = (key: string, attributes: object) => ({
  _type: 'table',
  _key: key,
  rows: [
    { _type: 'tableRow', _key: 'a', cells: ['Place', '1911'] },
    { _type: 'tableRow', _key: 'b', cells: ['Causeway', '3.1'] },
  ],
  ...attributes,
});
const slug = (current: string) => ({ _type: 'slug', current });
const image = {
  _type: 'image',
  asset: { _ref: 'image-0123456789abcdef0123456789abcdef01234567-1600x1200-png' },
};
const ref = (_ref: string) => ({ _type: 'reference', _ref, _key: _ref });

const navbarLink = (name: string, url: object) => ({
  _type: 'navbarLink',
  _key: name,
  name,
  description: `About ${name}`,
  url: { _type: 'navbarUrl', ...url },
});

const DOCUMENTS = [
  {
    _id: 'siteSettings',
    _type: 'siteSettings',
    title: 'The Almanac',
    contactEmail: 'desk@example.org',
    socialLinks: { linkedin: 'https://linkedin.example/almanac', youtube: 'not an address' },
  },
  {
    _id: 'homePage',
    _type: 'homePage',
    title: 'Home',
    heroImage: { ...image, alt: 'The sea' },
    featured: [ref('ledger')],
    sections: [
      {
        _type: 'grid',
        _key: 'g',
        heading: 'Where to begin',
        cards: [
          { _type: 'card', _key: 'c', title: 'Maps', text: 'Of channels.', url: 'https://example.org/maps' },
        ],
      },
    ],
  },
  {
    _id: 'articleIndex',
    _type: 'articleIndex',
    title: 'Notes from the harbour',
    description: 'Every week.',
    questions: [{ _type: 'questions', _key: 'q', heading: 'Asked often', faqs: [ref('faq')] }],
  },
  { _id: 'faq', _type: 'faq', title: 'Is it salt?', richText: [paragraph(span('Most of it.'))] },
  {
    _id: 'navbar',
    _type: 'navbar',
    label: 'Main navigation',
    columns: [
      {
        _type: 'navbarItem',
        _key: 'n',
        title: 'Read',
        links: [navbarLink('Ledger', { kind: 'internal', internal: ref('ledger') })],
      },
    ],
    buttons: [navbarLink('Shop', { kind: 'external', external: 'https://shop.example.org/' })],
  },
  {
    _id: 'footer',
    _type: 'footer',
    columns: [
      {
        _type: 'navbarItem',
        _key: 'f',
        title: 'Company',
        links: [navbarLink('Jobs', { kind: 'external', external: 'https://jobs.example.org/' })],
      },
      {
        _type: 'navbarItem',
        _key: 'g',
        title: 'Legal',
        links: [navbarLink('Imprint', { kind: 'external', external: 'https://imprint.example.org/' })],
      },
    ],
  },
  { _id: 'tides', _type: 'category', title: 'Tides' },
  { _id: 'author', _type: 'author', name: 'Mira Sand' },
  {
    _id: 'ledger',
    _type: 'article',
    title: 'The ledger',
    slug: slug('ledger'),
    status: 'in-review',
    level: 'for-experts',
    isFree: true,
    readingTime: 9,
    category: ref('tides'),
    film: 'assetRidge00000000000000001',
    steps: [{ _type: 'step', _key: 's', time: 10, title: 'Peel', note: 'Keep the skins.' }],
    statistic: { _type: 'statistic', caption: 'of the onions were patient', share: 42 },
    goods: [ref('kettle')],
    body: [
      paragraph(
        span('For a small angle '),
        { _type: 'formula', _key: 'f', tex: '\\sin x \\approx x < 1' },
        span(' is enough.'),
      ),
      { _type: 'formula', _key: 'd', tex: 'T = \\frac{2\\pi}{\\omega}' },
      table('t', { caption: 'High water' }),
      table('u', { headerRow: false }),
      {
        _type: 'listing',
        _key: 'l',
        filename: 'tides.py',
        language: 'python',
        code: 'import math\nprint(math.pi)',
      },
      {
        _type: 'register',
        _key: 'r',
        title: 'Ships',
        headRows: 1,
        source: 'The harbour office',
        tableRows: Array.from({ length: 120 }, (_, number) => ({
          _type: 'tableRow',
          _key: `r${number}`,
          cells: [`Ship ${number}`],
        })),
      },
      { _type: 'productCard', _key: 'p', product: ref('kettle') },
      { _type: 'callout', _key: 'c', title: 'Take care', text: [paragraph(span('It floods.'))] },
    ],
  },
  { _id: 'other', _type: 'article', title: 'Another', slug: slug('other'), level: 'BEGINNER' },
  {
    _id: 'arabic',
    _type: 'article',
    title: 'مدّ البحر',
    slug: slug('arabic'),
    category: ref('tides'),
    body: [paragraph(span('جاء المدّ'))],
  },
  {
    _id: 'lena',
    _type: 'author',
    name: 'Lena Brandt',
    born: '1917-05-23',
    died: '2008-04-16',
    lifespan: '1917–2008',
    firstShown: '1950-03-01',
    minutes: 90,
    program: 'programs/tides/lena.py',
    stays: ['Trieste', 'Ostend', 'Bergen'].map((name, index) => ({
      _type: 'stay',
      _key: name,
      name,
      weeks: index + 1,
      ...(index > 0 && { height: 4.5 }),
    })),
  },
  {
    _id: 'kettle',
    _type: 'product',
    name: 'Kettle',
    slug: slug('kettle'),
    price: 129.5,
    currency: 'EUR',
    weight: 1.2,
    weightUnit: 'stone',
    deposit: 10,
    depositCurrency: 'EUR',
    feeCurrency: 'USD',
    thickness: 0.5,
    thicknessUnit: 'in.',
    volume: { amount: 3, unit: 'm³' },
    warrantyMonths: 24,
    supportEmail: 'help@example.org',
    specs: [
      { _type: 'spec', _key: 's', name: 'Lead', value: '1.2', unit: 'm' },
      { _type: 'spec', _key: 'z', name: 'Size', value: 'S' },
    ],
    reviews: [
      { _type: 'review', _key: 'r', reviewer: 'Jo', rating: 5, text: 'It boils.', date: '2026-05-01' },
    ],
  },
];

let folder: string;
let stack: Stack;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reader-publication-'));
  const [schemaDir, seedDir] = [join(folder, 'schema'), join(folder, 'seed')];
  cpSync(`${ROOT}tests/support/fixtures/reader/seed`, seedDir, { recursive: true });
  mkdirSync(schemaDir);
  writeFileSync(join(schemaDir, 'model.graphql'), MODEL);
  writeFileSync(
    join(seedDir, 'content.ndjson'),
    DOCUMENTS.map((each) => `${JSON.stringify({ _createdAt: '2026-02-01T08:00:00Z', ...each })}\n`).join(''),
  );
  stack = await startStack({
    schemaDir,
    seedDir,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
}, 60_000);
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => stack.clearRequests());

const open = (path: string) => openPage(stack, path);

describe('reader: the document for the home page', () => {
  test('is the start of the home page, before the sections, in one content request', async () => {
    const { heading, text, html, links, cards } = await open('/');
    // The title "Home" says nothing to readers.
    expect([heading, text.match(/\bHome\b/)]).toEqual(['The Almanac', null]);
    expect(text).toMatch(/Where to begin\s*Maps\s*Of channels\..*Featured.*The ledger.*Latest/s);
    expect(html).toMatch(/<div class="hero"><figure><img [^>]*alt="The sea"/);
    expect(links).toContainEqual({ path: 'https://example.org/maps', text: 'Maps' });
    // It is in "Featured".
    expect(cards.filter(({ text: title }) => title === 'The ledger')).toHaveLength(1);
    expect((await stack.requests()).content).toHaveLength(1);
  });

  test('has no other address, and no place among the pages of the footer', async () => {
    const { html, links } = await open('/content/homePage');
    expect(html).toMatch(/<link rel="canonical" href="[^"]*\/">/);
    expect(links.map(({ path }) => path)).not.toContain('/content/homePage');
  });
});

describe('reader: texts', () => {
  test('shows rows of cells as a table, whose first row is the head unless the object says otherwise', async () => {
    const { html } = await open('/content/articles/ledger');
    const [first, second] = html.match(/<table>.*?<\/table>/gs) ?? [];
    expect(html).toMatch(
      /<figure class="table"><figcaption>High water<\/figcaption><div class="scroll" tabindex="0"/,
    );
    expect(first).toBe(
      '<table><thead><tr><th scope="col">Place</th><th scope="col" class="number">1911</th></tr></thead><tbody><tr><td>Causeway</td><td class="number">3.1</td></tr></tbody></table>',
    );
    expect(second).toMatch(/^<table><tbody><tr><td>Place<\/td>/);
  });

  test('shows up to 100 rows of a table, and the other values of its object below', async () => {
    const { html, text } = await open('/content/articles/ledger');
    expect(html.match(/<td>Ship \d+<\/td>/g)).toHaveLength(99);
    expect(text).toMatch(/Ship 99and 20 more.*The harbour office/s);
    expect(text).not.toContain('Head rows');
  });

  test('shows what the text contains in the text only', async () => {
    const { text, links } = await open('/content/articles/ledger');
    expect(
      links.filter(({ path, text: title }) => path.endsWith('/kettle') && title === 'Kettle'),
    ).toHaveLength(2);
    expect(text).toMatch(/Page count\d+.*Goods/s);
    expect(text).not.toMatch(/(Goods in|Words of) text/);
  });

  test('shows formulas as MathML, in a sentence and on their own', async () => {
    const { html } = await open('/content/articles/ledger');
    expect(html).toMatch(/For a small angle <span class="katex"><math.*?<\/math><\/span> is enough\./s);
    expect(html).toMatch(/<div class="formula"[^>]*><span class="katex"><math [^>]*display="block"/);
    expect(html).toContain('<mo>&lt;</mo>');
  });

  test('shows days as dates, no fact twice, and the paths of files last', async () => {
    const authors = await openPage(stack, '/content/authors');
    const lena = authors.links.find(({ text }) => text === 'Lena Brandt');
    const { html, text } = await openPage(stack, lena?.path ?? '');
    expect(html).toContain('<time datetime="1950-03-01">March 1, 1950</time>');
    expect(text).not.toContain('1917–2008');
    expect(html).toContain('<dt class="hidden">Minutes</dt><dd>90 minutes</dd>');
    expect(html).toMatch(/<\/table>.*<dt>Program<\/dt><dd><code>programs\/tides\/lena\.py<\/code>/s);
  });

  test('shows three small objects as a table with one head', async () => {
    const authors = await openPage(stack, '/content/authors');
    const lena = authors.links.find(({ text }) => text === 'Lena Brandt');
    const { html } = await openPage(stack, lena?.path ?? '');
    const [, table = ''] = /<table>(.*?)<\/table>/s.exec(html) ?? [];
    expect(table.match(/<th scope="col"/g)).toHaveLength(3);
    expect(table).toContain('<th scope="row">Trieste</th><td class="number">1 week</td><td></td>');
    expect(table).toContain('<th scope="row">Bergen</th>');
  });

  test('shows the name of a listing as its caption, and callouts apart from the text', async () => {
    const { html } = await open('/content/articles/ledger');
    expect(html).toMatch(/<figure class="listing"><figcaption>tides\.py · Python<\/figcaption><pre/);
    expect(html).toMatch(/<section class="object callout"><h2>Take care<\/h2>/);
  });

  test('takes the direction of a text from its first letters, and that of a page from its title', async () => {
    const { html } = await open('/content/articles/arabic');
    expect(html).toMatch(/<div class="head" dir="rtl">\s*<div class="topics">.*?Tides.*?<h1>مدّ/s);
    expect(html).toContain('<div class="prose" dir="auto"><p>جاء');
  });
});

describe('reader: singletons for all pages', () => {
  test('a document introduces the list with its name, at the addresses of both', async () => {
    const list = await open('/content/articles');
    expect(list.heading).toBe('Notes from the harbour');
    expect(list.text).toMatch(/Every week\..*\d+ articles/s);
    const own = await open('/content/articleIndex');
    expect(own.heading).toBe(list.heading);
    expect(own.html).toMatch(/<link rel="canonical" href="[^"]*\/content\/articles"/);
  });

  test('questions open their answers', async () => {
    const { html } = await open('/content/articles');
    expect(html).toMatch(
      /<h3>Asked often<\/h3><ul class="links"><li><details class="question"><summary>Is it salt\?<\/summary>.*Most of it\./s,
    );
  });

  test('the header and the footer have the links of their documents', async () => {
    const { html } = await open('/content/products/kettle');
    const [, header = ''] = /<header>(.*?)<\/header>/s.exec(html) ?? [];
    expect([...header.matchAll(/<li><a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, ...link]) => link)).toEqual([
      ['/content/articles/ledger', 'Ledger'],
      ['https://shop.example.org/', 'Shop'],
    ]);
    expect(html).toMatch(
      /<h2>Company<\/h2><ul><li><a href="https:\/\/jobs\.example\.org\/">Jobs<\/a>.*<h2>Legal<\/h2>.*Imprint.*aria-label="All sections"/s,
    );
  });
});

describe('reader: facts', () => {
  test('have units and the words of enums, and nothing about the work of editors', async () => {
    const { text } = await open('/content/articles/ledger');
    expect(text).toContain('LevelFor experts');
    expect(text).toContain('Reading time9 minutes');
    expect(text).not.toMatch(/in.?review|status/i);
  });

  test('have one value for an amount and its unit, and links for addresses of people', async () => {
    const { text, links } = await open('/content/products/kettle');
    expect(text).toContain('Price€129.50');
    expect(text).toContain('Weight1.2 stone');
    expect(text).toContain('Deposit€10');
    expect(text).toContain('Warranty24 months');
    expect(text).toContain('Thickness0.5 in.');
    expect(text).toContain('3 m³');
    expect(text).toMatch(/Lead\s*1\.2 m/);
    // A value that is a letter of the name is no repetition of it.
    expect(text).toContain('SizeSReviews');
    expect(text).not.toMatch(/currency|weight unit|USD/i);
    expect(links).toContainEqual({ path: 'mailto:help@example.org', text: 'help@example.org' });
  });

  test('of a search have the words of enums, and no facet about the work of editors', async () => {
    const { text } = await open('/search?q=');
    for (const shown of ['For experts', 'Beginner', 'Yes']) expect(text).toContain(shown);
    expect(text).not.toMatch(/in-review|BEGINNER|Status|for-experts/);
  });
});

describe('reader: reviews', () => {
  test('are quotations, with their authors, ratings and days', async () => {
    const { html, text } = await open('/content/products/kettle');
    expect(html).toMatch(/<figure class="quote"><blockquote>It boils\./);
    expect(text).toContain('Jo · Rating 5 · May 1, 2026');
  });
});

describe('reader: videos', () => {
  test('have their length and transcript', async () => {
    const { html, text } = await open('/content/articles/ledger');
    expect(html).toContain('<span class="length">1:01</span>');
    expect(html).toMatch(
      /<details class="transcript"><summary>Transcript<\/summary><ol lang="en" dir="ltr">/,
    );
    expect(text).toMatch(/0:01 The onion has to be patient\.\s*0:05 Now the wine/);
  });
});

describe('reader: search', () => {
  test('finds words of a video, and leads to the page that shows it at the second', async () => {
    const { html, links, text } = await open('/search?q=patient+onion');
    expect(text).toContain('In videos');
    expect(links).toContainEqual({ path: '/content/articles/ledger#t=1', text: 'The ledger' });
    expect(html).toMatch(
      /<p class="snippet" lang="en" dir="ltr">The <mark>onion<\/mark> has to be <mark>patient/,
    );
    expect(text).not.toContain('Nothing matches');
  });

  test('has no moments without a query, and where no video has the words', async () => {
    for (const path of ['/search?q=', '/search?q=kettle', '/search?q=zyzzyva'])
      expect([path, (await open(path)).text.includes('In videos')]).toEqual([path, false]);
    expect((await open('/search?q=zyzzyva')).text).toContain('Nothing matches');
  });
});

describe('reader: objects that are like parts of a film', () => {
  test('are shown whole: steps with a time and a note, a number with a caption', async () => {
    const { html, text } = await open('/content/articles/ledger');
    expect(html).not.toContain('class="chapters"');
    expect(text).toMatch(/Peel.*Keep the skins\./s);
    expect(text).toContain('of the onions were patient');
    expect(text).toContain('42');
  });
});

describe('reader: cards', () => {
  test('have the topic and the length of the video, and initials in place of a portrait', async () => {
    // All cards of "Featured" have a picture.
    const home = await open('/');
    expect(home.html).toMatch(
      /<span class="length">1:01<\/span><\/div><div class="card-text" dir="ltr"><hgroup><p class="eyebrow"><a href="\/document\/[^"]*">Tides<\/a><\/p><h3>/,
    );
    // One of three.
    const list = await open('/content/articles');
    expect(list.cards).toHaveLength(3);
    expect(list.html).not.toContain('class="picture"');
    const people = await open('/content/authors');
    expect(people.html).toContain('<span class="initials" aria-hidden="true">MS</span>');
  });
});

describe('reader: footer', () => {
  test('has the addresses of the settings, and the feed', async () => {
    const { links } = await open('/');
    expect(links).toContainEqual({ path: 'mailto:desk@example.org', text: 'Email' });
    expect(links).toContainEqual({ path: 'https://linkedin.example/almanac', text: 'LinkedIn' });
    expect(links).toContainEqual({ path: '/feed.xml', text: 'Feed' });
    expect(links.map(({ text }) => text)).not.toContain('YouTube');
  });
});
