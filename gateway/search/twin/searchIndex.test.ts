import { describe, expect, test } from '@jest/globals';
import type { SearchRecord } from './attributes.ts';
import { readParameters } from './parameters.ts';
import { search } from './search.ts';
import { SearchIndex } from './searchIndex.ts';
import type { Settings } from './settings.ts';

const SETTINGS: Settings = {
  searchableAttributes: ['title', 'unordered(text)'],
  attributesForFaceting: ['kind', 'topics.slug'],
  customRanking: ['desc(rank)'],
};
const WORDS =
  'attractor ripple pendulum lattice membrane vortex spiral cascade crystal orbit wave a an of'.split(' ');
const QUERIES: Record<string, unknown>[] = [
  { query: '', facets: ['*'] },
  { query: 'a', facets: ['*'] },
  { query: 'ripple' },
  { query: 'vortx spir' },
  { query: 'wave of orbit', optionalWords: ['of'] },
  { query: 'crystal', filters: 'kind:odd AND rank > 20', facets: ['topics.slug'] },
];

/** Whole numbers that are the same in every run. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

function answers(index: SearchIndex) {
  return QUERIES.map((query) => {
    const parameters = readParameters({ ...query, hitsPerPage: 1000 });
    const answer = search({ index, indexName: 'i', parameters, keyFilters: '', seesAll: true });
    const hits = answer.hits as SearchRecord[];
    return {
      query,
      hits: hits.map((hit) => JSON.stringify(hit)).sort(),
      facets: answer.facets,
      stats: answer.facets_stats,
    };
  });
}

describe('an index', () => {
  test('that was changed a thousand times answers as one made anew', () => {
    const random = chance(7);
    const text = (words: number) =>
      Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(' ');
    const changed = new SearchIndex();
    changed.configure(SETTINGS);
    for (let i = 0; i < 1000; i++) {
      const objectID = `r${random(120)}`;
      if (random(4) === 0) changed.delete(objectID);
      else
        changed.put({
          objectID,
          title: text(3),
          text: text(12),
          kind: random(2) ? 'odd' : 'even',
          topics: [{ slug: WORDS[random(3)] }, { slug: WORDS[random(3)] }],
          rank: random(40),
        });
      // Read now and then, so that columns exist and have to follow.
      if (i % 100 === 0) answers(changed);
    }
    const anew = new SearchIndex();
    anew.configure(SETTINGS);
    for (const record of changed.records) if (record) anew.put(record);
    expect(changed.size).toBeGreaterThan(50);
    expect(answers(changed)).toEqual(answers(anew));
    expect(changed.dictionary.size).toBe(anew.dictionary.size);
  });

  test('that was emptied record by record has no terms left', () => {
    const index = new SearchIndex();
    for (const word of WORDS) index.put({ objectID: word, title: `${word} ${word}s` });
    for (const word of WORDS) index.delete(word);
    expect(index.dictionary.size).toBe(0);
    expect(answers(index).every(({ hits }) => hits.length === 0)).toBe(true);
  });

  test('answers the same however its words were configured', () => {
    const before = new SearchIndex();
    const after = new SearchIndex();
    before.configure(SETTINGS);
    for (const index of [before, after])
      for (const [i, word] of WORDS.entries())
        index.put({ objectID: word, title: word, text: `${word} wave`, kind: 'odd', rank: i });
    after.configure(SETTINGS);
    expect(answers(after)).toEqual(answers(before));
  });
});
