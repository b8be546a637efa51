import { describe, expect, test } from '@jest/globals';
import { evaluateSync, parse } from 'groq-js';
import type { Document } from '../documents/document.ts';
import { readPerspective } from '../documents/perspective.ts';
import { Store } from '../documents/store.ts';
import { PARAMS, QUERIES, randomDocuments } from '../testing/randomDocuments.ts';
import { runQuery } from './query.ts';

const SEEDS = [1, 2, 3, 4];

function resultOf(store: Store, query: string, perspectiveName = 'published'): unknown {
  const perspective = readPerspective(perspectiveName, true);
  const sanity = { projectId: 'p', dataset: 'd' };
  const view = store.view(perspective);
  return JSON.parse(runQuery(view, perspective, { query, params: PARAMS }, sanity).result);
}

/** Returns the result of groq-js alone, which tests every document. */
function referenceResult(query: string, dataset: readonly Document[]): unknown {
  const byId = new Map(dataset.map((document) => [document._id, document]));
  const dereference = ({ _ref }: { _ref: string }) => byId.get(_ref);
  const { data } = evaluateSync(parse(query), { dataset, params: PARAMS, dereference });
  return JSON.parse(JSON.stringify(data));
}

describe('content emulator evaluation: gives the result of groq-js over all documents', () => {
  test.each(QUERIES.map((query) => [query] as const))('%s', (query) => {
    for (const seed of SEEDS) {
      const store = new Store();
      store.load(randomDocuments(seed));
      for (const name of ['published', 'drafts', 'raw']) {
        const documents = store.view(readPerspective(name, true)).find(['all']);
        const expected = referenceResult(query, documents);
        expect(resultOf(store, query, name)).toEqual(expected);
        expect(resultOf(store, query, name)).toEqual(expected);
      }
    }
  });
});

test('content emulator evaluation: gives the result of a new store after many changes', () => {
  const store = new Store();
  store.load(randomDocuments(1));
  store.view(readPerspective('drafts', true));
  for (const [turn, document] of randomDocuments(2).entries())
    store.transact(`t${turn}`, true, (transaction) => {
      if (turn % 3 === 0) transaction.set(document._id, undefined);
      else transaction.set(document._id, { ...document, _rev: `t${turn}` });
    });
  const fresh = new Store();
  fresh.load(store.all());
  for (const query of QUERIES)
    expect(resultOf(store, query, 'drafts')).toEqual(resultOf(fresh, query, 'drafts'));
});

test('content emulator evaluation: dereferences documents with an attribute named "then"', () => {
  const store = new Store();
  const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const step = { _id: 'step', _type: 'step', next: { _ref: 'step' }, ...stamps, ['then' as string]: 'Stir' };
  store.load([step, { _id: 'recipe', _type: 'recipe', step: { _ref: 'step' }, ...stamps }]);
  const query = '*[_type == "recipe"]{"step": step->, "next": step->next->next->then}';
  expect(resultOf(store, query)).toEqual([{ step, next: 'Stir' }]);
  expect(resultOf(store, '*[step->then == "Stir"]._id')).toEqual(['recipe']);
});

test('content emulator evaluation: filters by attributes with the names of properties of all objects', () => {
  const store = new Store();
  const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const names = ['constructor', 'toString', 'valueOf', 'isPrototypeOf', 'length'];
  const values = Object.fromEntries(names.map((name) => [name, 'a']));
  store.load([{ _id: 'odd', _type: 'odd', ...values, ...stamps }]);
  for (const name of names)
    for (const filter of [`${name} == "a"`, `"a" == ${name}`, `${name} in ["a"]`])
      expect([filter, resultOf(store, `*[_type == "odd" && ${filter}]._id`)]).toEqual([filter, ['odd']]);
});

describe('content emulator evaluation: thousands of rows', () => {
  const COUNT = 2_000;
  const store = new Store();
  const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  store.load(
    Array.from({ length: COUNT }, (_, i) => [
      { _id: `person-${i}`, _type: 'person', ...stamps },
      { _id: `film-${i}`, _type: 'film', by: { _ref: `person-${i}` }, ...stamps },
    ]).flat(),
  );

  // Without the indexes each of these joins reads every film for every person and is rejected.
  test.each([
    '*[_type == "person"]{"n": count(*[_type == "film" && references(^._id)])}.n',
    '*[_type == "film"]{"n": count(*[_type == "person" && _id == ^.by._ref])}.n',
    '*[_type == "person" && count(*[_type == "film" && by._ref == "person-7"]) == 1]{"n": 1}.n',
  ])('are joined by an index: %s', (query) => {
    expect(resultOf(store, query)).toEqual(Array(COUNT).fill(1));
  });

  test('are rejected when a join reads too many documents', () => {
    expect(() => resultOf(store, '*[_type == "film"]{"n": count(*[by._ref != ^.by._ref])}')).toThrow(
      /too complex/,
    );
  });
});
