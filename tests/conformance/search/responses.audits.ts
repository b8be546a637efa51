import assert from 'node:assert/strict';
import { responseAudit } from './responseAudit.ts';
import { type Body, call } from './target.ts';

/** Search responses: pages, facets and attributes. */
export const searchResponseAudits = [
  responseAudit('001', 'returns page, nbPages and nbHits', async (index) => {
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
  responseAudit('002', 'pages by offset and length', async (index) => {
    assert.deepEqual(await index.ids({ offset: 1, length: 1 }), ['a']);
  }),
  responseAudit('003', 'returns counts only with hitsPerPage=0', async (index) => {
    const { hits, nbHits } = await index.search({ hitsPerPage: 0 });
    assert.deepEqual({ hits, nbHits }, { hits: [], nbHits: 3 });
  }),
  responseAudit('004', 'counts facets', async (index) => {
    const { facets } = await index.search({ facets: ['kind', 'topics.slug'] });
    assert.deepEqual(facets, { kind: { film: 2, article: 1 }, 'topics.slug': { chaos: 3, waves: 1 } });
  }),
  responseAudit('005', 'counts all facets except filterOnly with *', async (index) => {
    const { facets } = await index.search({ facets: ['*'] });
    assert.deepEqual(Object.keys(facets).sort(), ['kind', 'topics.slug', 'year']);
  }),
  responseAudit('006', 'does not count an attribute that is no facet', async (index) => {
    const { facets } = await index.search({ facets: ['title', 'kind'] });
    assert.deepEqual(Object.keys(facets), ['kind']);
  }),
  responseAudit('007', 'returns min, max, avg and sum of numeric facets', async (index) => {
    const { facets_stats: stats } = await index.search({ facets: ['year', 'kind'], filters: 'kind:film' });
    assert.deepEqual(stats, { year: { min: 1801, max: 1963, avg: 1882, sum: 3764 } });
  }),
  responseAudit('008', 'limits facet values to maxValuesPerFacet, most frequent first', async (index) => {
    const { facets } = await index.search({ facets: ['topics.slug'], maxValuesPerFacet: 1 });
    assert.deepEqual(facets, { 'topics.slug': { chaos: 3 } });
  }),
  responseAudit('009', 'sorts facet values by name with sortFacetValuesBy=alpha', async (index) => {
    const { facets } = await index.search({ facets: ['kind'], sortFacetValuesBy: 'alpha' });
    assert.deepEqual(Object.keys(facets.kind), ['article', 'film']);
  }),
  responseAudit(
    '017',
    'returns attributesToRetrieve, also nested ones, and always objectID',
    async (index) => {
      const { hits } = await index.search({
        attributesToRetrieve: ['topics.slug'],
        attributesToHighlight: [],
        query: 'ripples',
      });
      assert.deepEqual(hits, [{ objectID: 'b', topics: [{ slug: 'waves' }, { slug: 'chaos' }] }]);
    },
  ),
  responseAudit('018', 'returns all attributes except those with a minus', async (index) => {
    const { hits } = await index.search({
      attributesToRetrieve: ['*', '-text', '-topics'],
      attributesToHighlight: [],
      query: 'ripples',
    });
    assert.deepEqual(Object.keys(hits[0]).sort(), ['group', 'kind', 'objectID', 'title', 'year']);
  }),
  responseAudit('019', 'hides unretrievableAttributes from a search key', async (index) => {
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
  responseAudit('020', 'returns one record of each group with distinct', async (index) => {
    const response = await index.search({ distinct: true });
    assert.deepEqual(
      response.hits.map((h: Body) => h.objectID),
      ['c', 'b'],
    );
    assert.equal(response.nbHits, 2);
  }),
  responseAudit('021', 'returns queryID with clickAnalytics only', async (index) => {
    assert.equal((await index.search({})).queryID, undefined);
    assert.match((await index.search({ clickAnalytics: true })).queryID, /^[0-9a-f]{32}$/);
  }),
  responseAudit('022', 'returns the fields of responseFields only', async (index) => {
    const response = await index.search({ responseFields: ['hits', 'nbHits'] });
    assert.deepEqual(Object.keys(response).sort(), ['hits', 'nbHits']);
  }),
  responseAudit('023', 'returns no hits beyond paginationLimitedTo', async (index) => {
    await index.configure({ paginationLimitedTo: 2 });
    const { hits, nbHits, nbPages } = await index.search({ hitsPerPage: 1, page: 2 });
    assert.deepEqual({ hits, nbHits, nbPages }, { hits: [], nbHits: 3, nbPages: 2 });
  }),
  responseAudit('024', 'searches facet values by prefix', async (index) => {
    const { facetHits } = await index.call('POST', '/facets/topics.slug/query', { facetQuery: 'wav' });
    assert.deepEqual(facetHits, [{ value: 'waves', highlighted: '<em>wav</em>es', count: 1 }]);
  }),
  responseAudit('025', 'searches facet values within the results of a query', async (index) => {
    const params = 'filters=kind%3Aarticle';
    const { facetHits } = await index.call('POST', '/facets/topics.slug/query', { facetQuery: '', params });
    assert.deepEqual(facetHits, [{ value: 'chaos', highlighted: 'chaos', count: 1 }]);
  }),
  responseAudit('026', 'rejects a search in a facet that is not searchable', async (index) => {
    const message = await index.expectRejection('POST', '/facets/kind/query', { facetQuery: 'f' });
    assert.match(message, /add `searchable\(kind\)` to attributesForFaceting/);
  }),
  responseAudit('029', 'ignores a length without an offset', async (index) => {
    const { hits, page, hitsPerPage } = await index.search({ length: 1, page: 1, hitsPerPage: 2 });
    assert.deepEqual({ found: hits.length, page, hitsPerPage }, { found: 1, page: 1, hitsPerPage: 2 });
    const byOffset = await index.search({ offset: 1, hitsPerPage: 1 });
    assert.deepEqual(
      { found: byOffset.hits.length, offset: byOffset.offset, length: byOffset.length },
      { found: 1, offset: 1, length: 1 },
    );
  }),
  responseAudit('027', 'returns query, params and index', async (index) => {
    const { query, params } = await index.search({ query: 'chaos', hitsPerPage: 1 });
    assert.equal(query, 'chaos');
    assert.match(params, /query=chaos/);
  }),
  responseAudit('028', 'accepts parameters as a query string', async (index) => {
    assert.deepEqual(await index.ids({ params: 'query=ripples&facets=%5B%22kind%22%5D&hitsPerPage=5' }), [
      'b',
    ]);
  }),
];
