import assert from 'node:assert/strict';
import { type AuditIndex, assertSameIds, type Body, type IndexFixture, indexAudit } from './target.ts';

const FIXTURE: IndexFixture = {
  settings: {
    searchableAttributes: ['title'],
    attributesForFaceting: ['color', 'brand', 'size'],
    customRanking: ['asc(rank)'],
  },
  records: [
    { objectID: 'a', title: 'Red shoes', color: 'Blue', brand: 'New Balance', rank: 1 },
    { objectID: 'b', title: 'Shoes', color: 'Red', brand: 'Acme', rank: 2 },
    { objectID: 'c', title: 'Shoes', color: 'Green', brand: 'New Balance', rank: 3 },
    { objectID: 'd', title: 'Hat', color: 'Red', brand: 'New Balance', size: '-5', rank: 4 },
  ],
};

const audit = (id: string, name: string, run: (index: AuditIndex) => Promise<void>) =>
  indexAudit(`search-rule-${id}`, 'MUST', name, FIXTURE, run);

const saveRule = (index: AuditIndex, conditions: object[], params: object) =>
  index.write('PUT', '/rules/r', { objectID: 'r', conditions, consequence: { params } });

const COLOR = { pattern: '{facet:color}', anchoring: 'contains' };

/** Patterns with facets and conditions of rules. */
export const searchRuleAudits = [
  audit('001', 'filters by the facet value of the query', async (index) => {
    const params = { query: { remove: ['{facet:color}'] }, automaticFacetFilters: ['color'] };
    await saveRule(index, [COLOR], params);
    assert.deepEqual(await index.ids({ query: 'red shoes' }), ['b']);
    assert.deepEqual(await index.ids({ query: 'shoes RED' }), ['b']);
    assert.deepEqual(await index.ids({ query: 'shoes' }), ['b', 'c', 'a']);
    assert.deepEqual(await index.ids({ query: 'red shoes', enableRules: false }), ['a']);
    assert.deepEqual(await index.ids({ query: 'red shoes', facetFilters: 'brand:New Balance' }), []);
  }),
  audit('002', 'filters by a value of several words', async (index) => {
    await saveRule(index, [{ pattern: '{facet:brand}', anchoring: 'endsWith' }], {
      query: { edits: [{ type: 'remove', delete: '{facet:brand}' }] },
      automaticFacetFilters: [{ facet: 'brand' }],
    });
    assertSameIds(await index.ids({ query: 'shoes new balance' }), ['a', 'c']);
    assert.deepEqual(await index.ids({ query: 'new balance shoes' }), []);
  }),
  audit('003', 'combines several values with AND, or with OR if disjunctive', async (index) => {
    const query = { remove: ['{facet:color}'] };
    await saveRule(index, [COLOR], { query, automaticFacetFilters: [{ facet: 'color' }] });
    assert.deepEqual(await index.ids({ query: 'red green shoes' }), []);
    const automaticFacetFilters = [{ facet: 'color', disjunctive: true }];
    await saveRule(index, [COLOR], { query, automaticFacetFilters });
    assertSameIds(await index.ids({ query: 'red green shoes' }), ['b', 'c']);
  }),
  audit('004', 'ranks by the facet value of the query with optional filters', async (index) => {
    await saveRule(index, [COLOR], {
      query: { remove: ['{facet:color}'] },
      automaticOptionalFacetFilters: [{ facet: 'color', score: 5 }],
    });
    assert.deepEqual(await index.ids({ query: 'green shoes' }), ['c', 'b', 'a']);
  }),
  audit('005', 'matches words and placeholders with every anchoring', async (index) => {
    const params = { automaticFacetFilters: ['color'], query: 'shoes' };
    const pattern = '{facet:color} shoes';
    const cases = [
      ['is', 'red shoes', ['b']],
      ['is', 'red shoes new', []],
      ['startsWith', 'red shoes new', ['b']],
      ['startsWith', 'new red shoes', []],
      ['endsWith', 'new red shoes', ['b']],
      ['contains', 'new red shoes now', ['b']],
    ] as const;
    for (const [anchoring, query, expected] of cases) {
      await saveRule(index, [{ pattern, anchoring }], params);
      assert.deepEqual(await index.ids({ query }), expected, `${anchoring}: ${query}`);
    }
  }),
  audit('006', 'matches only values of declared facets that a record has', async (index) => {
    await saveRule(index, [{ pattern: '{facet:title}', anchoring: 'is' }], { query: 'hat' });
    assertSameIds(await index.ids({ query: 'shoes' }), ['b', 'c', 'a']);
    await saveRule(index, [{ pattern: '{facet:color}', anchoring: 'is' }], { query: 'hat' });
    assert.deepEqual(await index.ids({ query: 'green' }), ['d']);
    await index.write('DELETE', '/c');
    assert.deepEqual(await index.ids({ query: 'green' }), []);
    // Another value with the same words, which no record has any more, does not hide the value.
    await index.save({ objectID: 'e', title: 'Scarf', color: 'Réd' });
    assert.deepEqual(await index.ids({ query: 'red' }), ['d']);
    await index.write('DELETE', '/e');
    assert.deepEqual(await index.ids({ query: 'red' }), ['d']);
  }),
  audit('007', 'applies a rule to requests with its filters', async (index) => {
    await saveRule(index, [{ filters: 'color:Red' }], { query: 'hat' });
    assert.deepEqual(await index.ids({ query: 'shoes', filters: 'color:Red' }), ['d']);
    assert.deepEqual(await index.ids({ query: 'shoes', facetFilters: [['color:Red']] }), ['d']);
    assert.deepEqual(await index.ids({ query: 'shoes', filters: 'color:Green' }), ['c']);
  }),
  audit('008', 'removes several words', async (index) => {
    await saveRule(index, [{ pattern: 'cheap and good', anchoring: 'contains' }], {
      query: { remove: ['cheap and good'] },
    });
    assertSameIds(await index.ids({ query: 'Cheap and good shoes' }), ['a', 'b', 'c']);
  }),
  audit('009', 'filters by a value that starts with a minus', async (index) => {
    await saveRule(index, [{ pattern: '{facet:size}', anchoring: 'is' }], {
      query: '',
      automaticFacetFilters: ['size'],
    });
    assert.deepEqual(await index.ids({ query: '5' }), ['d']);
  }),
  audit('010', 'returns the content of a rule, e.g. a redirect', async (index) => {
    const renderingContent = { redirect: { url: 'https://www.example.com/shoes' } };
    await saveRule(index, [{ pattern: 'shoes', anchoring: 'is' }], { renderingContent });
    assert.deepEqual((await index.search({ query: 'shoes' })).renderingContent, renderingContent);
    assert.deepEqual((await index.search({ query: 'hat' })).renderingContent, {});
  }),
  audit('011', 'rejects a condition that is no text, and an unknown anchoring', async (index) => {
    for (const condition of [
      { pattern: null, anchoring: 'is' },
      { pattern: ['red'], anchoring: 'is' },
      { pattern: 'red', anchoring: 'within' },
      { context: 1 },
      { filters: [] },
    ]) {
      const rule = { objectID: 'r', conditions: [condition], consequence: { params: { query: '' } } };
      await index.expectRejection('PUT', '/rules/r', rule);
    }
    assertSameIds(await index.ids({ query: 'shoes' }), ['a', 'b', 'c']);
  }),
  audit(
    '012',
    'rejects an unknown parameter of a consequence, and a wrong kind of one, when it is saved',
    async (index) => {
      for (const params of [
        { hitsPerPages: 2 },
        { hitsPerPage: 'two' },
        { filters: 1 },
        { typoTolerance: 'never' },
        { automaticFacetFilters: 'color' },
        { automaticFacetFilters: [{ disjunctive: true }] },
        { automaticOptionalFacetFilters: [1] },
        { query: 1 },
        { query: { removed: ['red'] } },
        { query: { remove: 'red' } },
        { query: { edits: [{ type: 'erase', delete: 'red' }] } },
        { query: { edits: [{ type: 'replace', delete: 'red' }] } },
      ]) {
        const rule = { objectID: 'r', conditions: [COLOR], consequence: { params } };
        await index.expectRejection('PUT', '/rules/r', rule);
        await index.expectRejection('POST', '/rules/batch', [rule]);
      }
      assertSameIds(await index.ids({ query: 'red shoes' }), ['a']);
      await saveRule(index, [COLOR], { hitsPerPage: 1, query: { remove: ['red'] } });
      assert.equal((await index.ids({ query: 'red shoes' })).length, 1);
    },
  ),
  audit('013', 'pins a record that the filters exclude, unless filterPromotes is true', async (index) => {
    const save = (consequence: object) =>
      index.write('PUT', '/rules/r', {
        objectID: 'r',
        conditions: [{ pattern: 'shoes', anchoring: 'is' }],
        consequence: { promote: [{ objectID: 'd', position: 0 }], ...consequence },
      });
    const params = { query: 'shoes', filters: 'color:Green' };
    await save({});
    assert.deepEqual(await index.ids(params), ['d', 'c']);
    await save({ hide: [{ objectID: 'd' }] });
    assert.deepEqual(await index.ids(params), ['c']);
    await save({ filterPromotes: true });
    assert.deepEqual(await index.ids(params), ['c']);
    assert.deepEqual((await index.ids({ query: 'shoes' }))[0], 'd');
    const consequence = { promote: [], filterPromotes: 'true' };
    await index.expectRejection('PUT', '/rules/r', { objectID: 'r', consequence });
  }),
  audit(
    '014',
    'applies the rule with the highest precedence of those that match the same words',
    async (index) => {
      const validity = [{ from: 0, until: 4_102_444_800 }];
      const red = { pattern: 'red', anchoring: 'contains' };
      const colorFilter = { filters: 'color:Red' };
      for (const [first, second, query] of [
        [
          { pattern: 'red', anchoring: 'contains' },
          { pattern: 'red shoes', anchoring: 'contains' },
          'red shoes',
        ],
        [
          { pattern: 'shoes red', anchoring: 'contains' },
          { pattern: 'red shoes', anchoring: 'contains' },
          'red shoes red',
        ],
        [{ pattern: 'red', anchoring: 'startsWith' }, { pattern: 'red', anchoring: 'is' }, 'red'],
        [{ pattern: 'red', anchoring: 'endsWith' }, { pattern: 'red', anchoring: 'startsWith' }, 'red'],
        [red, { ...red, context: 'm' }, 'red'],
        [red, { ...red, ...colorFilter }, 'red'],
        [COLOR, red, 'red'],
      ] as const) {
        const rules = [
          { objectID: 'a', conditions: [first], consequence: { params: { hitsPerPage: 1 } } },
          { objectID: 'b', conditions: [second], consequence: { params: { page: 3 } } },
        ];
        await index.write('POST', '/rules/batch?clearExistingRules=true', rules);
        const found = await index.search({
          query,
          ruleContexts: ['m'],
          filters: 'color:Red',
          getRankingInfo: true,
        });
        assert.deepEqual(found.appliedRules, [{ objectID: 'b' }], JSON.stringify([first, second]));
        assert.deepEqual([found.hitsPerPage, found.page], [20, 3]);
      }
      const rules = ['a', 'b', 'c'].map((objectID) => ({
        objectID,
        conditions: [red],
        consequence: { userData: { objectID } },
      }));
      await index.write('POST', '/rules/batch?clearExistingRules=true', [
        ...rules.toReversed().slice(0, 2),
        rules[0],
      ]);
      assert.deepEqual((await index.search({ query: 'red' })).userData, [{ objectID: 'a' }]);
      await index.write('PUT', '/rules/b', { ...rules[1], validity });
      assert.deepEqual((await index.search({ query: 'red' })).userData, [{ objectID: 'b' }]);
    },
  ),
  audit(
    '015',
    'applies all rules that match different words, the first one where they conflict',
    async (index) => {
      const rules = ['hat', 'red'].map((pattern, i) => ({
        objectID: `${i}`,
        conditions: [{ pattern, anchoring: 'contains' }],
        consequence: {
          promote: [{ objectID: ['a', 'b'][i], position: 0 }],
          params: { hitsPerPage: 3 + i, query: '' },
        },
      }));
      await index.write('POST', '/rules/batch', rules);
      const found = await index.search({ query: 'red hat', getRankingInfo: true });
      assert.deepEqual(found.appliedRules, [{ objectID: '1' }, { objectID: '0' }]);
      assert.match(found.params, /hitsPerPage=4/);
      assert.deepEqual(
        found.hits.map((hit: Body) => [hit.objectID, hit._rankingInfo.promoted]),
        [
          ['b', true],
          ['a', true],
          ['c', undefined],
          ['d', undefined],
        ],
      );
      assert.equal((await index.search({ query: 'shoes', getRankingInfo: true })).appliedRules, undefined);
    },
  ),
  audit('016', 'rejects rules above the limits, and conditions that cannot hold', async (index) => {
    const pin = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);
    const condition = { pattern: 'shoes', anchoring: 'is' };
    for (const rule of [
      { conditions: Array.from({ length: 26 }, () => condition), consequence: {} },
      { consequence: { promote: pin(301).map((objectID) => ({ objectID, position: 0 })) } },
      { consequence: { promote: [{ objectIDs: pin(101), position: 0 }] } },
      { consequence: { hide: pin(51).map((objectID) => ({ objectID })) } },
      { conditions: [{ pattern: '', anchoring: 'contains' }], consequence: {} },
      { conditions: [{ context: 'two words' }], consequence: {} },
      { conditions: [{ filters: 'color:Red OR color:Green' }], consequence: {} },
      { conditions: [{ filters: 'rank > 2' }], consequence: {} },
      { conditions: [{ filters: 'color:' }], consequence: {} },
    ])
      await index.expectRejection('PUT', '/rules/r', { objectID: 'r', ...rule });
    const groups = [0, 100, 200].map((position) => ({ objectIDs: pin(100), position }));
    const consequence = { promote: groups, hide: pin(50).map((objectID) => ({ objectID })) };
    await index.write('PUT', '/rules/r', { objectID: 'r', conditions: [condition], consequence });
  }),
];
