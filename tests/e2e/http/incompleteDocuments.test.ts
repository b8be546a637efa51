import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';

const reference = (_ref: string) => ({ _type: 'reference', _key: _ref, _ref });
const slugged = (current: string) => ({ slug: { _type: 'slug', current } });

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { RATE_LIMIT_ANONYMOUS: 'off' } });
  const video = await stack.editor.fetch('*[_type == "film" && slug.current == "lorenz"][0].video');
  await stack.editor
    .transaction()
    .create({ _id: 't-nameless', _type: 'topic', ...slugged('nameless') })
    .create({ _id: 't-whole', _type: 'topic', title: 'Whole topic', ...slugged('whole') })
    .create({ _id: 'p-nameless', _type: 'person', ...slugged('nameless') })
    .create({ _id: 'p-whole', _type: 'person', name: 'Whole Person', ...slugged('whole') })
    .create({ _id: 'c-nameless', _type: 'contributor' })
    .create({ _id: 'c-whole', _type: 'contributor', name: 'Whole Writer' })
    .create({ _id: 'f-nameless', _type: 'film', ...slugged('nameless') })
    .create({
      _id: 'f-whole',
      _type: 'film',
      title: 'Whole film',
      ...slugged('whole'),
      video,
      chapters: [
        { _key: 'a', start: 0, title: 'First chapter' },
        { _key: 'b', start: 5 },
        { _key: 'c', title: 'Chapter without a start' },
        { _key: 'd', start: 9, title: 'Last chapter' },
      ],
      credits: [
        { _key: 'a', person: reference('p-whole') },
        { _key: 'b', role: 'Equations', person: reference('p-whole') },
      ],
      sources: [
        { _key: 'a', url: 'https://example.org/untitled' },
        { _key: 'b', title: 'Whole source' },
      ],
      topics: [reference('t-nameless'), reference('t-whole')],
    })
    .create({
      _id: 'a-whole',
      _type: 'article',
      title: 'Whole article',
      ...slugged('whole'),
      authors: [reference('c-nameless'), reference('c-whole')],
      people: [reference('p-nameless'), reference('p-whole')],
      topics: [reference('t-nameless'), reference('t-whole')],
      films: [reference('f-nameless'), reference('f-whole')],
    })
    .commit();
}, 60_000);
afterAll(() => stack.close());

const page = async (path: string) => {
  const response = await fetch(`${stack.url}${path}`, { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
};

test('incomplete documents: a list has null and an error in place of an incomplete item', async () => {
  const { data, errors } = await stack.query(`{ film(by: { slug: "whole" }) {
    chapters { start title } credits { role } sources { title } topics { title }
  } }`);
  expect(data.film).toEqual({
    chapters: [{ start: 0, title: 'First chapter' }, null, null, { start: 9, title: 'Last chapter' }],
    credits: [null, { role: 'Equations' }],
    sources: [null, { title: 'Whole source' }],
    topics: [null, { title: 'Whole topic' }],
  });
  expect(errors.map(({ path, extensions }) => [path?.slice(1).join('.'), extensions?.code]).sort()).toEqual([
    ['chapters.1.title', 'INCOMPLETE_DOCUMENT'],
    ['chapters.2.start', 'INCOMPLETE_DOCUMENT'],
    ['credits.0.role', 'INCOMPLETE_DOCUMENT'],
    ['sources.0.title', 'INCOMPLETE_DOCUMENT'],
    ['topics.0.title', 'INCOMPLETE_DOCUMENT'],
  ]);
});

test.each([
  ['/films/whole', ['First chapter', 'Last chapter', 'Equations', 'Whole source', 'Whole topic']],
  ['/articles/whole', ['Whole Writer', 'Whole Person', 'Whole topic', 'Whole film']],
])('incomplete documents: %s shows the complete items and a notice', async (path, texts) => {
  const { status, text } = await page(path);
  expect(status).toBe(200);
  for (const part of texts) expect(text).toContain(part);
  expect(text).not.toContain('Chapter without a start');
  expect(text).toContain('Part of this page is incomplete and is not shown.');
});

test.each([
  '/',
  '/films',
  '/articles',
  '/topics/whole',
  '/people/whole',
  '/embed/films/whole',
  '/articles/whole.md',
])('incomplete documents: %s is shown beside them', async (path) =>
  expect((await page(path)).status).toBe(200),
);
