import assert from 'node:assert/strict';
import { assertSameIds, type IndexFixture, indexAudit } from './target.ts';

/** A query that finds the only record by its language, and finds nothing without. */
type Case = readonly [language: string, title: string, query: string];

const PLURALS: readonly Case[] = [
  ['de', 'Alte Häuser am Fluss', 'haus'],
  ['de', 'Das Haus am Fluss', 'häuser'],
  ['de', 'Lehrerinnen und Bilder', 'bild lehrerin'],
  ['de', 'Ein Museum', 'museen'],
  ['de', 'Frauen und Autos', 'frau auto'],
  ['en', 'Butterflies and boxes', 'butterfly box'],
  ['en', 'A leaf', 'leaves'],
  ['es', 'Canciones y luces', 'cancion luz'],
  ['es', 'El autobús', 'autobuses'],
  ['fr', 'Journaux et châteaux', 'journal château'],
  ['fr', 'Un travail', 'travaux'],
  ['fr', 'Les attracteurs étranges', "l'attracteur étrange"],
  ['it', 'Amiche e libri', 'amica libro'],
  ['it', 'Il problema', 'problemi'],
  ['nl', 'Bomen, katten en brieven', 'boom kat brief'],
  ['nl', 'Een foto van een huis', "foto's huizen"],
  ['pt', 'Canções e animais', 'canção animal'],
  ['pt', 'O homem', 'homens'],
  ['pt-br', 'Os jornais', 'jornal'],
];

const STOP_WORDS: readonly Case[] = [
  ['de', 'Haus Fluss', 'das haus für den fluss'],
  ['en', 'House river', 'the house of their river'],
  ['es', 'Casa río', 'la casa sobre el río'],
  ['fr', 'Maison rivière', "c'est la maison sur la rivière"],
  ['it', 'Casa fiume', 'la casa della fiume'],
  ['nl', 'Huis rivier', 'het huis aan de rivier'],
  ['pt', 'Casa rio', 'a casa não é do rio'],
];

const indexOf = (title: string): IndexFixture => ({
  settings: { searchableAttributes: ['title'], typoTolerance: false, queryType: 'prefixNone' },
  records: [{ objectID: 'a', title }],
});

const ASIAN: IndexFixture = {
  settings: { searchableAttributes: ['title'], indexLanguages: ['ja', 'zh'], queryLanguages: ['ja', 'zh'] },
  records: [
    { objectID: 'tower', title: '東京タワーの夜景' },
    { objectID: 'office', title: '東京都庁舎' },
    { objectID: 'kyoto', title: '京都の寺' },
    { objectID: 'ai', title: '人工智能的发展' },
    { objectID: 'thai', title: 'สวัสดีชาวโลก' },
    { objectID: 'korean', title: '서울의 밤' },
  ],
};

const WORDS: readonly [id: string, query: string, expected: string[]][] = [
  ['040', '東京', ['tower', 'office']],
  ['041', '東京タワー', ['tower']],
  ['042', 'タワー', ['tower']],
  ['043', '京都', ['kyoto']],
  ['044', '智能', ['ai']],
  ['045', '人工智能', ['ai']],
  ['046', 'โลก', ['thai']],
  ['047', '서울', ['korean']],
];

const number = (from: number, i: number) => String(from + i).padStart(3, '0');

/** Languages of queries and of records. */
export const searchLanguageAudits = [
  ...PLURALS.map(([language, title, query], i) =>
    indexAudit(
      `search-language-${number(1, i)}`,
      'MUST',
      `finds ${title} with ignorePlurals for ${query}`,
      indexOf(title),
      async (index) => {
        assert.deepEqual(await index.ids({ query }), []);
        assert.deepEqual(await index.ids({ query, ignorePlurals: [language] }), ['a']);
        assert.deepEqual(await index.ids({ query, ignorePlurals: true, queryLanguages: [language] }), ['a']);
        assert.deepEqual(await index.ids({ query, ignorePlurals: true }), ['a']);
        assert.deepEqual(await index.ids({ query, ignorePlurals: true, queryLanguages: ['ja'] }), []);
      },
    ),
  ),
  ...STOP_WORDS.map(([language, title, query], i) =>
    indexAudit(
      `search-language-${number(30, i)}`,
      'MUST',
      `ignores the stop words of ${query}`,
      indexOf(title),
      async (index) => {
        assert.deepEqual(await index.ids({ query }), []);
        assert.deepEqual(await index.ids({ query, removeStopWords: [language] }), ['a']);
        await index.configure({ removeStopWords: true, queryLanguages: [language] });
        assert.deepEqual(await index.ids({ query }), ['a']);
      },
    ),
  ),
  ...WORDS.map(([id, query, expected]) =>
    indexAudit(
      `search-language-${id}`,
      'MUST',
      `finds words without spaces between them: ${query}`,
      ASIAN,
      async (index) => assertSameIds(await index.ids({ query }), expected),
    ),
  ),
  indexAudit('search-language-050', 'MUST', 'highlights words without spaces', ASIAN, async (index) => {
    const { hits } = await index.search({ query: 'タワー' });
    assert.equal(hits[0]._highlightResult.title.value, '東京<em>タワー</em>の夜景');
  }),
  indexAudit('search-language-051', 'MUST', 'returns the languages of the settings', ASIAN, async (index) => {
    const settings = { indexLanguages: ['de', 'ja'], queryLanguages: ['ru'], ignorePlurals: ['fr', 'tr'] };
    await index.configure(settings);
    const { indexLanguages, queryLanguages, ignorePlurals } = await index.call('GET', '/settings');
    assert.deepEqual({ indexLanguages, queryLanguages, ignorePlurals }, settings);
  }),
  indexAudit('search-language-052', 'MUST', 'rejects an unknown language', ASIAN, async (index) => {
    assert.match(
      await index.expectRejection('PUT', '/settings', { queryLanguages: ['xx'] }),
      /queryLanguages/,
    );
    assert.match(
      await index.expectRejection('POST', '/query', { ignorePlurals: ['de', 'xx'] }),
      /ignorePlurals/,
    );
  }),
  indexAudit(
    'search-language-053',
    'MUST',
    'sets stop words, plurals and optional words with naturalLanguages',
    indexOf('Alte Häuser'),
    async (index) => {
      assert.deepEqual(await index.ids({ query: 'das haus' }), []);
      assert.deepEqual(await index.ids({ query: 'das haus', naturalLanguages: ['de'] }), ['a']);
      assert.deepEqual(await index.ids({ query: 'haus turm', naturalLanguages: ['de'] }), ['a']);
    },
  ),
];
