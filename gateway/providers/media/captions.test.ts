import { describe, expect, test } from '@jest/globals';
import type { TextTrack } from './asset.ts';
import { findTrack, parseCues } from './captions.ts';

const parseText = async (payload: string) =>
  (await parseCues(`WEBVTT\n\n00:00.000 --> 00:01.000\n${payload}\n`)).map(({ text }) => text);

describe('captions: text of a cue', () => {
  test.each([
    ['<v Ada Lovelace>Hello <i>you</i></v>', 'Hello you'],
    ['<c.loud.big>Hum</c> <00:00:00.500>goes <b>on', 'Hum goes on'],
    ['a &lt;b&gt; &amp;amp; &#233;&eacute;&nbsp;&quot;x&quot;', 'a <b> &amp; éé "x"'],
    ['two\nlines', 'two lines'],
    ['1 < 2', '1'],
    ['<ruby>漢<rt>kan</rt></ruby>', '漢kan'],
    ['<script>alert(1)</script>', 'alert(1)'],
  ])('%j becomes %j', async (payload, words) => {
    expect(await parseText(payload)).toEqual([words]);
  });

  test('omits a cue without text', async () => {
    expect(await parseText('<i> </i>')).toEqual([]);
  });
});

describe('captions: file', () => {
  test('parses any line ends, byte order mark, notes, styles, hours and cue settings', async () => {
    const file = [
      '\uFEFFWEBVTT - a title',
      'Kind: captions',
      '',
      'NOTE a note',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'intro',
      '01:00:00.250 --> 01:00:01.000 line:0 align:start',
      'late',
      '',
      '00:01.000 --> 00:02.500',
      'early',
      '',
    ].join('\r\n');
    expect(await parseCues(file)).toEqual([
      { start: 1, end: 2.5, text: 'early' },
      { start: 3600.25, end: 3601, text: 'late' },
    ]);
  });

  test('omits cues that end before they start', async () => {
    const file = 'WEBVTT\n\n00:02.000 --> 00:01.000\nback\n\n00:03.000 --> 00:04.000\nforth\n';
    expect(await parseCues(file)).toEqual([{ start: 3, end: 4, text: 'forth' }]);
  });

  test('omits cues after the first day', async () => {
    const file = 'WEBVTT\n\n00:01.000 --> 99999:00:00.000\nendless\n\n00:03.000 --> 00:04.000\nshort\n';
    expect(await parseCues(file)).toEqual([{ start: 3, end: 4, text: 'short' }]);
  });

  test('shortens a long cue', async () => {
    const [cue] = await parseCues(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(5_000)}\n`);
    expect(cue?.text).toBe(`${'x'.repeat(1_000)}…`);
  });

  test('replaces cues above the limit by a note', async () => {
    const cues = await parseCues(`WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(10_500)}`);
    expect(cues).toHaveLength(10_001);
    expect(cues.at(-1)?.text).toBe('500 cues omitted: the limit is 10000.');
  });

  test.each([' ', '\t', '\u00A0'])('reads a run of %j in linear time', async (space) => {
    // Without a limit of the run, the parser would take minutes.
    const run = space.repeat(900_000);
    const cues = await parseCues(`WEBVTT\n\n${run}x-->\n\n00:01.000 --> 00:02.000\na${run}b\n`);
    expect(cues).toEqual([{ start: 1, end: 2, text: 'a b' }]);
  });

  test('parses a file without cues', async () => {
    expect(await parseCues('WEBVTT\n')).toEqual([]);
  });
});

describe('captions: track of a language', () => {
  const track = (id: string, language_code: string | undefined, closed_captions = false): TextTrack => ({
    id,
    status: 'ready',
    closed_captions,
    ...(language_code && { language_code }),
  });
  const tracks = [
    track('british', 'en-GB'),
    track('german', 'de'),
    track('captions', 'fr', true),
    track('french', 'fr'),
    track('canadian', 'fr-CA', true),
    track('undetermined', undefined),
  ];

  test.each([
    ['en', 'british'],
    ['EN-gb', 'british'],
    ['en-US', undefined],
    ['de-AT', 'german'],
    ['fr', 'captions'],
    ['fr-CA', 'canadian'],
    ['f', undefined],
    ['und', 'undetermined'],
    ['nl', undefined],
  ])('finds for %s the track %s', (language, id) => {
    expect(findTrack(tracks, language)?.id).toBe(id);
  });
});
