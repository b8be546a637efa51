import { describe, expect, test } from '@jest/globals';
import { evaluateSync, parse } from 'groq-js';
import { PARAMS, publication, QUERIES } from './fixture/publication.ts';
import { readPerspective } from './perspective.ts';
import { answerQuery } from './query.ts';
import { Store } from './store.ts';

const SEEDS = [1, 2, 3, 4];
const sanity = { projectId: 'p', dataset: 'd' };

/** What groq-js says by itself, looking at every document. */
function plainly(query: string, dataset: Record<string, unknown>[]): unknown {
  const byId = new Map(dataset.map((document) => [document._id, document]));
  const dereference = ({ _ref }: { _ref: string }) => byId.get(_ref);
  const { data } = evaluateSync(parse(query), { dataset, params: PARAMS, dereference });
  return JSON.parse(JSON.stringify(data));
}

describe('an answer from the indexes is the answer without them', () => {
  test.each(QUERIES.map((query) => [query] as const))('%s', (query) => {
    for (const seed of SEEDS) {
      const store = new Store();
      store.load(publication(seed));
      for (const name of ['published', 'drafts', 'raw']) {
        const perspective = readPerspective(name, '2025-02-19');
        const view = store.view(perspective);
        const answer = () =>
          JSON.parse(answerQuery(view, perspective, { query, params: PARAMS }, sanity).result);
        const expected = plainly(query, view.all());
        expect(answer()).toEqual(expected);
        expect(answer()).toEqual(expected);
      }
    }
  });
});

test('the indexes follow every change', () => {
  const store = new Store();
  store.load(publication(1));
  const perspective = readPerspective('drafts', '2025-02-19');
  store.view(perspective);
  for (const [turn, document] of publication(2).entries())
    store.transact(`t${turn}`, true, (transaction) => {
      if (turn % 3 === 0) transaction.set(document._id, undefined);
      else transaction.set(document._id, { ...document, _rev: `t${turn}` });
    });
  const fresh = new Store();
  fresh.load(store.view(readPerspective('raw', '2025-02-19')).all());
  for (const query of QUERIES) {
    const [followed, rebuilt] = [store, fresh].map(
      (one) => answerQuery(one.view(perspective), perspective, { query, params: PARAMS }, sanity).result,
    );
    expect(followed).toBe(rebuilt);
  }
});
