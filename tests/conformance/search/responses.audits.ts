import assert from 'node:assert/strict';
import { type Body, call, indexAudit } from './target.ts';

const given = {
  settings: {
    searchableAttributes: ['title', 'topics.title', 'text'],
    attributesForFaceting: ['searchable(topics.slug)', 'year', 'kind', 'filterOnly(secret)'],
    customRanking: ['desc(year)'],
    attributeForDistinct: 'group',
  },
  records: [
    {
      objectID: 'a',
      kind: 'film',
      title: 'Attractors',
      year: 1963,
      group: 'x',
      secret: 's',
      topics: [{ slug: 'chaos', title: 'Chaos' }],
      text: 'one two three four five attractor seven eight nine ten eleven twelve',
    },
    {
      objectID: 'b',
      kind: 'film',
      title: 'Ripples',
      year: 1801,
      group: 'y',
      topics: [
        { slug: 'waves', title: 'Waves' },
        { slug: 'chaos', title: 'Chaos' },
      ],
      text: 'A strange attractor',
    },
    {
      objectID: 'c',
      kind: 'article',
      title: 'Chaos explained',
      year: 1990,
      group: 'x',
      topics: [{ slug: 'chaos', title: 'Chaos' }],
      text: 'Words',
    },
  ],
};

const audit = (
  id: string,
  name: string,
  run: Parameters<typeof indexAudit>[4],
  level: 'MUST' | 'SHOULD' = 'MUST',
) => indexAudit(`search-answer-${id}`, level, name, given, run);

const hit = (answer: Body, objectID: string): Body => answer.hits.find((h: Body) => h.objectID === objectID);

/** What the answers of the search service hold. */
export const searchAnswerAudits = [
  audit('001', 'tells pages and counts', async (index) => {
    const { nbHits, page, nbPages, hitsPerPage, hits } = await index.search({ hitsPerPage: 2, page: 1 });
    assert.deepEqual(
      { nbHits, page, nbPages, hitsPerPage },
      { nbHits: 3, page: 1, nbPages: 2, hitsPerPage: 2 },
    );
    assert.deepEqual(
      hits.map((h: Body) => h.objectID),
      ['b'],
    );
  }),
  audit('002', 'pages by offset and length', async (index) => {
    assert.deepEqual(await index.ids({ offset: 1, length: 1 }), ['a']);
  }),
  audit('003', 'takes hitsPerPage 0 for counts alone', async (index) => {
    const { hits, nbHits } = await index.search({ hitsPerPage: 0 });
    assert.deepEqual({ hits, nbHits }, { hits: [], nbHits: 3 });
  }),
  audit('004', 'counts facets', async (index) => {
    const { facets } = await index.search({ facets: ['kind', 'topics.slug'] });
    assert.deepEqual(facets, { kind: { film: 2, article: 1 }, 'topics.slug': { chaos: 3, waves: 1 } });
  }),
  audit('005', 'counts every facet but those for filtering only with *', async (index) => {
    const { facets } = await index.search({ facets: ['*'] });
    assert.deepEqual(Object.keys(facets).sort(), ['kind', 'topics.slug', 'year']);
  }),
  audit('006', 'counts nothing of an attribute that is no facet', async (index) => {
    const { facets } = await index.search({ facets: ['title', 'kind'] });
    assert.deepEqual(Object.keys(facets), ['kind']);
  }),
  audit('007', 'tells least, greatest, mean and sum of numeric facets', async (index) => {
    const { facets_stats: stats } = await index.search({ facets: ['year', 'kind'], filters: 'kind:film' });
    assert.deepEqual(stats, { year: { min: 1801, max: 1963, avg: 1882, sum: 3764 } });
  }),
  audit('008', 'cuts facet values at maxValuesPerFacet, most frequent first', async (index) => {
    const { facets } = await index.search({ facets: ['topics.slug'], maxValuesPerFacet: 1 });
    assert.deepEqual(facets, { 'topics.slug': { chaos: 3 } });
  }),
  audit('009', 'sorts facet values by name when asked', async (index) => {
    const { facets } = await index.search({ facets: ['kind'], sortFacetValuesBy: 'alpha' });
    assert.deepEqual(Object.keys(facets.kind), ['article', 'film']);
  }),
  audit('010', 'highlights matched beginnings and mirrors nested attributes', async (index) => {
    const { _highlightResult: result } = hit(await index.search({ query: 'chao' }), 'b');
    assert.equal(result.topics[1].title.value, '<em>Chao</em>s');
    assert.equal(result.topics[1].title.matchLevel, 'full');
    assert.deepEqual(result.topics[1].title.matchedWords, ['chao']);
    assert.deepEqual(result.topics[0].title, { value: 'Waves', matchLevel: 'none', matchedWords: [] });
  }),
  audit('011', 'says whether all of an attribute is highlighted', async (index) => {
    const { _highlightResult: result } = hit(await index.search({ query: 'chaos' }), 'c');
    assert.equal(result.title.fullyHighlighted, false);
    assert.equal(result.topics[0].title.fullyHighlighted, true);
  }),
  audit('012', 'says when only some of the words are in an attribute', async (index) => {
    const { _highlightResult: result } = hit(await index.search({ query: 'chaos explained' }), 'c');
    assert.equal(result.title.matchLevel, 'full');
    assert.equal(result.topics[0].title.matchLevel, 'partial');
  }),
  audit('013', 'highlights between any tags', async (index) => {
    const answer = await index.search({
      query: 'ripples',
      highlightPreTag: '\ue000',
      highlightPostTag: '\ue001',
    });
    assert.equal(answer.hits[0]._highlightResult.title.value, '\ue000Ripples\ue001');
  }),
  audit('014', 'highlights only what is asked for', async (index) => {
    const answer = await index.search({ query: 'chaos', attributesToHighlight: ['title'] });
    assert.deepEqual(Object.keys(hit(answer, 'c')._highlightResult), ['title']);
    const none = await index.search({ query: 'chaos', attributesToHighlight: [] });
    assert.equal(none.hits[0]._highlightResult, undefined);
  }),
  audit('015', 'highlights a whole word that was found by a typo', async (index) => {
    const answer = await index.search({ query: 'riples' });
    assert.equal(answer.hits[0]._highlightResult.title.value, '<em>Ripples</em>');
  }),
  audit(
    '016',
    'cuts snippets around the match',
    async (index) => {
      const answer = await index.search({
        query: 'attractor',
        attributesToSnippet: ['text:3'],
        snippetEllipsisText: '...',
      });
      const { text } = hit(answer, 'a')._snippetResult;
      assert.equal(text.value, '...five <em>attractor</em> seven...');
      assert.equal(text.matchLevel, 'full');
      assert.equal(hit(answer, 'b')._snippetResult.text.value, 'A strange <em>attractor</em>');
    },
    'SHOULD',
  ),
  audit('017', 'retrieves chosen attributes, nested ones too, and always the id', async (index) => {
    const { hits } = await index.search({
      attributesToRetrieve: ['topics.slug'],
      attributesToHighlight: [],
      query: 'ripples',
    });
    assert.deepEqual(hits, [{ objectID: 'b', topics: [{ slug: 'waves' }, { slug: 'chaos' }] }]);
  }),
  audit('018', 'retrieves all attributes but those with a minus', async (index) => {
    const { hits } = await index.search({
      attributesToRetrieve: ['*', '-text', '-topics'],
      attributesToHighlight: [],
      query: 'ripples',
    });
    assert.deepEqual(Object.keys(hits[0]).sort(), ['group', 'kind', 'objectID', 'title', 'year']);
  }),
  audit('019', 'hides unretrievable attributes from a key that may not see them', async (index) => {
    await index.configure({ unretrievableAttributes: ['secret'] });
    const path = `/1/indexes/${index.name}/query`;
    const { body } = await call(
      index.target,
      'POST',
      path,
      { filters: 'objectID:a' },
      { key: index.target.searchKey },
    );
    assert.equal(body.hits[0].secret, undefined);
  }),
  audit('020', 'shows one record of each group with distinct', async (index) => {
    const answer = await index.search({ distinct: true });
    assert.deepEqual(
      answer.hits.map((h: Body) => h.objectID),
      ['c', 'b'],
    );
    assert.equal(answer.nbHits, 2);
  }),
  audit('021', 'names the query for analytics only when asked', async (index) => {
    assert.equal((await index.search({})).queryID, undefined);
    assert.match((await index.search({ clickAnalytics: true })).queryID, /^[0-9a-f]{32}$/);
  }),
  audit('022', 'answers with the chosen response fields only', async (index) => {
    const answer = await index.search({ responseFields: ['hits', 'nbHits'] });
    assert.deepEqual(Object.keys(answer).sort(), ['hits', 'nbHits']);
  }),
  audit('023', 'pages no further than paginationLimitedTo', async (index) => {
    await index.configure({ paginationLimitedTo: 2 });
    const { hits, nbHits, nbPages } = await index.search({ hitsPerPage: 1, page: 2 });
    assert.deepEqual({ hits, nbHits, nbPages }, { hits: [], nbHits: 3, nbPages: 2 });
  }),
  audit('024', 'searches facet values by their beginnings', async (index) => {
    const { facetHits } = await index.call('POST', '/facets/topics.slug/query', { facetQuery: 'wav' });
    assert.deepEqual(facetHits, [{ value: 'waves', highlighted: '<em>wav</em>es', count: 1 }]);
  }),
  audit('025', 'searches facet values among what a search finds', async (index) => {
    const params = 'filters=kind%3Aarticle';
    const { facetHits } = await index.call('POST', '/facets/topics.slug/query', { facetQuery: '', params });
    assert.deepEqual(facetHits, [{ value: 'chaos', highlighted: 'chaos', count: 1 }]);
  }),
  audit('026', 'refuses to search a facet that is not searchable', async (index) => {
    const message = await index.refused('POST', '/facets/kind/query', { facetQuery: 'f' });
    assert.match(message, /add `searchable\(kind\)` to attributesForFaceting/);
  }),
  audit('027', 'repeats query, parameters and index', async (index) => {
    const { query, params } = await index.search({ query: 'chaos', hitsPerPage: 1 });
    assert.equal(query, 'chaos');
    assert.match(params, /query=chaos/);
  }),
  audit('028', 'reads parameters from a query string', async (index) => {
    assert.deepEqual(await index.ids({ params: 'query=ripples&facets=%5B%22kind%22%5D&hitsPerPage=5' }), [
      'b',
    ]);
  }),
];
