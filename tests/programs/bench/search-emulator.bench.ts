/**
 * Benchmark of the search emulator on 10,000 films: `node tests/programs/bench/search-emulator.bench.ts`. Times are
 * round trips of Algolia's client on loopback, in milliseconds; processor times cover client and emulator
 * together. Recall is the share of queries made from one film whose first hit is that film. Films and queries
 * are the same in every run.
 */

import type { SearchParamsObject } from 'algoliasearch';
import { createSearchEmulator } from '../../../gateway/emulators/search/emulator.ts';
import { createAlgoliaClient } from '../../../gateway/emulators/search/testing/algoliaClient.ts';
import { Random } from '../../reference/generator/random.ts';
import { quantile } from '../load/quantile.ts';

const FILMS = 10_000;
const TERMS = 20_000;
const QUERIES = 300;
const INDEX = 'films';

interface Film extends Record<string, unknown> {
  objectID: string;
  title: string;
  synopsis: string;
}

const random = new Random('20261121');
const below = (limit: number) => random.integer(0, limit - 1);
const pick = <T>(list: readonly T[]): T => random.pick(list);

const ONSETS = 'b br c ch cl d dr f fl g gr h j k l m n p ph pl qu r s sh sp st t th tr v w z'.split(' ');
const VOWELS = 'a e i o u ai ea ie oo ou'.split(' ');
const ENDS = ['', 'n', 'r', 's', 't', 'l', 'm', 'ng', 'nd', 'ck'];

function inventTerms(): string[] {
  const terms = new Set<string>();
  while (terms.size < TERMS) {
    const syllables = 1 + below(4);
    let term = '';
    for (let i = 0; i < syllables; i++) term += pick(ONSETS) + pick(VOWELS);
    terms.add(term + pick(ENDS));
  }
  return [...terms];
}

const terms = inventTerms();
/** Few words are frequent and most are rare, as in natural languages. */
const word = () => terms[Math.floor(TERMS ** random.float()) - 1] as string;
const rare = () => terms[200 + below(TERMS - 200)] as string;
const words = (count: number) => Array.from({ length: count }, word).join(' ');

const topics = Array.from({ length: 40 }, (_, i) => ({
  id: `topic-${i}`,
  slug: `topic-${i}`,
  title: rare(),
}));
const people = Array.from({ length: 2000 }, () => `${rare()} ${rare()}`);

const films: Film[] = Array.from({ length: FILMS }, (_, i) => ({
  objectID: `film-${i}`,
  _type: 'film',
  title: `${rare()} ${word()} ${rare()}`,
  tagline: words(8),
  synopsis: words(60),
  credits: [pick(people), pick(people)],
  topics: [pick(topics), pick(topics)],
  year: 1700 + below(320),
  popularity: below(10_000),
}));

/** Adds one typo, never in the first letter: a missing, extra, substituted or transposed letter. */
function mistyped(term: string): string {
  const at = 1 + below(term.length - 2);
  const letter = String.fromCharCode(97 + below(26));
  return pick([
    term.slice(0, at) + term.slice(at + 1),
    term.slice(0, at) + letter + term.slice(at),
    term.slice(0, at) + letter + term.slice(at + 1),
    term.slice(0, at) + term[at + 1] + term[at] + term.slice(at + 2),
  ]);
}

type Query = { params: SearchParamsObject; expected?: string };
const FACETS = { facets: ['_type', 'topics.slug', 'year'] };

const kinds: Record<string, () => Query> = {
  'first letters': () => ({ params: { query: pick(films).title.slice(0, 1 + below(3)) } }),
  prefix() {
    const film = pick(films);
    const [first = '', , last = ''] = film.title.split(' ');
    return {
      params: { query: `${first} ${last.slice(0, Math.max(2, last.length - 2))}` },
      expected: film.objectID,
    };
  },
  typo() {
    const film = pick(films);
    const [first = '', , last = ''] = film.title.split(' ');
    const long = first.length >= 5 ? mistyped(first) : first;
    return { params: { query: `${long} ${last}` }, expected: film.objectID };
  },
  synopsis() {
    const film = pick(films);
    const all = film.synopsis.split(' ');
    const at = below(all.length - 3);
    return { params: { query: all.slice(at, at + 3).join(' ') }, expected: film.objectID };
  },
  'one word, facets': () => ({ params: { query: rare(), ...FACETS } }),
  'frequent words, facets': () => ({
    params: { query: `${terms[below(5)]} ${terms[below(30)]}`, ...FACETS },
  }),
  'nothing, facets': () => ({ params: { query: '', ...FACETS } }),
  'nothing, filters, facets': () => ({
    params: {
      filters: `year >= ${1700 + below(300)}`,
      facetFilters: [[`topics.slug:topic-${below(40)}`, `topics.slug:topic-${below(40)}`]],
      ...FACETS,
    },
  }),
  related: () => ({
    params: {
      filters: `NOT objectID:film-${below(FILMS)}`,
      optionalFilters: [[`topics.slug:topic-${below(40)}`], [`topics.slug:topic-${below(40)}`]],
      sumOrFiltersScores: true,
      hitsPerPage: 6,
    },
  }),
};

/**
 * Returns the processor time of this thread, which runs client and emulator, in milliseconds. Other processes
 * do not affect it.
 */
const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const line = (name: string, times: number[], work: number[]) => {
  const figure = (values: readonly number[], share: number) => quantile(values, share).toFixed(2).padStart(6);
  return `${name.padEnd(26)} p50 ${figure(times, 0.5)}  p99 ${figure(times, 0.99)}  (processor: p50 ${figure(work, 0.5)}  p99 ${figure(work, 0.99)})`;
};

const emulator = await createSearchEmulator({
  port: 0,
  appId: 'BENCH',
  searchKey: 'read',
  writeKey: 'write',
});
try {
  const client = createAlgoliaClient(emulator.url, 'BENCH', 'write');
  await client.setSettings({
    indexName: INDEX,
    indexSettings: {
      searchableAttributes: ['title', 'tagline', 'unordered(topics.title),credits', 'unordered(synopsis)'],
      attributesForFaceting: ['_type', 'searchable(topics.slug)', 'year'],
      customRanking: ['desc(popularity)'],
    },
  });
  let startedAt = performance.now();
  await client.saveObjects({ indexName: INDEX, objects: films });
  console.log(`${FILMS} films indexed in ${((performance.now() - startedAt) / 1000).toFixed(2)} s`);

  console.log(`${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MB of heap`);

  startedAt = performance.now();
  for (let i = 0; i < 100; i++) await client.saveObject({ indexName: INDEX, body: pick(films) });
  console.log(`one film saved again in ${((performance.now() - startedAt) / 100).toFixed(2)} ms`);

  const total: { times: number[]; work: number[] } = { times: [], work: [] };
  for (const [name, createQuery] of Object.entries(kinds)) {
    const times: number[] = [];
    const work: number[] = [];
    let recalled = 0;
    let expecting = 0;
    for (let i = 0; i < QUERIES; i++) {
      const { params, expected } = createQuery();
      const start = performance.now();
      const worked = cpu();
      const response = await client.searchSingleIndex({ indexName: INDEX, searchParams: params });
      times.push(performance.now() - start);
      work.push(cpu() - worked);
      if (!expected) continue;
      expecting += 1;
      if (response.hits[0]?.objectID === expected) recalled += 1;
    }
    // The first calls of a kind include just-in-time compilation.
    total.times.push(...times);
    total.work.push(...work);
    const recall = expecting > 0 ? `  recall@1 ${((100 * recalled) / expecting).toFixed(1)} %` : '';
    console.log(line(name, times, work) + recall);
  }
  console.log(line('all', total.times, total.work));
} finally {
  await emulator.close();
}
