import { describe, expect, test } from '@jest/globals';
import { createRandom } from '../../shared/testing/createRandom.ts';
import { readParameters } from '../api/searchParameters.ts';
import { search } from '../query/search.ts';
import type { SearchRecord } from './attributes.ts';
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

function responsesOf(index: SearchIndex) {
  return QUERIES.map((query) => {
    const parameters = readParameters({ ...query, hitsPerPage: 1000 });
    const response = search({ index, indexName: 'i', parameters, keyFilters: '', seesUnretrievable: true });
    const hits = response.hits as SearchRecord[];
    return {
      query,
      hits: hits.map((hit) => JSON.stringify(hit)).sort(),
      facets: response.facets,
      stats: response.facets_stats,
    };
  });
}

describe('search index', () => {
  test('a thousand changes give the same responses as a new index', () => {
    const random = createRandom(7);
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
      // Searches in between must not affect later responses.
      if (i % 100 === 0) responsesOf(changed);
    }
    const rebuilt = new SearchIndex();
    rebuilt.configure(SETTINGS);
    for (const { data } of changed.records.values()) rebuilt.put(data);
    expect(changed.records.size).toBeGreaterThan(50);
    expect(responsesOf(changed)).toEqual(responsesOf(rebuilt));
    expect(changed.postings.size).toBe(rebuilt.postings.size);
  });

  test('removing every record removes all terms', () => {
    const index = new SearchIndex();
    for (const word of WORDS) index.put({ objectID: word, title: `${word} ${word}s` });
    for (const word of WORDS) index.delete(word);
    expect(index.postings.size).toBe(0);
    expect(responsesOf(index).every(({ hits }) => hits.length === 0)).toBe(true);
  });

  test('settings give the same responses before and after records are added', () => {
    const before = new SearchIndex();
    const after = new SearchIndex();
    before.configure(SETTINGS);
    for (const index of [before, after])
      for (const [i, word] of WORDS.entries())
        index.put({ objectID: word, title: word, text: `${word} wave`, kind: 'odd', rank: i });
    after.configure(SETTINGS);
    expect(responsesOf(after)).toEqual(responsesOf(before));
  });
});
