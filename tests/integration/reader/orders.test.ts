import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

const SDL = `
type Course @document {
  title: String!
  slug: String @groq(expr: "slug.current")
  lessons: LessonConnection @inverse(field: "course")
}
type Lesson @document {
  title: String!
  slug: String @groq(expr: "slug.current")
  course: Course
  order: Int
  minutes: Int
  video: Video @asset
  publishedAt: DateTime
}
type Event @document {
  title: String!
  slug: String @groq(expr: "slug.current")
  startsAt: DateTime
  endsAt: DateTime
}
type Concert @document {
  title: String!
  slug: String @groq(expr: "slug.current")
  date: Date
}`;

const document = (type: string, slug: string, values: object = {}) => ({
  _id: slug,
  _type: type,
  title: slug,
  slug: { _type: 'slug', current: slug },
  ...values,
});

const UNREADY_VIDEO = 'assetShore00000000000000001';

/** A lesson. Lessons with greater numbers are newer. */
const lesson = (slug: string, order: number | undefined, values: object = {}) =>
  document('lesson', slug, {
    ...(order !== undefined && { order }),
    course: { _type: 'reference', _ref: 'tides' },
    publishedAt: `2026-03-0${(order ?? 0) + 1}T10:00:00Z`,
    ...values,
  });

const DOCUMENTS = [
  document('course', 'tides'),
  lesson('third', 3),
  lesson('first', 1),
  lesson('second', 2, { video: UNREADY_VIDEO }),
  lesson('without-order', undefined),
  document('event', 'past-2001', { startsAt: '2001-05-01T18:00:00Z' }),
  document('event', 'next-2998', { startsAt: '2998-05-01T18:00:00Z' }),
  document('event', 'past-2002', { startsAt: '2002-05-01T18:00:00Z' }),
  document('event', 'next-2999', { startsAt: '2999-05-01T18:00:00Z' }),
  document('event', 'running-2003', { startsAt: '2003-05-01T18:00:00Z', endsAt: '2999-05-01T18:00:00Z' }),
  document('event', 'undated'),
  document('concert', 'first-concert', { date: '2001-05-01' }),
  document('concert', 'last-concert', { date: '2002-05-01' }),
];

let folder: string;
let stack: Stack;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reader-orders-'));
  const [schemaDir, seedDir] = [join(folder, 'schema'), join(folder, 'seed')];
  mkdirSync(schemaDir);
  cpSync(`${ROOT}tests/support/fixtures/reader/seed`, seedDir, { recursive: true });
  writeFileSync(join(schemaDir, 'model.graphql'), SDL);
  writeFileSync(
    join(seedDir, 'content.ndjson'),
    DOCUMENTS.map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  stack = await startStack({
    schemaDir,
    seedDir,
    hasIndex: false,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
}, 60_000);
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});

/** Returns the titles of the cards of a page. */
async function titlesOf(path: string): Promise<readonly string[]> {
  const { status, cards } = await openPage(stack, path);
  expect([path, status]).toEqual([path, 200]);
  return cards.map(({ text }) => text);
}

describe('reader: a number by which editors order documents', () => {
  const ORDERED = ['first', 'second', 'third', 'without-order'];

  test.each(['/content/courses/tides', '/content/courses/tides?field=lessons', '/content/lessons'])(
    'orders a list: %s',
    async (path) => {
      expect(await titlesOf(path)).toEqual(ORDERED);
    },
  );

  test('orders the section of the home page', async () => {
    const titles = await titlesOf('/');
    expect(titles.filter((title) => ORDERED.includes(title))).toEqual(ORDERED);
  });

  test('is the first of the orders that readers choose, before the newest first', async () => {
    const { links } = await openPage(stack, '/content/lessons');
    const orders = links.filter(({ text }) => ['Order', 'Newest', 'Title', 'Minutes'].includes(text));
    expect(orders).toEqual([
      { path: '/content/lessons', text: 'Order' },
      { path: '/content/lessons?order=newest', text: 'Newest' },
      { path: '/content/lessons?order=title', text: 'Title' },
      { path: '/content/lessons?order=minutes', text: 'Minutes' },
    ]);
    expect(await titlesOf('/content/lessons?order=newest')).toEqual([
      'third',
      'second',
      'first',
      'without-order',
    ]);
  });

  test('leaves the feed with the newest first', async () => {
    const feed = await (await fetch(`${stack.url}/feed.xml`)).text();
    const titles = [...feed.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
    expect(titles.slice(1)).toEqual(['third', 'first', 'without-order']);
  });
});

describe('reader: events', () => {
  const PAST = ['past-2002', 'past-2001', 'undated'];

  test('are listed from the next one, and past events from the last one on another page', async () => {
    expect(await titlesOf('/content/events')).toEqual(['running-2003', 'next-2998', 'next-2999']);
    const { links } = await openPage(stack, '/content/events');
    expect(links).toContainEqual({ path: '/content/events', text: 'Upcoming' });
    expect(links).toContainEqual({ path: '/content/events?order=past', text: 'Past' });
    expect(await titlesOf('/content/events?order=past')).toEqual(PAST);
    expect(await titlesOf('/content/events?order=title')).toHaveLength(6);
  });

  test('are past events where there are no others', async () => {
    expect(await titlesOf('/content/concerts')).toEqual(['last-concert', 'first-concert']);
    const { html } = await openPage(stack, '/content/concerts');
    expect(html).toContain('<a href="/content/concerts?order=past" aria-current="true">Past</a>');
  });

  test('are the next ones on the home page, then the last ones', async () => {
    const { cards, text } = await openPage(stack, '/');
    const events = cards.filter(({ path }) => path.startsWith('/content/events/'));
    expect(events.map(({ text: title }) => title)).toEqual([
      'running-2003',
      'next-2998',
      'next-2999',
      'past-2002',
    ]);
    expect(text).toMatch(/All events 6/);
  });
});
