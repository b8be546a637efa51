import { describe, expect, test } from '@jest/globals';
import type { recipeCues } from '../../../../tests/support/recipeDocuments.ts';
import { startSearchHarness } from '../../../../tests/support/searchHarness.ts';

describe('moment records', () => {
  const cue = (start: number, end: number, text: string) => ({ start, end, text });
  const show = {
    _id: 'show',
    _type: 'show',
    _rev: 'r',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    title: 'Show',
  };
  const sdl = 'type Show @document { title: String! @searchable episodes: [Video!] @asset }';
  const startShow = async (episodes: string[], readCues: typeof recipeCues) => {
    const started = await startSearchHarness({ sdl, documents: [{ ...show, episodes }], readCues });
    const find = async (args: string) => {
      const { data, errors } = await started.query(
        `{ moments(${args}, first: 20) { totalCount nodes { start end language snippet { text } } } }`,
      );
      expect(errors).toBeUndefined();
      const nodes = data.moments.nodes as { language: string; snippet: { text: string }[] }[];
      return nodes
        .map(({ language, snippet }) => `${language} ${snippet.map(({ text }) => text).join('')}`)
        .sort();
    };
    return { started, find };
  };

  test('of cues with the same start are all found, also with a preferred language', async () => {
    const english = [
      cue(1, 2, 'word first'),
      cue(1, 2, 'word second'),
      cue(1, 3, 'word second'),
      cue(1, 2, 'word first'),
      cue(1.5, 2.5, 'word overlapping'),
    ];
    const german = [cue(1, 2, 'word erste'), cue(1, 2, 'word zweite'), cue(1, 3, 'word zweite')];
    const { started, find } = await startShow(['asset-a'], async () => [
      { track: 'en', language: 'en', cues: english },
      { track: 'de', language: 'de', cues: german },
    ]);
    try {
      const inEnglish = ['en word first', 'en word overlapping', 'en word second', 'en word second'];
      const inGerman = ['de word erste', 'de word zweite', 'de word zweite'];
      expect(await find('query: "word"')).toEqual([...inGerman, ...inEnglish].sort());
      expect(await find('query: "word", prefer: "en"')).toEqual(inEnglish);
      expect(await find('query: "word", prefer: "de"')).toEqual([...inGerman, 'en word overlapping']);
    } finally {
      await started.close();
    }
  });

  test('of several tracks of a language are all found, equal cues once', async () => {
    const { started, find } = await startShow(['asset-a'], async () => [
      { track: 'one', language: 'en', cues: [cue(1, 2, 'word caf\u00e9'), cue(3, 4, 'word of the first')] },
      { track: 'two', language: 'en', cues: [cue(1, 2, 'word cafe\u0301'), cue(3, 4, 'word of the second')] },
    ]);
    try {
      expect(await find('query: "word"')).toEqual([
        'en word caf\u00e9',
        'en word of the first',
        'en word of the second',
      ]);
    } finally {
      await started.close();
    }
  });

  test('have the text of the captions regardless of the form of its letters', async () => {
    const text = 'word cafe\u0301 n\u0303 \u1112\u1161\u11ab \u212b';
    const { started, find } = await startShow(['asset-a'], async () => [
      { track: 'one', language: 'en', cues: [cue(1, 2, text)] },
    ]);
    try {
      for (const query of ['word', 'caf\u00e9', 'cafe\u0301', 'cafe'])
        expect(await find(`query: "${query}"`)).toEqual([`en ${text}`]);
    } finally {
      await started.close();
    }
  });

  test('of two videos of a document with equal captions are all found', async () => {
    const { started, find } = await startShow(['asset-a', 'asset-b'], async (asset) => [
      { track: `${asset}-en`, language: 'en', cues: [cue(1, 2, `word of ${asset}`)] },
    ]);
    try {
      expect(await find('query: "word"')).toEqual(['en word of asset-a', 'en word of asset-b']);
    } finally {
      await started.close();
    }
  });

  test('with long asset ids and languages, and without words, cost nothing else', async () => {
    const long = 'x'.repeat(600);
    const { started, find } = await startShow([`asset-${long}`], async () => [
      { track: 'long', language: `en-${long}`, cues: [cue(1, 2, 'word'), cue(2, 3, ' \n ')] },
      { track: 'de', language: 'de', cues: [cue(1, 2, `word ${'語'.repeat(9_000)}`)] },
    ]);
    try {
      expect(started.report.skipped.moments).toEqual([]);
      expect((await find('query: "word"')).map((text) => text.slice(0, 8))).toEqual(['de word ', 'en-xxxxx']);
    } finally {
      await started.close();
    }
  });
});
