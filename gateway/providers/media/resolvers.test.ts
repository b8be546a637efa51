import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Films, openFilms, rowsOf } from '../../../tests/support/mediaAssets.ts';
import { createMediaProvider } from './provider.ts';

let films: Films;
beforeAll(async () => {
  films = await openFilms();
});
afterEach(async () => {
  await films.library.forget();
});
afterAll(() => films.close());

describe('a field with @asset', () => {
  test('answers fifty rows from a warm mirror without a request, and tags the answer', async () => {
    await films.library.forget();
    const {
      films: rows,
      tags,
      errors,
    } = await films.ask('{ films { video { id status } } }', rowsOf({ video: 'open' }, 50));
    expect(errors).toBeUndefined();
    expect(rows).toHaveLength(50);
    expect(rows.every(({ video }) => JSON.stringify(video) === '{"id":"open","status":"READY"}')).toBe(true);
    expect([...tags]).toEqual(['media:open']);
    expect(await films.library.requests()).toEqual([]);
  });

  test('reads what was routed under its response key, also under an alias', async () => {
    const row = rowsOf({ first: 'open', second: 'both', third: null });
    const { films: rows } = await films.ask(
      '{ films { first: video { id } second: video { id } third: video { id } } }',
      row,
    );
    expect(rows[0]).toEqual({ first: { id: 'open' }, second: { id: 'both' }, third: null });
  });

  test('is null for an asset the library does not have, and for an id that is none', async () => {
    for (const id of ['nowhere', '', '../assets', 'a/b', '%2e%2e'])
      expect(await films.video('id', id)).toEqual({ video: null, errors: undefined });
    expect((await films.library.requests()).map(({ path }) => path)).toEqual(['/video/v1/assets/nowhere']);
  });

  test('answers a list in its order, without the unknown where null is refused', async () => {
    const ids = ['both', 'unknown', 'open'];
    const { films: rows, errors } = await films.ask(
      '{ films { takes { id } cuts { id } } }',
      rowsOf({ takes: ids, cuts: ids }),
    );
    expect(errors).toBeUndefined();
    expect(rows[0]).toEqual({
      takes: [{ id: 'both' }, { id: 'open' }],
      cuts: [{ id: 'both' }, null, { id: 'open' }],
    });
  });
});

describe('a film', () => {
  test('that is ready tells its length and shape', async () => {
    const { video: open } = await films.video(
      'status duration aspectRatio error playback { policy expiresAt }',
      'open',
    );
    expect(open).toEqual({
      status: 'READY',
      duration: 4,
      aspectRatio: '16:9',
      error: null,
      playback: { policy: 'PUBLIC', expiresAt: null },
    });
  });

  test('that is being encoded has nothing to play', async () => {
    const selection =
      'status duration aspectRatio error playback { hlsUrl } tracks { id } transcript { text }';
    expect((await films.video(selection, 'coming')).video).toEqual({
      status: 'PREPARING',
      duration: null,
      aspectRatio: null,
      error: null,
      playback: null,
      tracks: [],
      transcript: null,
    });
  });

  test('that could not be encoded tells why', async () => {
    const { video: broken } = await films.video('status error playback { hlsUrl }', 'broken');
    expect(broken).toEqual({ status: 'ERRORED', error: 'The file is not a video.', playback: null });
  });

  test('is played by its public playback id, wherever that stands among them', async () => {
    const { video: both } = await films.video('playback { policy hlsUrl }', 'both');
    expect(both?.playback).toEqual({
      policy: 'PUBLIC',
      hlsUrl: `${films.library.config.streamUrl}/bothPlay.m3u8`,
    });
  });
});

describe('the text tracks', () => {
  test('are those that are ready, with a name for people', async () => {
    const { video: open } = await films.video(
      'tracks { id kind language label src } captions: tracks(kind: CAPTIONS) { id }',
      'open',
    );
    const src = (id: string) => `${films.library.config.streamUrl}/openPlay/text/${id}.vtt`;
    expect(open).toEqual({
      tracks: [
        { id: 'openDe', kind: 'SUBTITLES', language: 'de', label: 'Deutsch', src: src('openDe') },
        { id: 'openEn', kind: 'CAPTIONS', language: 'en-GB', label: 'British English', src: src('openEn') },
      ],
      captions: [{ id: 'openEn' }],
    });
  });

  test('are read once for all who ask, and never again', async () => {
    const fresh = createMediaProvider({ config: films.library.config });
    await fresh.start();
    await films.library.forget();
    const source =
      '{ films { video { transcript { start end text } again: transcript(language: "en-GB") { text } } } }';
    const expected = [
      { start: 0.5, end: 2, text: 'Two waves meet & where they agree, they rise <twice>.' },
      { start: 2, end: 3, text: '[a low hum]' },
    ];
    for (let turn = 0; turn < 2; turn++) {
      const { films: rows } = await films.ask(source, rowsOf({ video: 'open' }, 20), fresh);
      expect(rows[19]?.video?.transcript).toEqual(expected);
    }
    expect((await films.library.requests()).map(({ path }) => path)).toEqual(['/openPlay/text/openEn.vtt']);
    fresh.close();
  });

  test('of a signed film are read with a token', async () => {
    const { video: sealed, errors } = await films.video('transcript(language: "de") { text }', 'sealed');
    expect(errors).toBeUndefined();
    expect(sealed).toEqual({ transcript: [{ text: 'Zwei Wellen treffen sich.' }] });
  });

  test('are null in a language there is none in, and refused in what is no language', async () => {
    expect((await films.video('transcript(language: "fr") { text }', 'open')).video).toEqual({
      transcript: null,
    });
    const { errors } = await films.video('transcript(language: "../etc") { text }', 'open');
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('come together for the builder of the index, one for each language', async () => {
    expect(await films.room.readCues('both')).toEqual([
      { track: 'bothDe', language: 'de', cues: [{ start: 0.5, end: 2, text: 'Zwei Wellen treffen sich.' }] },
      {
        track: expect.stringMatching(/^both/),
        language: 'en-GB',
        cues: [expect.objectContaining({ start: 0.5 }), expect.objectContaining({ start: 2 })],
      },
    ]);
    expect(await films.room.readCues('coming')).toEqual([]);
    expect(await films.room.readCues('nowhere')).toEqual([]);
  });
});

test('a still of a moment has the address of that second', async () => {
  const media = films.room.loader({ signal: AbortSignal.timeout(5000), tags: new Set() });
  const url = new URL((await media.still('open', { time: 2.5, width: 320 }))!);
  expect(`${url.pathname}${url.search}`).toBe('/openPlay/thumbnail.webp?width=320&time=2.5');
  expect(await media.still('coming', { time: 0 })).toBeNull();
  expect(await media.still('nowhere', { time: 0 })).toBeNull();
});
