import { describe, expect, test } from '@jest/globals';
import type { Document } from './document.ts';
import { chance, PARAMS, publication, QUERIES } from './fixture/publication.ts';
import { readPerspective } from './perspective.ts';
import { answerQuery } from './query.ts';
import { Store, type TransactionEvent } from './store.ts';

const sanity = { projectId: 'p', dataset: 'd' };
const STAMPS = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };

function storeOf(documents: Iterable<Document>) {
  const store = new Store();
  store.load(documents);
  const events: TransactionEvent[] = [];
  store.subscribe((event) => events.push(event));
  const ask = (query: string, params: Record<string, unknown> = PARAMS, name = 'published') => {
    const perspective = readPerspective(name, '2025-02-19');
    const { result, syncTags } = answerQuery(store.view(perspective), perspective, { query, params }, sanity);
    const hitBy = ({ tags }: TransactionEvent) =>
      syncTags.some((tag) => tags[perspective.audience].includes(tag));
    return { result, syncTags, hitBy };
  };
  const put = (id: string, document: Document | undefined): TransactionEvent => {
    events.length = 0;
    store.transact(`t${id}`, true, (transaction) => transaction.set(id, document));
    return events[0] as TransactionEvent;
  };
  return { store, ask, put, events };
}

const document = (_id: string, _type: string, more: Record<string, unknown> = {}): Document => ({
  _id,
  _type,
  ...STAMPS,
  ...more,
});

describe('a change hits the tags of every answer that it alters', () => {
  test.each([1, 2])('whatever is created, edited or deleted, seed %i', (seed) => {
    const { store, ask, put } = storeOf(publication(seed));
    const pick = chance(seed + 100);
    const others = publication(seed + 50);
    let altered = 0;
    for (let turn = 0; turn < 25; turn += 1) {
      const before = ['published', 'drafts', 'raw'].flatMap((name) =>
        QUERIES.map((query) => ({ query, name, answer: ask(query, PARAMS, name) })),
      );
      const next = others[pick(others.length)] as Document;
      const event = put(next._id, pick(3) === 0 ? undefined : { ...next, title: `turn ${pick(4)}` });
      for (const { query, name, answer } of before) {
        if (ask(query, PARAMS, name).result === answer.result) continue;
        altered += 1;
        if (!answer.hitBy(event))
          throw new Error(`turn ${turn}: ${next._id} altered ${name} ${query} unnoticed`);
      }
    }
    expect(altered).toBeGreaterThan(200);
    expect(store.view(readPerspective('raw', 'X')).all().length).toBeGreaterThan(20);
  });
});

describe('a change leaves the tags of answers alone that have nothing to do with it', () => {
  const film = document('film-a', 'film', { slug: { current: 'a' }, by: { _ref: 'person-a' } });
  const person = document('person-a', 'person', { name: 'A' });
  const setting = () => storeOf([film, person, document('film-b', 'film', { slug: { current: 'b' } })]);
  const page = '*[_type == "film" && slug.current == "a"][0]{slug, "by": by->name}';

  test('a page is hit by its document and by what it refers to, not by another of its type', () => {
    const { ask, put } = setting();
    const answer = ask(page);
    expect(answer.hitBy(put('film-a', { ...film, title: 'new' }))).toBe(true);
    expect(answer.hitBy(put('person-a', { ...person, name: 'B' }))).toBe(true);
    expect(answer.hitBy(put('film-c', document('film-c', 'film', { slug: { current: 'c' } })))).toBe(false);
    expect(answer.hitBy(put('person-b', document('person-b', 'person')))).toBe(false);
  });

  test('a page that is not there is hit when it comes', () => {
    const { ask, put } = setting();
    const answer = ask('*[_type == "film" && slug.current == "c"][0]');
    expect(answer.result).toBe('null');
    expect(answer.hitBy(put('film-c', document('film-c', 'film', { slug: { current: 'c' } })))).toBe(true);
  });

  test('a list of a type is hit by that type alone', () => {
    const { ask, put } = setting();
    const answer = ask('*[_type == "film"] | order(title asc)[0...10]');
    expect(answer.hitBy(put('film-z', document('film-z', 'film')))).toBe(true);
    expect(answer.hitBy(put('person-z', document('person-z', 'person')))).toBe(false);
  });

  test('the films of a person are hit by a film that names them, not by one that does not', () => {
    const { ask, put } = setting();
    const answer = ask('*[_id == "person-a"][0]{"films": *[_type == "film" && references(^._id)]._id}');
    expect(answer.hitBy(put('film-x', document('film-x', 'film', { by: { _ref: 'person-a' } })))).toBe(true);
    expect(answer.hitBy(put('film-y', document('film-y', 'film', { by: { _ref: 'person-q' } })))).toBe(false);
    expect(
      answer.hitBy(put('article-x', document('article-x', 'article', { by: { _ref: 'person-a' } }))),
    ).toBe(false);
  });

  test('work on a draft hits answers of drafts alone', () => {
    const { ask, put } = setting();
    const [published, drafts] = [ask(page), ask(page, {}, 'drafts')];
    const event = put('drafts.film-a', { ...film, _id: 'drafts.film-a', title: 'draft' });
    expect(drafts.hitBy(event)).toBe(true);
    expect(published.hitBy(event)).toBe(false);
  });

  test('a transaction that comes to nothing is no news', () => {
    const { store, events } = setting();
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

test('an answer that reads hundreds of documents has tags by type, and is still hit', () => {
  const people = Array.from({ length: 600 }, (_, i) => document(`person-${i}`, 'person', { name: `${i}` }));
  const { ask, put } = storeOf(people);
  const ids = people.map(({ _id }) => _id);
  const answer = ask('*[_id in $ids].name', { ids: [...ids, 'film-later'] });
  expect(answer.syncTags).toHaveLength(2);
  expect(answer.hitBy(put('person-599', undefined))).toBe(true);
  expect(answer.hitBy(put('film-later', document('film-later', 'film')))).toBe(true);
  expect(answer.hitBy(put('film-other', document('film-other', 'film')))).toBe(false);
});
