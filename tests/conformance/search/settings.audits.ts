import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { settingAudit } from './settingAudit.ts';
import { assertSameIds, type Body, call, type SearchTarget } from './target.ts';

/** Settings, synonyms and rules. */
export const searchSettingAudits: readonly Audit<SearchTarget>[] = [
  settingAudit('001', 'returns changed settings and defaults', async (index) => {
    const settings = await index.call('GET', '/settings');
    assert.deepEqual(settings.searchableAttributes, ['title']);
    assert.deepEqual(
      [settings.hitsPerPage, settings.minWordSizefor1Typo, settings.minWordSizefor2Typos],
      [20, 4, 8],
    );
  }),
  settingAudit('002', 'preserves settings that are not in the update', async (index) => {
    await index.configure({ hitsPerPage: 3 });
    assert.deepEqual((await index.call('GET', '/settings')).searchableAttributes, ['title']);
  }),
  settingAudit('003', 'resets a setting with null', async (index) => {
    await index.configure({ hitsPerPage: 3 });
    await index.configure({ hitsPerPage: null });
    assert.equal((await index.search({})).hitsPerPage, 20);
  }),
  settingAudit(
    '013',
    'returns text of typoTolerance and ignorePlurals as text, and applies it',
    async (index) => {
      for (const value of ['false', 'true', 'min', 'strict', false, true]) {
        await index.configure({ typoTolerance: value });
        assert.equal((await index.call('GET', '/settings')).typoTolerance, value);
        const tolerates = value !== 'false' && value !== false;
        assert.deepEqual(await index.ids({ query: 'televisoin' }), tolerates ? ['a'] : [], String(value));
      }
      await index.configure({ typoTolerance: 'false', ignorePlurals: 'true' });
      assert.equal((await index.call('GET', '/settings')).ignorePlurals, 'true');
      assert.deepEqual(await index.ids({ query: 'televisions', queryType: 'prefixNone' }), ['a']);
    },
  ),
  settingAudit('004', 'rejects an unknown setting with its name', async (index) => {
    assert.match(
      await index.expectRejection('PUT', '/settings', { searchable: ['title'] }),
      /Invalid object attributes: searchable/,
    );
  }),
  settingAudit('005', 'rejects an unknown parameter with its name', async (index) => {
    assert.equal(await index.expectRejection('POST', '/query', { serach: 'x' }), 'Unknown parameter: serach');
  }),
  settingAudit('006', 'rejects a parameter of the wrong type', async (index) => {
    assert.match(await index.expectRejection('POST', '/query', { hitsPerPage: 'many' }), /hitsPerPage/);
  }),
  settingAudit('007', 'rejects a query over 512 bytes', async (index) => {
    assert.match(
      await index.expectRejection('POST', '/query', { query: 'é'.repeat(300) }),
      /shorter than 512 bytes/,
    );
  }),
  settingAudit('008', 'rejects more than 50 queries', async (index) => {
    const requests = Array.from({ length: 51 }, () => ({ indexName: index.name }));
    assert.equal((await call(index.target, 'POST', '/1/indexes/*/queries', { requests })).status, 400);
  }),
  settingAudit('009', 'returns the results of several queries in order', async (index) => {
    const requests = [
      { indexName: index.name, query: 'picture' },
      { indexName: index.name, filters: 'kind:film' },
    ];
    const { body } = await call(index.target, 'POST', '/1/indexes/*/queries', { requests, strategy: 'none' });
    assert.deepEqual(
      body.results.map((r: Body) => r.hits[0].objectID),
      ['b', 'a'],
    );
  }),
  settingAudit('010', 'reindexes records after a change of searchableAttributes', async (index) => {
    await index.configure({ searchableAttributes: ['kind'] });
    assert.deepEqual(await index.ids({ query: 'film' }), ['a']);
    assert.deepEqual(await index.ids({ query: 'picture' }), []);
  }),
  settingAudit('020', 'finds synonyms in both directions', async (index) => {
    const synonym = { objectID: 's', type: 'synonym', synonyms: ['tv', 'television set'] };
    await index.write('POST', '/synonyms/batch', [synonym]);
    assert.deepEqual(await index.ids({ query: 'tv' }), ['a']);
    await index.save({ objectID: 'c', title: 'tv' });
    assertSameIds(await index.ids({ query: 'television set' }), ['a', 'c']);
    assert.deepEqual(await index.ids({ query: 'tv', synonyms: false }), ['c']);
  }),
  settingAudit('021', 'finds one-way synonyms in one direction', async (index) => {
    await index.write('PUT', '/synonyms/s', {
      objectID: 's',
      type: 'oneWaySynonym',
      input: 'cinema',
      synonyms: ['picture'],
    });
    await index.save({ objectID: 'c', title: 'cinema' });
    assertSameIds(await index.ids({ query: 'cinema' }), ['b', 'c']);
    assert.deepEqual(await index.ids({ query: 'picture' }), ['b']);
  }),
  settingAudit('022', 'stores, finds and deletes synonyms', async (index) => {
    const synonym = { objectID: 's', type: 'synonym', synonyms: ['film', 'movie'] };
    await index.write('POST', '/synonyms/batch', [synonym]);
    assert.deepEqual(await index.call('GET', '/synonyms/s'), synonym);
    assert.equal((await index.call('POST', '/synonyms/search', { query: 'mov' })).nbHits, 1);
    await index.write('DELETE', '/synonyms/s');
    assert.equal((await index.call('POST', '/synonyms/search', {})).nbHits, 0);
  }),
  settingAudit('023', 'replaces all synonyms with replaceExistingSynonyms', async (index) => {
    await index.write('POST', '/synonyms/batch', [{ objectID: 's', type: 'synonym', synonyms: ['a', 'b'] }]);
    const other = [{ objectID: 't', type: 'synonym', synonyms: ['c', 'd'] }];
    await index.write('POST', '/synonyms/batch?replaceExistingSynonyms=true', other);
    assert.deepEqual(
      (await index.call('POST', '/synonyms/search', {})).hits.map((h: Body) => h.objectID),
      ['t'],
    );
  }),
  settingAudit('033', 'rejects unknown values of lists with fixed values', async (index) => {
    for (const change of [
      { advancedSyntaxFeatures: ['exactPhrases'] },
      { alternativesAsExact: ['ignorePlurals', 'synonyms'] },
    ]) {
      await index.expectRejection('PUT', '/settings', change);
      await index.expectRejection('POST', '/query', { query: 'set', ...change });
    }
    const accepted = {
      advancedSyntaxFeatures: ['excludeWords'],
      alternativesAsExact: ['ignoreConjugations'],
    };
    await index.configure(accepted);
    const { advancedSyntaxFeatures, alternativesAsExact } = await index.call('GET', '/settings');
    assert.deepEqual({ advancedSyntaxFeatures, alternativesAsExact }, accepted);
  }),
  settingAudit('034', 'restricts a search to attributes only if the settings list them', async (index) => {
    const params = { query: 'film', restrictSearchableAttributes: ['title'] };
    await index.configure({ searchableAttributes: ['title', 'kind'] });
    assert.deepEqual(await index.ids(params), []);
    await index.configure({ searchableAttributes: [] });
    assert.deepEqual(await index.ids(params), ['a']);
  }),
  settingAudit('035', 'rejects a facet that is for filters only and searchable', async (index) => {
    for (const facet of ['searchable(filterOnly(kind))', 'filterOnly(searchable(kind))'])
      await index.expectRejection('PUT', '/settings', { attributesForFaceting: [facet] });
    await index.configure({ attributesForFaceting: ['afterDistinct(searchable(kind))'] });
  }),
  settingAudit('036', 'finds the placeholder of a synonym by its replacements', async (index) => {
    await index.save({ objectID: 'c', title: '<number> Main Street' });
    await index.write('PUT', '/synonyms/s', {
      objectID: 's',
      type: 'placeholder',
      placeholder: '<number>',
      replacements: ['12', '14'],
    });
    assert.deepEqual(await index.ids({ query: '14 main' }), ['c']);
    assert.deepEqual(await index.ids({ query: '15 main' }), []);
    assert.deepEqual(await index.ids({ query: '14 main', synonyms: false }), []);
  }),
  settingAudit('030', 'pins and hides records and adds userData with rules', async (index) => {
    const rule = {
      objectID: 'r',
      conditions: [{ pattern: 'picture', anchoring: 'contains' }],
      consequence: {
        promote: [{ objectID: 'a', position: 0 }],
        hide: [{ objectID: 'b' }],
        userData: { n: 1 },
      },
    };
    await index.write('POST', '/rules/batch', [rule]);
    const response = await index.search({ query: 'picture' });
    assert.deepEqual(
      response.hits.map((h: Body) => h.objectID),
      ['a'],
    );
    assert.deepEqual(response.userData, [{ n: 1 }]);
    assert.deepEqual(await index.ids({ query: 'picture', enableRules: false }), ['b']);
  }),
  settingAudit('031', 'stores, finds and deletes rules', async (index) => {
    const rule = { objectID: 'r', conditions: [], consequence: { params: { query: 'x' } }, enabled: false };
    await index.write('PUT', '/rules/r', rule);
    assert.equal((await index.call('GET', '/rules/r')).objectID, 'r');
    assert.equal((await index.call('POST', '/rules/search', { query: '' })).nbHits, 1);
    await index.write('DELETE', '/rules/r');
    await index.expectRejection('GET', '/rules/r', undefined, 404);
  }),
];
