import assert from 'node:assert/strict';
import { responseAudit } from './responseAudit.ts';
import type { Body } from './target.ts';

const findHit = (response: Body, objectID: string): Body =>
  response.hits.find((h: Body) => h.objectID === objectID);

/** Highlights and snippets. */
export const searchHighlightAudits = [
  responseAudit('010', 'highlights matched prefixes, also in nested attributes', async (index) => {
    const { _highlightResult: result } = findHit(await index.search({ query: 'chao' }), 'b');
    assert.equal(result.topics[1].title.value, '<em>Chao</em>s');
    assert.equal(result.topics[1].title.matchLevel, 'full');
    assert.deepEqual(result.topics[1].title.matchedWords, ['chao']);
    assert.deepEqual(result.topics[0].title, { value: 'Waves', matchLevel: 'none', matchedWords: [] });
  }),
  responseAudit('011', 'reports fullyHighlighted', async (index) => {
    const { _highlightResult: result } = findHit(await index.search({ query: 'chaos' }), 'c');
    assert.equal(result.title.fullyHighlighted, false);
    assert.equal(result.topics[0].title.fullyHighlighted, true);
  }),
  responseAudit('012', 'reports matchLevel partial for attributes with some of the words', async (index) => {
    const { _highlightResult: result } = findHit(await index.search({ query: 'chaos explained' }), 'c');
    assert.equal(result.title.matchLevel, 'full');
    assert.equal(result.topics[0].title.matchLevel, 'partial');
  }),
  responseAudit('013', 'highlights with highlightPreTag and highlightPostTag', async (index) => {
    const response = await index.search({
      query: 'ripples',
      highlightPreTag: '\ue000',
      highlightPostTag: '\ue001',
    });
    assert.equal(response.hits[0]._highlightResult.title.value, '\ue000Ripples\ue001');
  }),
  responseAudit('014', 'highlights the attributes of attributesToHighlight only', async (index) => {
    const response = await index.search({ query: 'chaos', attributesToHighlight: ['title'] });
    assert.deepEqual(Object.keys(findHit(response, 'c')._highlightResult), ['title']);
    const none = await index.search({ query: 'chaos', attributesToHighlight: [] });
    assert.equal(none.hits[0]._highlightResult, undefined);
  }),
  responseAudit('015', 'highlights the whole word for a match with a typo', async (index) => {
    const response = await index.search({ query: 'riples' });
    assert.equal(response.hits[0]._highlightResult.title.value, '<em>Ripples</em>');
  }),
  responseAudit(
    '016',
    'returns snippets around the match',
    async (index) => {
      const response = await index.search({
        query: 'attractor',
        attributesToSnippet: ['text:3'],
        snippetEllipsisText: '...',
      });
      const { text } = findHit(response, 'a')._snippetResult;
      assert.equal(text.value, '...five <em>attractor</em> seven...');
      assert.equal(text.matchLevel, 'full');
      assert.equal(findHit(response, 'b')._snippetResult.text.value, 'A strange <em>attractor</em>');
    },
    'SHOULD',
  ),
  responseAudit('030', 'highlights exact matches only with exactOnSingleWordQuery=word', async (index) => {
    const titlesOf = async (query: string) =>
      (await index.search({ query, exactOnSingleWordQuery: 'word' })).hits
        .filter(({ objectID }: Body) => objectID === 'c')
        .map((hit: Body) => hit._highlightResult.title.value);
    assert.deepEqual(await titlesOf('chaos'), ['<em>Chaos</em> explained']);
    assert.deepEqual(await titlesOf('chao'), ['Chaos explained']);
    assert.deepEqual(await titlesOf('chaos exp'), ['<em>Chaos</em> <em>exp</em>lained']);
  }),
];
