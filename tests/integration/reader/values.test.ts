import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

const MODEL = `
type Event @document {
  title: String @searchable(weight: 10)
  slug: String @groq(expr: "slug.current")
  startsAt: DateTime
  endsAt: DateTime
  location: GeoPoint
  level: Level @searchable(facet: true)
  rooms: [String]
  speakers: [Speaker]
  phone: String
  format: Format
  layout: Layout
  sessions: [Session!]
  sponsor: Sponsor
}
enum Format { online in_person @enumValue(is: "in-person") }
enum Layout { wide narrow }
type Session { day: Day starts: String room: String size: Size milestone: Milestone tone: Milestone }
enum Milestone { opening closing }
enum Day { mon tue }
enum Size { small large }
type Sponsor { text: String kind: SponsorKind url: String speaker: Speaker }
enum SponsorKind { external internal }
enum Level { first @enumValue(is: "100-level") }
type Quiz @document {
  title: String @label
  slug: String @groq(expr: "slug.current")
  intro: RichText
  questions: [MultipleChoice!]
  statements: [Statement!]
  speaker: Speaker
}
type MultipleChoice { prompt: String options: [Choice!] }
type Statement { prompt: String answer: Boolean points: Int isHard: Boolean }
type Choice { text: String feedback: String }
type Listing @richText(as: [BLOCK]) { filename: String code: String }
type Formula @richText(as: [INLINE]) { tex: String }
type HomePage @document @lookup(by: []) { title: String sections: [Testimonials!] }
type Testimonials { heading: String items: [Testimonial!] }
type Testimonial @document { quote: String @searchable(weight: 4) name: String @searchable(weight: 10) }
type Speaker @document {
  name: String! @label
  slug: String @groq(expr: "slug.current")
  quizzesBySpeaker: QuizConnection @inverse(field: "speaker")
}
`;

const slug = (current: string) => ({ _type: 'slug', current });
const ref = (_ref: string) => ({ _type: 'reference', _ref, _key: _ref });

const block = (style: string, ...children: readonly object[]) => ({
  _type: 'block',
  _key: style,
  style,
  markDefs: [],
  children,
});
const span = (text: string) => ({ _type: 'span', _key: text, text, marks: [] });

const DOCUMENTS = [
  {
    _id: 'open-day',
    _type: 'event',
    title: 'يوم مفتوح',
    slug: slug('open-day'),
    startsAt: '2027-03-13T09:00:00+01:00',
    endsAt: '2027-03-13T17:00:00+01:00',
    location: { _type: 'geopoint', lat: 48.8462, lng: 2.3448 },
    level: '100-level',
    rooms: ['B 12', 'قاعة 3'],
    speakers: [ref('amina'), ref('leo')],
    phone: '+33 1 44',
    format: 'in-person',
    layout: 'wide',
    sessions: [
      {
        _type: 'session',
        _key: 'a',
        day: 'mon',
        starts: '09:00',
        room: 'B 12',
        size: 'large',
        milestone: 'opening',
        tone: 'closing',
      },
      { _type: 'session', _key: 'b', day: 'tue', starts: '10:00', room: 'B 13', size: 'small' },
    ],
    sponsor: { _type: 'sponsor', text: 'Harbour', kind: 'external', url: 'https://harbour.example/' },
  },
  {
    _id: 'homePage',
    _type: 'homePage',
    title: 'Home',
    sections: [{ _type: 'testimonials', _key: 't', heading: 'Voices', items: [ref('karim')] }],
  },
  { _id: 'karim', _type: 'testimonial', name: 'Karim', quote: 'I understood the pendulum.' },
  {
    _id: 'quiz',
    _type: 'quiz',
    title: 'Quiz: chaos',
    slug: slug('chaos'),
    speaker: ref('amina'),
    intro: [
      block('h2', span('Goal')),
      block('normal', span('Solve '), { _type: 'formula', _key: 'f', tex: 'x^2' }, span(' twice.')),
      { _type: 'listing', _key: 'l', filename: 'lorenz.py', code: 'def step(x):' },
    ],
    statements: [
      { _type: 'statement', _key: 's', prompt: 'Chaos is random.', answer: false, points: 1, isHard: true },
    ],
    questions: [
      {
        _type: 'multipleChoice',
        _key: 'q',
        prompt: 'Which system is chaotic?',
        options: [
          { _type: 'choice', _key: 'a', text: 'Lorenz', feedback: 'Yes.' },
          { _type: 'choice', _key: 'b', text: 'Pendulum' },
        ],
      },
    ],
  },
  { _id: 'amina', _type: 'speaker', name: 'Amina Benali', slug: slug('amina') },
  { _id: 'leo', _type: 'speaker', name: 'ليو', slug: slug('leo') },
];

let folder: string;
let stack: Stack;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reader-values-'));
  const [schemaDir, seedDir] = [join(folder, 'schema'), join(folder, 'seed')];
  mkdirSync(schemaDir);
  mkdirSync(seedDir);
  writeFileSync(join(schemaDir, 'model.graphql'), MODEL);
  writeFileSync(
    join(seedDir, 'content.ndjson'),
    DOCUMENTS.map((each) => `${JSON.stringify({ _createdAt: '2026-02-01T08:00:00Z', ...each })}\n`).join(''),
  );
  stack = await startStack({
    schemaDir,
    seedDir,
    env: { SITES: 'reader', LOCALES: 'en,ar,he', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
}, 60_000);
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});

const open = (path: string) => openPage(stack, path);

describe('reader: events', () => {
  test('have the times of their start and end, with the zone', async () => {
    const { text } = await open('/content/events/open-day');
    expect(text).toContain('March 13, 2027 at 8:00 AM UTC');
    expect(text).toMatch(/Ends at\s*March 13, 2027 at 4:00 PM UTC/);
    expect((await open('/content/events')).text).toContain('March 13, 2027 at 8:00 AM UTC');
  });
});

describe('reader: enums', () => {
  test('are hidden by the whole word of a name that says how an object looks', async () => {
    const { text } = await open('/content/events/open-day');
    expect(text).toContain('Opening');
    expect(text).not.toContain('Closing');
  });

  test('are words, in documents and in inline objects, unless they say how an object looks', async () => {
    const { html, text } = await open('/content/events/open-day');
    expect(html).toContain('<dt>Format</dt><dd>In person</dd>');
    expect(html).toContain('<dt>Day</dt><dd>Mon</dd></div><div><dt>Starts</dt><dd>09:00</dd>');
    expect(html).toContain('<dt>Day</dt><dd>Tue</dd>');
    expect(html).toContain('<a class="button" href="https://harbour.example/" rel="noopener">Harbour</a>');
    expect(text).not.toMatch(/layout|size|large|external/i);
  });
});

describe('reader: quizzes', () => {
  test('have their questions as headings, and remarks below what they are about', async () => {
    const { html } = await open('/content/quizzes/chaos');
    expect(html).toMatch(
      /<h3>Which system is chaotic\?<\/h3>.*<p>Lorenz<\/p><div class="fact">Yes\.<\/div>/s,
    );
  });

  test('have their answers closed', async () => {
    const { html, text } = await open('/content/quizzes/chaos');
    expect(html).toMatch(
      /Chaos is random\..*<details class="question"><summary>Answer<\/summary>No<\/details>/s,
    );
    expect(text).not.toContain('Is hard');
  });

  test('have the words of their texts on cards, without headings, code and formulas', async () => {
    const { html } = await open('/content/quizzes');
    expect(html).toContain('<p class="excerpt" dir="auto">Solve … twice.</p>');
  });

  test('are named by their type where they refer to a document', async () => {
    const { html } = await open('/content/speakers/amina');
    expect(html).toContain('<h2>Quizzes</h2>');
    expect((await open('/content/speakers/amina?field=quizzesBySpeaker')).heading).toBe('Quizzes 1');
  });
});

describe('reader: testimonials', () => {
  test('have their words beside the name, in a section with its heading', async () => {
    const { html } = await open('/');
    expect(html).toMatch(
      /<h2>Voices<\/h2>.*>Karim<.*<p class="excerpt" dir="auto">I understood the pendulum\./s,
    );
    expect(html).not.toContain('<blockquote>');
    expect((await open('/content/testimonials')).text).toMatch(/Karim\s*I understood the pendulum\./);
  });
});

describe('reader: pages in Arabic', () => {
  test('have their fixed words in Arabic, from right to left', async () => {
    const { html, text, heading } = await open('/search?q=مفتوح&locale=ar');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(heading).toBe('بحث: مفتوح');
    expect(text).toContain('عدد النتائج: 1.');
  });
});

// The reader has no words in Hebrew, so its words are English.
describe.each(['en', 'he'])('reader: text of two directions on a page in %s', (locale) => {
  test('isolates facts, lists of values, and the parts of bylines', async () => {
    const { isolatedHtml } = await open(`/content/events/open-day?locale=${locale}`);
    expect(isolatedHtml).toMatch(/<bdi><a [^>]*><bdi>48\.8462°<\/bdi> N, <bdi>2\.3448°<\/bdi> E<\/a><\/bdi>/);
    expect(isolatedHtml).toContain('<dd><bdi>100-level</bdi></dd>');
    expect(isolatedHtml).toContain('<li><bdi>B 12</bdi></li><li><bdi>قاعة 3</bdi></li>');
    expect(isolatedHtml).toContain('<bdi><a href="tel:+33144">+33 1 44</a></bdi>');
    expect(isolatedHtml).toMatch(/<bdi><a [^>]*>Amina Benali<\/a><\/bdi>.*<bdi><a [^>]*>ليو<\/a><\/bdi>/);
    expect(isolatedHtml).toMatch(/<\/bdi> · <bdi><time datetime="2027-03-13T08:00:00Z">/);
    expect(isolatedHtml).toMatch(/<p class="updated"><bdi>Updated <bdi><time/);
  });

  test('isolates titles, breadcrumbs, counts and facets', async () => {
    const list = await open(`/content/events?locale=${locale}`);
    expect(list.isolatedHtml).toMatch(/<h1>Events <bdi class="number">1<\/bdi><\/h1>/);
    expect(list.isolatedHtml).toMatch(/<h2><a [^>]*><bdi>يوم مفتوح<\/bdi><\/a><\/h2>/);
    const document = await open(`/content/events/open-day?locale=${locale}`);
    expect(document.isolatedHtml).toMatch(/<nav class="trail".*<a [^>]*><bdi>Events<\/bdi><\/a>/);
    const search = await open(`/search?q=مفتوح&locale=${locale}`);
    expect(search.isolatedHtml).toContain('<h1><bdi>Search: <bdi><q>مفتوح</q></bdi></bdi></h1>');
    expect(search.isolatedHtml).toContain('<p class="count"><bdi>1 result.</bdi></p>');
    expect(search.isolatedHtml).toMatch(/<a [^>]*><bdi>100-level<\/bdi><\/a> <bdi class="number">1<\/bdi>/);
  });
});
