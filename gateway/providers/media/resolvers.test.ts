import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { filmRows, type MediaGraph, startMediaGraph } from '../../../tests/support/mediaGraph.ts';
import { toGlobalId } from '../../core/relay.ts';
import { createMediaProvider } from './provider.ts';

let graph: MediaGraph;
beforeAll(async () => {
  graph = await startMediaGraph();
});
afterEach(async () => {
  await graph.library.clearRequests();
});
afterAll(() => graph.close());

describe('@asset field', () => {
  test('resolves 50 rows from the asset cache without a request, and adds the cache tag', async () => {
    await graph.library.clearRequests();
    const {
      films: rows,
      tags,
      errors,
    } = await graph.query('{ films { video { assetId status } } }', filmRows({ video: 'open' }, 50));
    expect(errors).toBeUndefined();
    expect(rows).toHaveLength(50);
    expect(rows.every(({ video }) => JSON.stringify(video) === '{"assetId":"open","status":"READY"}')).toBe(
      true,
    );
    expect([...tags]).toEqual(['media:open']);
    expect(await graph.library.requests()).toEqual([]);
  });

  test('reads the id under its response key, also with an alias', async () => {
    const row = filmRows({ first: 'open', second: 'both', third: null });
    const { films: rows } = await graph.query(
      '{ films { first: video { assetId } second: video { assetId } third: video { assetId } } }',
      row,
    );
    expect(rows[0]).toEqual({ first: { assetId: 'open' }, second: { assetId: 'both' }, third: null });
  });

  test('resolves to null for a missing asset and for an invalid id', async () => {
    for (const id of ['nowhere', '', '../assets', 'a/b', '%2e%2e'])
      expect(await graph.video('assetId', id)).toEqual({ video: null, errors: undefined });
    expect((await graph.library.requests()).map(({ path }) => path)).toEqual(['/video/v1/assets/nowhere']);
  });

  test('a list in place of an id is a mismatch', async () => {
    const { films: rows, errors } = await graph.query(
      '{ films { video { assetId } } }',
      filmRows({ video: [['open']] }),
    );
    expect(rows[0]).toEqual({ video: null });
    expect(errors).toMatchObject([
      { path: ['films', 0, 'video'], extensions: { code: 'CONTENT_MISMATCH', found: 'list' } },
    ]);
  });

  test('resolves a list in its order, and omits missing assets from a list of non-null items', async () => {
    const ids = ['both', 'unknown', 'open'];
    const { films: rows, errors } = await graph.query(
      '{ films { takes { assetId } cuts { assetId } } }',
      filmRows({ takes: ids, cuts: ids }),
    );
    expect(errors).toBeUndefined();
    expect(rows[0]).toEqual({
      takes: [{ assetId: 'both' }, { assetId: 'open' }],
      cuts: [{ assetId: 'both' }, null, { assetId: 'open' }],
    });
  });
});

/** Returns a projected video whose document names a playback id. */
const named = (asset: string, playback: string | null) => ({
  '@asset': asset,
  '@named': [{ asset, playback }],
});

describe('Video', () => {
  test('ready: has duration and aspect ratio', async () => {
    const { video: open } = await graph.video(
      'status duration aspectRatio error playback { policy expiresAt }',
      'open',
    );
    expect(open).toEqual({
      status: 'READY',
      duration: 4,
      aspectRatio: 16 / 9,
      error: null,
      playback: { policy: 'PUBLIC', expiresAt: null },
    });
  });

  test('preparing: has no playback, tracks and transcript', async () => {
    const selection =
      'status duration aspectRatio error playback { hlsUrl } tracks { id } transcript { text }';
    expect((await graph.video(selection, 'coming')).video).toEqual({
      status: 'PREPARING',
      duration: null,
      aspectRatio: null,
      error: null,
      playback: null,
      tracks: [],
      transcript: null,
    });
  });

  test('errored: has the error of Mux', async () => {
    const { video: broken } = await graph.video('status error playback { hlsUrl }', 'broken');
    expect(broken).toEqual({ status: 'ERRORED', error: 'The file is not a video.', playback: null });
  });

  test.each([
    ['the strictest id without a document', 'both', 'SIGNED', 'bothSigned'],
    ['the signed id that the document names', named('both', 'bothSigned'), 'SIGNED', 'bothSigned'],
    ['the public id that the document names', named('both', 'bothPlay'), 'PUBLIC', 'bothPlay'],
    ['the strictest id if the asset has lost the named id', named('both', 'lost'), 'SIGNED', 'bothSigned'],
    ['the strictest id if the document names none', named('both', null), 'SIGNED', 'bothSigned'],
    ['the named id beside an id with DRM', named('guarded', 'guardedSigned'), 'SIGNED', 'guardedSigned'],
    ['the only id', named('open', 'lost'), 'PUBLIC', 'openPlay'],
    [
      'the strictest id that documents name',
      {
        '@asset': 'both',
        '@named': [...named('both', 'bothPlay')['@named'], ...named('both', 'bothSigned')['@named']],
      },
      'SIGNED',
      'bothSigned',
    ],
    [
      'the public id that a document names for a plain id',
      { '@plainIds': { asset: 'both', named: named('both', 'bothPlay')['@named'] } },
      'PUBLIC',
      'bothPlay',
    ],
  ])('has of several playback ids %s', async (_name, video, policy, id) => {
    const { films } = await graph.query(
      '{ films { video { playback { policy hlsUrl posterUrl storyboardUrl } tracks { src } } } }',
      filmRows({ video }),
    );
    const { playback, tracks } = (films[0] as { video: unknown }).video as NamedVideo;
    expect(playback.policy).toBe(policy);
    const { policy: _, ...playbackUrls } = playback;
    const urls = [...Object.values(playbackUrls), ...tracks.map(({ src }) => src)];
    for (const url of urls) {
      expect(new URL(url as string).pathname).toMatch(new RegExp(`^/${id}[./]`));
      expect(new URL(url as string).searchParams.has('token')).toBe(policy === 'SIGNED');
    }
  });

  test.each([
    ['it is the strictest one', 'guarded'],
    ['the document names it', named('guarded', 'guardedHardware')],
  ])('has no playback with DRM: %s', async (_name, video) => {
    const { films } = await graph.query(
      '{ films { video { assetId playback { hlsUrl } } } }',
      filmRows({ video }),
    );
    expect(films[0]?.video).toEqual({ assetId: 'guarded', playback: null });
  });
});

interface NamedVideo {
  readonly playback: Readonly<Record<string, string>>;
  readonly tracks: readonly { readonly src: string }[];
}

describe('text tracks', () => {
  test('include only ready tracks, with a label', async () => {
    const { video: open } = await graph.video(
      'tracks { id kind language label src } captions: tracks(kind: CAPTIONS) { id }',
      'open',
    );
    const urlOf = (id: string) => `${graph.library.config.streamUrl}/openPlay/text/${id}.vtt`;
    expect(open).toEqual({
      tracks: [
        {
          id: toGlobalId('Track', 'openDe'),
          kind: 'SUBTITLES',
          language: 'de',
          label: 'Deutsch',
          src: urlOf('openDe'),
        },
        {
          id: toGlobalId('Track', 'openEn'),
          kind: 'CAPTIONS',
          language: 'en-GB',
          label: 'British English',
          src: urlOf('openEn'),
        },
      ],
      captions: [{ id: toGlobalId('Track', 'openEn') }],
    });
  });

  test('read each file once', async () => {
    const fresh = createMediaProvider({ config: graph.library.config });
    await fresh.start();
    await graph.library.clearRequests();
    const source =
      '{ films { video { transcript { start end text } again: transcript(language: "en-GB") { text } } } }';
    const expected = [
      { start: 0.5, end: 2, text: 'Two waves meet & where they agree, they rise <twice>.' },
      { start: 2, end: 3, text: '[a low hum]' },
    ];
    for (let turn = 0; turn < 2; turn++) {
      const { films: rows } = await graph.query(source, filmRows({ video: 'open' }, 20), fresh);
      expect(rows[19]?.video?.transcript).toEqual(expected);
    }
    expect((await graph.library.requests()).map(({ path }) => path)).toEqual(['/openPlay/text/openEn.vtt']);
    fresh.close();
  });

  test('read the file of a signed video with a token', async () => {
    const { video: sealed, errors } = await graph.video('transcript(language: "de") { text }', 'sealed');
    expect(errors).toBeUndefined();
    expect(sealed).toEqual({ transcript: [{ text: 'Zwei Wellen treffen sich.' }] });
  });

  test('resolve the transcript to null for a language without a track, and reject an invalid language', async () => {
    expect((await graph.video('transcript(language: "fr") { text }', 'open')).video).toEqual({
      transcript: null,
    });
    const { errors } = await graph.video('transcript(language: "../etc") { text }', 'open');
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('readCues: returns one track per language', async () => {
    expect(await graph.provider.readCues('both', [])).toEqual([
      { track: 'bothDe', language: 'de', cues: [{ start: 0.5, end: 2, text: 'Zwei Wellen treffen sich.' }] },
      {
        track: expect.stringMatching(/^both/),
        language: 'en-GB',
        cues: [expect.objectContaining({ start: 0.5 }), expect.objectContaining({ start: 2 })],
      },
    ]);
    expect(await graph.provider.readCues('coming', [])).toEqual([]);
    expect(await graph.provider.readCues('nowhere', [])).toEqual([]);
  });
});

test('media loader: still returns the thumbnail URL of a second', async () => {
  const media = graph.provider.loader({ signal: AbortSignal.timeout(5000), tags: new Set() });
  const url = new URL((await media.still('open', [], { time: 2.5, width: 320 }))!);
  expect(`${url.pathname}${url.search}`).toBe('/openPlay/thumbnail.webp?width=320&time=2.5');
  expect(await media.still('coming', [], { time: 0 })).toBeNull();
  expect(await media.still('nowhere', [], { time: 0 })).toBeNull();
});
