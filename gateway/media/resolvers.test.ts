import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLSchema, graphql, parse } from 'graphql';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import sharp from 'sharp';
import { type ContentPort, type Context, type Row, startOperation } from '../context.ts';
import { readModel } from '../readModel.ts';
import { scalars } from '../scalars.ts';
import type { Asset } from './asset.ts';
import { createMediaClient } from './client.ts';
import { openLibrary, type TestLibrary } from './library.fixture.ts';
import type { MediaLoader } from './loader.ts';
import { createPlaybackAddresses } from './playback.ts';
import { bindAsset, createMediaResolvers } from './resolvers.ts';
import { createMediaRoom, type MediaRoom } from './room.ts';

const MODEL = `
  type Film @document { title: String  video: Video @asset  takes: [Video!]! @asset  cuts: [Video] @asset }
`;
const core = (name: string) =>
  readFileSync(new URL(`../../schema/core/${name}.graphql`, import.meta.url), 'utf8');

/** What the selections of these tests may answer. */
interface VideoAnswer {
  playback: {
    hlsUrl: string;
    posterUrl: string;
    small: string;
    card: string;
    expiresAt: string;
  };
  tracks: { src: string }[];
  transcript: object[];
}

let library: TestLibrary;
let room: MediaRoom;
let schema: GraphQLSchema;

/** Films as the content service would answer them: under each response key, what the content names. */
const films = (keys: Record<string, unknown>, count = 1): Row[] =>
  Array.from({ length: count }, (_, i) => ({ '@type': 'film', '@id': `film-${i}`, ...keys }));

function schemaOf(): GraphQLSchema {
  const fields = readModel(parse(MODEL)).types.get('Film')!.fields;
  const bound = ['video', 'takes', 'cuts'].map((name) => [name, bindAsset(fields.get(name)!)] as const);
  return makeExecutableSchema({
    typeDefs: [
      core('directives'),
      core('scalars'),
      core('access'),
      core('image'),
      core('video'),
      MODEL,
      'type Query { films: [Film!]! }',
    ],
    resolvers: {
      ...createMediaResolvers(),
      ...scalars,
      Film: Object.fromEntries(bound),
    },
  });
}

async function ask(source: string, rows: Row[], inRoom = room) {
  const operation = startOperation(AbortSignal.timeout(5000));
  const contextValue: Context<ContentPort, MediaLoader> = {
    ...operation,
    content: {
      document: async () => null,
      labels: async () => new Map(),
      edited: async () => [],
      found: async () => ({ ids: [], totals: new Map() }),
    },
    media: inRoom.loader(operation),
    search: undefined,
  };
  const answer = await graphql({ schema, source, rootValue: { films: rows }, contextValue });
  return {
    ...answer,
    tags: operation.tags,
    films: (answer.data?.films ?? []) as Record<string, VideoAnswer | null>[],
  };
}

/** The one film's video. */
async function video(selection: string, asset: string, inRoom = room) {
  const { films: rows, errors } = await ask(
    `{ films { video { ${selection} } } }`,
    films({ video: asset }),
    inRoom,
  );
  return { video: rows[0]?.video, errors };
}

beforeAll(async () => {
  library = await openLibrary();
  room = createMediaRoom({ config: library.config });
  schema = schemaOf();
  await room.ready;
});
afterEach(async () => {
  await library.misbehave();
  await library.forget();
});
afterAll(async () => {
  room.close();
  await library.close();
});

describe('a field with @asset', () => {
  test('answers fifty rows from a warm mirror without a request, and tags the answer', async () => {
    await library.forget();
    const {
      films: rows,
      tags,
      errors,
    } = await ask('{ films { video { id status } } }', films({ video: 'open' }, 50));
    expect(errors).toBeUndefined();
    expect(rows).toHaveLength(50);
    expect(rows.every(({ video }) => JSON.stringify(video) === '{"id":"open","status":"READY"}')).toBe(true);
    expect([...tags]).toEqual(['media:open']);
    expect(await library.requests()).toEqual([]);
  });

  test('reads what was routed under its response key, also under an alias', async () => {
    const row = films({ first: 'open', second: 'both', third: null });
    const { films: rows } = await ask(
      '{ films { first: video { id } second: video { id } third: video { id } } }',
      row,
    );
    expect(rows[0]).toEqual({ first: { id: 'open' }, second: { id: 'both' }, third: null });
  });

  test('is null for an asset the library does not have, and for an id that is none', async () => {
    for (const id of ['nowhere', '', '../assets', 'a/b', '%2e%2e'])
      expect(await video('id', id)).toEqual({ video: null, errors: undefined });
    expect((await library.requests()).map(({ path }) => path)).toEqual(['/video/v1/assets/nowhere']);
  });

  test('answers a list in its order, without the unknown where null is refused', async () => {
    const ids = ['both', 'unknown', 'open'];
    const { films: rows, errors } = await ask(
      '{ films { takes { id } cuts { id } } }',
      films({ takes: ids, cuts: ids }),
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
    const { video: open } = await video(
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
    expect((await video(selection, 'coming')).video).toEqual({
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
    const { video: broken } = await video('status error playback { hlsUrl }', 'broken');
    expect(broken).toEqual({ status: 'ERRORED', error: 'The file is not a video.', playback: null });
  });

  test('is played by its public playback id, wherever that stands among them', async () => {
    const { video: both } = await video('playback { policy hlsUrl }', 'both');
    expect(both?.playback).toEqual({ policy: 'PUBLIC', hlsUrl: `${library.config.streamUrl}/bothPlay.m3u8` });
  });
});

const ADDRESSES = `playback {
  hlsUrl storyboardUrl expiresAt
  posterUrl small: posterUrl(width: 320, height: 320, time: 2)
  card: posterUrl(width: 1200, height: 630, format: JPG)
  animatedUrl(width: 200, start: 1, end: 2)
} tracks { src }`;

const addressesOf = ({ playback, tracks }: VideoAnswer): URL[] => {
  const { expiresAt: _, ...addresses } = playback;
  return [...Object.values(addresses), ...tracks.map(({ src }) => src)].map((url) => new URL(url));
};

const pictureAt = async (url: string) => {
  const { format, width, height } = await sharp(await (await fetch(url)).arrayBuffer()).metadata();
  return { format, width, height };
};

describe('the addresses', () => {
  test('of a public film all answer, with the pictures in the size asked for', async () => {
    const { video: open, errors } = await video(ADDRESSES, 'open');
    expect(errors).toBeUndefined();
    const answers = await Promise.all(addressesOf(open!).map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
    const { small, card } = open!.playback;
    expect(new URL(small).searchParams.get('fit_mode')).toBe('smartcrop');
    expect(await pictureAt(small)).toEqual({ format: 'webp', width: 320, height: 320 });
    expect(await pictureAt(card)).toEqual({ format: 'jpeg', width: 1200, height: 630 });
  });

  test('of a signed film answer with their token alone, each for its own use', async () => {
    const { video: sealed, errors } = await video(ADDRESSES, 'sealed');
    expect(errors).toBeUndefined();
    const addresses = addressesOf(sealed!);
    for (const url of addresses) {
      expect([...url.searchParams.keys()]).toEqual(['token']);
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(url.href.replace(/\?.*/, ''))).status).toBe(403);
    }
    const claims = addresses.map((url) => decodeJwt(url.searchParams.get('token')!));
    expect(new Set(claims.map(({ aud }) => aud))).toEqual(new Set(['v', 't', 'g', 's']));
    expect(claims.find(({ width }) => width === '320')).toMatchObject({
      aud: 't',
      sub: 'sealedPlay',
      time: '2',
      height: '320',
      fit_mode: 'smartcrop',
    });
    expect(decodeProtectedHeader(addresses[0]!.searchParams.get('token')!).alg).toBe('RS256');
  });

  test('of a signed film live ten to fifteen minutes, and stay the same for five', async () => {
    let now = Date.parse('2026-03-14T09:26:53Z');
    const timed = createMediaRoom({ config: library.config, now: () => now });
    await timed.ready;
    const first = (await video(ADDRESSES, 'sealed', timed)).video!;
    expect(first.playback.expiresAt).toBe('2026-03-14T09:40:00Z');
    now = Date.parse('2026-03-14T09:29:59Z');
    expect((await video(ADDRESSES, 'sealed', timed)).video).toEqual(first);
    now = Date.parse('2026-03-14T09:30:01Z');
    const later = (await video(ADDRESSES, 'sealed', timed)).video!;
    expect(later.playback.expiresAt).toBe('2026-03-14T09:45:00Z');
    expect(later.playback.hlsUrl).not.toBe(first.playback.hlsUrl);
    timed.close();
  });

  test('of a signed film expire when they say, and are refused from then on', async () => {
    const { video: sealed } = await video('playback { hlsUrl expiresAt }', 'sealed');
    const { hlsUrl, expiresAt } = sealed!.playback;
    const expires = decodeJwt(new URL(hlsUrl).searchParams.get('token')!).exp! * 1000;
    expect(Math.abs(expires - Date.parse(expiresAt))).toBeLessThanOrEqual(1000);
    const { sign } = createMediaClient(library.config);
    const statusOf = async (expiresIn: number) => {
      const token = await sign!('sealedPlay', { type: 'video', params: {}, expiresIn });
      return (await fetch(`${hlsUrl.replace(/\?.*/, '')}?token=${token}`)).status;
    };
    expect([await statusOf(30), await statusOf(0)]).toEqual([200, 403]);
  });

  test.each([
    ['posterUrl(width: 0)', 'width: expected 1 to 4096 pixels, got 0'],
    ['posterUrl(height: 4097)', 'height: expected 1 to 4096 pixels, got 4097'],
    ['posterUrl(time: -1)', "time: expected seconds from the film's beginning, got -1"],
    ['animatedUrl(width: 641)', 'width: expected 1 to 640 pixels, got 641'],
    ['animatedUrl(start: 4)', 'start: expected at most 3.75 seconds, got 4'],
    ['animatedUrl(start: 1, end: 12)', 'end: expected 0.25 to 10 seconds after 1, got 12'],
  ])('%s is refused with what would be right', async (selection, message) => {
    const { video: open, errors } = await video(`id playback { ${selection} }`, 'open');
    expect(open).toEqual({ id: 'open', playback: null });
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } });
  });

  test.each([
    [14, '7'],
    [6, '1'],
    [4, '0'],
  ])(
    'of a moving picture of %d seconds begin where its still is, with seconds left',
    async (duration, start) => {
      const playback_ids = [{ id: 'open', policy: 'public' as const }];
      const addresses = createPlaybackAddresses({ streamUrl: '', imageUrl: '', sign: undefined });
      const playback = addresses.of({
        id: 'open',
        status: 'ready',
        tracks: [],
        playback_ids,
        duration,
      } as Asset)!;
      const startOf = async (options: { end?: number }) =>
        new URL(await playback.animatedUrl(options), 'http://pictures.test').searchParams.get('start');
      expect([await startOf({}), await startOf({ end: 2 })]).toEqual([start, null]);
    },
  );

  test('of a still past the end are of the last second', async () => {
    const { video: open } = await video('playback { posterUrl(time: 99) }', 'open');
    expect(new URL(open!.playback.posterUrl).searchParams.get('time')).toBe('4');
  });

  test('of a signed film are an error of their own without a key, and the rest of the film stands', async () => {
    const { signingKey: _, ...config } = library.config;
    const keyless = createMediaRoom({ config });
    await keyless.ready;
    const { video: sealed, errors } = await video(
      'id duration playback { hlsUrl } tracks { id } transcript { text }',
      'sealed',
      keyless,
    );
    expect(sealed).toEqual({ id: 'sealed', duration: 4, playback: null, tracks: [], transcript: null });
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code])).toEqual([
      ['playback', 'SIGNING_UNAVAILABLE'],
      ['transcript', 'SIGNING_UNAVAILABLE'],
    ]);
    const media = keyless.loader({ signal: AbortSignal.timeout(5000), tags: new Set() });
    expect(await media.still('sealed', { time: 1 })).toBeNull();
    expect(await keyless.readCues('sealed')).toEqual([]);
    keyless.close();
  });
});

describe('the text tracks', () => {
  test('are those that are ready, with a name for people', async () => {
    const { video: open } = await video(
      'tracks { id kind language label src } captions: tracks(kind: CAPTIONS) { id }',
      'open',
    );
    const src = (id: string) => `${library.config.streamUrl}/openPlay/text/${id}.vtt`;
    expect(open).toEqual({
      tracks: [
        { id: 'openDe', kind: 'SUBTITLES', language: 'de', label: 'Deutsch', src: src('openDe') },
        { id: 'openEn', kind: 'CAPTIONS', language: 'en-GB', label: 'British English', src: src('openEn') },
      ],
      captions: [{ id: 'openEn' }],
    });
  });

  test('are read once for all who ask, and never again', async () => {
    const fresh = createMediaRoom({ config: library.config });
    await fresh.ready;
    await library.forget();
    const source =
      '{ films { video { transcript { start end text } again: transcript(language: "en-GB") { text } } } }';
    const expected = [
      { start: 0.5, end: 2, text: 'Two waves meet & where they agree, they rise <twice>.' },
      { start: 2, end: 3, text: '[a low hum]' },
    ];
    for (let turn = 0; turn < 2; turn++) {
      const { films: rows } = await ask(source, films({ video: 'open' }, 20), fresh);
      expect(rows[19]?.video?.transcript).toEqual(expected);
    }
    expect((await library.requests()).map(({ path }) => path)).toEqual(['/openPlay/text/openEn.vtt']);
    fresh.close();
  });

  test('of a signed film are read with a token', async () => {
    const { video: sealed, errors } = await video('transcript(language: "de") { text }', 'sealed');
    expect(errors).toBeUndefined();
    expect(sealed).toEqual({ transcript: [{ text: 'Zwei Wellen treffen sich.' }] });
  });

  test('are null in a language there is none in, and refused in what is no language', async () => {
    expect((await video('transcript(language: "fr") { text }', 'open')).video).toEqual({ transcript: null });
    const { errors } = await video('transcript(language: "../etc") { text }', 'open');
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('come together for the builder of the index, one for each language', async () => {
    expect(await room.readCues('both')).toEqual([
      { track: 'bothDe', language: 'de', cues: [{ start: 0.5, end: 2, text: 'Zwei Wellen treffen sich.' }] },
      {
        track: expect.stringMatching(/^both/),
        language: 'en-GB',
        cues: [expect.objectContaining({ start: 0.5 }), expect.objectContaining({ start: 2 })],
      },
    ]);
    expect(await room.readCues('coming')).toEqual([]);
    expect(await room.readCues('nowhere')).toEqual([]);
  });
});

test('a still of a moment has the address of that second', async () => {
  const media = room.loader({ signal: AbortSignal.timeout(5000), tags: new Set() });
  const url = new URL((await media.still('open', { time: 2.5, width: 320 }))!);
  expect(`${url.pathname}${url.search}`).toBe('/openPlay/thumbnail.webp?width=320&time=2.5');
  expect(await media.still('coming', { time: 0 })).toBeNull();
  expect(await media.still('nowhere', { time: 0 })).toBeNull();
});
