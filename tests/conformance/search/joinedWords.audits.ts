import assert from 'node:assert/strict';
import { assertSameIds, type IndexFixture, indexAudit } from './target.ts';

const FIXTURE: IndexFixture = {
  settings: { searchableAttributes: ['title'] },
  records: [
    { objectID: 'obrien', title: "Conan O'Brien sings" },
    { objectID: 'loreal', title: 'L’Oréal, maison de beauté' },
    { objectID: 'dont', title: "Don't look back" },
    { objectID: 'tshirt', title: 'A red T-shirt' },
    { objectID: 'paint', title: 'Paintbrush' },
    { objectID: 'brush', title: 'Paint brush holder' },
    { objectID: 'attracteur', title: "L'attracteur étrange" },
    { objectID: 'etrange', title: 'Attracteur de Lorenz' },
    { objectID: 'life', title: 'Conway’s Game of Life' },
    { objectID: 'era', title: 'Athens, 450 B.C.E.' },
    { objectID: 'site', title: 'Notes on hello.world pages' },
    { objectID: 'rock', title: "Birth of rock'n'roll bands" },
    { objectID: 'okina', title: 'Hawaiʻi from above' },
    { objectID: 'size', title: 'Lens of 5.mm and m.55' },
  ],
};

const CASES: [id: string, name: string, query: string, expected: string[]][] = [
  ['028', 'finds an ʻokina without it', 'hawaii', ['okina']],
  ['001', 'finds a name with an apostrophe without it', 'obrien', ['obrien']],
  ['002', 'finds it with the typewriter apostrophe', "o'brien", ['obrien']],
  ['003', 'finds it with the typographic apostrophe', 'O’Brien', ['obrien']],
  ['004', 'finds it with a space instead', 'o brien', ['obrien']],
  ['005', 'finds the part after the apostrophe', 'brien', ['obrien']],
  ['006', 'finds it by a prefix over the apostrophe', 'obri', ['obrien']],
  ['007', 'finds it by a prefix with the apostrophe', "o'bri", ['obrien']],
  ['008', 'finds a typographic apostrophe without it', 'loreal', ['loreal']],
  ['009', 'finds a typographic apostrophe with the typewriter one', "l'oreal", ['loreal']],
  ['010', 'finds a contraction without its apostrophe', 'dont look', ['dont']],
  ['011', 'finds a hyphenated word without its hyphen', 'tshirt', ['tshirt']],
  ['012', 'finds a hyphenated word with a space instead', 't shirt', ['tshirt']],
  ['013', 'finds a hyphenated word as written', 't-shirt', ['tshirt']],
  ['014', 'splits a word whose space is missing', 'paintbrush', ['paint', 'brush']],
  ['015', 'joins two words', 'paint brush', ['paint', 'brush']],
  ['016', 'finds a word with and without an elided article', 'attracteur', ['attracteur', 'etrange']],
  ['017', 'finds a word by a query with an article', 'l’attracteur', ['attracteur', 'etrange']],
  ['018', 'tolerates a typo after an article', "l'atracteur", ['attracteur', 'etrange']],
  ['019', 'finds a possessive without its suffix', 'conway game', ['life']],
  ['020', 'finds a possessive with its suffix', 'conways game', ['life']],
  ['021', 'finds an abbreviation without its periods', 'bce', ['era']],
  ['022', 'finds an abbreviation as single letters', 'b c e', ['era']],
  ['023', 'finds words joined by a period as one word', 'helloworld', ['site']],
  ['024', 'finds words joined by a period as two words', 'hello world', ['site']],
  ['025', 'finds all parts of a word joined twice', 'rock roll bands', ['rock']],
  ['026', 'finds a word joined twice as one word', 'rocknroll', ['rock']],
  ['027', 'ends a joined word at a number', '5 mm m55', ['size']],
];

const HIGHLIGHTS: [id: string, query: string, objectID: string, expected: string][] = [
  ['050', 'obrien', 'obrien', "Conan <em>O'Brien</em> sings"],
  ['051', 'brien', 'obrien', "Conan O'<em>Brien</em> sings"],
  ['052', 'obri', 'obrien', "Conan <em>O'Bri</em>en sings"],
  ['053', 'loreal', 'loreal', '<em>L’Oréal</em>, maison de beauté'],
  ['054', 'tshirt', 'tshirt', 'A red <em>T</em>-<em>shirt</em>'],
  ['055', "l'attrac", 'etrange', '<em>Attrac</em>teur de Lorenz'],
  ['056', 'paint brush', 'paint', '<em>Paintbrush</em>'],
  ['058', 'hello', 'site', 'Notes on <em>hello</em>.world pages'],
  ['059', 'conway', 'life', '<em>Conway</em>’s Game of Life'],
  ['060', 'conways', 'life', '<em>Conway’s</em> Game of Life'],
  ['057', 'bce', 'era', 'Athens, 450 <em>B.C.E</em>.'],
];

/** Words with punctuation, and words joined or split by mistake. */
export const searchJoinedWordAudits = [
  ...CASES.map(([id, name, query, expected]) =>
    indexAudit(`search-join-${id}`, 'MUST', `${name}: ${query}`, FIXTURE, async (index) =>
      assertSameIds(await index.ids({ query }), expected),
    ),
  ),
  ...HIGHLIGHTS.map(([id, query, objectID, expected]) =>
    indexAudit(`search-join-${id}`, 'MUST', `highlights ${objectID} for ${query}`, FIXTURE, async (index) => {
      const { hits } = await index.search({ query, ignorePlurals: ['en'] });
      const hit = hits.find((found: { objectID: string }) => found.objectID === objectID);
      assert.equal(hit?._highlightResult.title.value, expected);
    }),
  ),
  indexAudit('search-join-070', 'MUST', 'counts a missing space as one typo', FIXTURE, async (index) => {
    const { hits } = await index.search({ query: 'tshirt', getRankingInfo: true });
    assert.equal(hits[0]._rankingInfo.nbTypos, 1);
  }),
  indexAudit('search-join-073', 'MUST', 'counts punctuation as no typo', FIXTURE, async (index) => {
    for (const query of ['obrien', 'loreal', 'hawaii', 'dont', 'bce', 'brien', "l'attracteur"]) {
      const { hits } = await index.search({ query, getRankingInfo: true });
      assert.equal(hits[0]._rankingInfo.nbTypos, 0, query);
    }
  }),
  indexAudit('search-join-071', 'MUST', 'splits no word without typo tolerance', FIXTURE, async (index) => {
    assert.deepEqual(await index.ids({ query: 'tshirt', typoTolerance: false }), []);
  }),
  indexAudit('search-join-072', 'MUST', 'finds a phrase around a joined word', FIXTURE, async (index) => {
    for (const query of ['"birth of rock\'n\'roll"', '"rocknroll bands"'])
      assert.deepEqual(await index.ids({ query, advancedSyntax: true }), ['rock'], query);
  }),
];
