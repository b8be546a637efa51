import { describe, expect, test } from '@jest/globals';
import { createRandom } from '../../shared/testing/createRandom.ts';
import { runQuery } from '../query/query.ts';
import { PARAMS, QUERIES, randomDocuments } from '../testing/randomDocuments.ts';
import type { Document } from './document.ts';
import { readPerspective } from './perspective.ts';
import { Store, type TransactionEvent } from './store.ts';

const sanity = { projectId: 'p', dataset: 'd' };
const STAMPS = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };

function storeOf(documents: Iterable<Document>) {
  const store = new Store();
  store.load(documents);
  const events: TransactionEvent[] = [];
  store.subscribe((event) => events.push(event));
  const run = (query: string, params: Record<string, unknown> = PARAMS, name = 'published') => {
    const perspective = readPerspective(name, true);
    const { result, syncTags } = runQuery(store.view(perspective), perspective, { query, params }, sanity);
    const isAnnouncedBy = ({ tags }: TransactionEvent) =>
      syncTags.some((tag) => tags[perspective.tagVisibility].includes(tag));
    return { result, syncTags, isAnnouncedBy };
  };
  const put = (id: string, document: Document | undefined): TransactionEvent => {
    events.length = 0;
    store.transact(`t${id}`, true, (transaction) => transaction.set(id, document));
    return events[0] as TransactionEvent;
  };
  return { store, run, put, events };
}

const document = (_id: string, _type: string, more: Record<string, unknown> = {}): Document => ({
  _id,
  _type,
  ...STAMPS,
  ...more,
});

describe('sync tags: a change announces a tag of every response that it alters', () => {
  test.each([1, 2])('by creation, update and deletion, seed %i', (seed) => {
    const { store, run, put } = storeOf(randomDocuments(seed));
    const pick = createRandom(seed + 100);
    const changedDocuments = randomDocuments(seed + 50);
    let altered = 0;
    for (let turn = 0; turn < 25; turn += 1) {
      const before = ['published', 'drafts', 'raw'].flatMap((name) =>
        QUERIES.map((query) => ({ query, name, response: run(query, PARAMS, name) })),
      );
      const next = changedDocuments[pick(changedDocuments.length)] as Document;
      const event = put(next._id, pick(3) === 0 ? undefined : { ...next, title: `turn ${pick(4)}` });
      for (const { query, name, response } of before) {
        if (run(query, PARAMS, name).result === response.result) continue;
        altered += 1;
        if (!response.isAnnouncedBy(event))
          throw new Error(`turn ${turn}: ${next._id} alters ${name} ${query} and announces none of its tags`);
      }
    }
    expect(altered).toBeGreaterThan(200);
    expect(store.view(readPerspective('raw', true)).find(['all']).length).toBeGreaterThan(20);
  });
});

describe('sync tags: a change announces no tag of a response', () => {
  const film = document('film-a', 'film', { slug: { current: 'a' }, by: { _ref: 'person-a' } });
  const person = document('person-a', 'person', { name: 'A' });
  const openFilms = () => storeOf([film, person, document('film-b', 'film', { slug: { current: 'b' } })]);
  const page = '*[_type == "film" && slug.current == "a"][0]{slug, "by": by->name}';

  test('of one document, found by slug, when another document of its type changes', () => {
    const { run, put } = openFilms();
    const response = run(page);
    expect(response.isAnnouncedBy(put('film-a', { ...film, title: 'new' }))).toBe(true);
    expect(response.isAnnouncedBy(put('person-a', { ...person, name: 'B' }))).toBe(true);
    expect(
      response.isAnnouncedBy(put('film-c', document('film-c', 'film', { slug: { current: 'c' } }))),
    ).toBe(false);
    expect(response.isAnnouncedBy(put('person-b', document('person-b', 'person')))).toBe(false);
  });

  test('unless it creates the missing document that the query looks for', () => {
    const { run, put } = openFilms();
    const response = run('*[_type == "film" && slug.current == "c"][0]');
    expect(response.result).toBe('null');
    expect(
      response.isAnnouncedBy(put('film-c', document('film-c', 'film', { slug: { current: 'c' } }))),
    ).toBe(true);
  });

  test('about documents of another type', () => {
    const { run, put } = openFilms();
    const response = run('*[_type == "film"] | order(title asc)[0...10]');
    expect(response.isAnnouncedBy(put('film-z', document('film-z', 'film')))).toBe(true);
    expect(response.isAnnouncedBy(put('person-z', document('person-z', 'person')))).toBe(false);
  });

  test('about documents with other references', () => {
    const { run, put } = openFilms();
    const response = run('*[_id == "person-a"][0]{"films": *[_type == "film" && references(^._id)]._id}');
    expect(
      response.isAnnouncedBy(put('film-x', document('film-x', 'film', { by: { _ref: 'person-a' } }))),
    ).toBe(true);
    expect(
      response.isAnnouncedBy(put('film-y', document('film-y', 'film', { by: { _ref: 'person-q' } }))),
    ).toBe(false);
  });

  test('of published documents when it changes a draft', () => {
    const { run, put } = openFilms();
    const [published, drafts] = [run(page), run(page, {}, 'drafts')];
    const event = put('drafts.film-a', { ...film, _id: 'drafts.film-a', title: 'draft' });
    expect(drafts.isAnnouncedBy(event)).toBe(true);
    expect(published.isAnnouncedBy(event)).toBe(false);
  });

  test('when the transaction fails or is a dry run', () => {
    const { store, events } = openFilms();
    expect(() =>
      store.transact('t', true, (transaction) => {
        transaction.set('film-a', undefined);
        throw new Error('no');
      }),
    ).toThrow('no');
    store.transact('dry', false, (transaction) => transaction.set('film-a', undefined));
    expect(events).toEqual([]);
    expect(store.get('film-a')).toBe(film);
  });
});

test('sync tags: name types instead of documents when a query reads hundreds of documents', () => {
  const people = Array.from({ length: 600 }, (_, i) => document(`person-${i}`, 'person', { name: `${i}` }));
  const { run, put } = storeOf(people);
  const ids = people.map(({ _id }) => _id);
  const response = run('*[_id in $ids].name', { ids: [...ids, 'film-later'] });
  expect(response.syncTags).toHaveLength(2);
  expect(response.isAnnouncedBy(put('person-599', undefined))).toBe(true);
  expect(response.isAnnouncedBy(put('film-later', document('film-later', 'film')))).toBe(true);
  expect(response.isAnnouncedBy(put('film-other', document('film-other', 'film')))).toBe(false);
});
