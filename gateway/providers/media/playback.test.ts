import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import sharp from 'sharp';
import { type MediaGraph, startMediaGraph, type VideoData } from '../../../tests/support/mediaGraph.ts';
import { within } from '../../../tests/support/within.ts';
import type { Asset } from './asset.ts';
import { createMediaClient } from './client.ts';
import { createMediaLoader } from './loader.ts';
import { createPlaybackUrls, playbackOrNull } from './playback.ts';
import { createMediaProvider } from './provider.ts';

let graph: MediaGraph;
beforeAll(async () => {
  graph = await startMediaGraph();
});
afterAll(() => graph.close());

const URL_FIELDS = `playback {
  hlsUrl storyboardUrl mp4Url expiresAt
  posterUrl small: posterUrl(width: 320, height: 320, time: 2)
  card: posterUrl(width: 1200, height: 630, format: JPG)
  animatedUrl(width: 200, start: 1, end: 2)
} tracks { src }`;

const PLAYER_FIELDS = `playbackId playback {
  expiresAt tokens { playback thumbnail small: thumbnail(width: 320, time: 2) storyboard }
}`;

/** Returns a projected video whose document names a playback id. */
const named = (asset: string, playback: string) => ({ '@asset': asset, '@named': [{ asset, playback }] });

const urlsOf = ({ playback, tracks }: VideoData): URL[] => {
  const { expiresAt: _, tokens: _tokens, ...urls } = playback;
  return [...Object.values(urls), ...tracks.map(({ src }) => src)].map((url) => new URL(url));
};

const fetchImage = async (url: string) => {
  const { format, width, height } = await sharp(await (await fetch(url)).arrayBuffer()).metadata();
  return { format, width, height };
};

const SEALED = {
  id: 'sealed',
  status: 'ready',
  tracks: [],
  mp4Files: [],
  playback_ids: [{ id: 'sealedPlay', policy: 'signed' }],
} as unknown as Asset;

/** Parts of a loader that URLs do not need. */
const LOADER_OPTIONS = { assetCache: {}, captions: {}, waitFor: {} } as unknown as Omit<
  Parameters<typeof createMediaLoader>[0],
  'urls' | 'signal' | 'tags'
>;

/**
 * Creates URLs whose signatures are recorded by the requested width.
 * @param now without it, a signature is pending until `complete` is called
 */
function countingUrls(now?: () => number) {
  const signed: string[] = [];
  let pending: (() => void)[] = [];
  const urls = createPlaybackUrls({
    streamUrl: '',
    imageUrl: '',
    signedUrlMarginSeconds: 600,
    async sign(_id, { params }) {
      signed.push(params.width ?? '');
      if (!now) await new Promise<void>((resolve) => pending.push(resolve));
      return 'token';
    },
    ...(now && { now }),
  });
  const complete = () => {
    const completed = pending;
    pending = [];
    for (const resolve of completed) resolve();
  };
  return { urls, signed, complete };
}

describe('playback URLs', () => {
  test('public video: all URLs work, and images have the requested size', async () => {
    const { video: open, errors } = await graph.video(URL_FIELDS, 'open');
    expect(errors).toBeUndefined();
    const responses = await Promise.all(urlsOf(open!).map((url) => fetch(url)));
    expect(responses.map(({ status }) => status)).toEqual(Array(responses.length).fill(200));
    const { small, card } = open!.playback;
    expect(new URL(small).searchParams.get('fit_mode')).toBe('smartcrop');
    expect(await fetchImage(small)).toEqual({ format: 'webp', width: 320, height: 320 });
    expect(await fetchImage(card)).toEqual({ format: 'jpeg', width: 1200, height: 630 });
  });

  test('signed video: each URL needs its own token', async () => {
    const { video: sealed, errors } = await graph.video(URL_FIELDS, 'sealed');
    expect(errors).toBeUndefined();
    const urls = urlsOf(sealed!);
    for (const url of urls) {
      expect([...url.searchParams.keys()]).toEqual(['token']);
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(url.href.replace(/\?.*/, ''))).status).toBe(403);
    }
    const claims = urls.map((url) => decodeJwt(url.searchParams.get('token')!));
    expect(new Set(claims.map(({ aud }) => aud))).toEqual(new Set(['v', 't', 'g', 's']));
    expect(claims.find(({ width }) => width === '320')).toMatchObject({
      aud: 't',
      sub: 'sealedPlay',
      time: '2',
      height: '320',
      fit_mode: 'smartcrop',
    });
    expect(decodeProtectedHeader(urls[0]!.searchParams.get('token')!).alg).toBe('RS256');
  });

  test('other players: a public video has a playback id and no tokens', async () => {
    const { video: open } = await graph.video(PLAYER_FIELDS, 'open');
    expect(open).toEqual({ playbackId: 'openPlay', playback: { tokens: null, expiresAt: null } });
    const { library } = graph;
    expect((await fetch(`${library.config.streamUrl}/openPlay.m3u8`)).status).toBe(200);
  });

  test('other players: the tokens of a signed video play it, each for its own URL, until the URLs expire', async () => {
    const { video: sealed } = await graph.video(PLAYER_FIELDS, 'sealed');
    const { playbackId, playback } = sealed!;
    const { tokens, expiresAt } = playback;
    expect(playbackId).toBe('sealedPlay');
    const { streamUrl, imageUrl } = graph.library.config;
    const urls = {
      playback: `${streamUrl}/${playbackId}.m3u8`,
      thumbnail: `${imageUrl}/${playbackId}/thumbnail.webp`,
      small: `${imageUrl}/${playbackId}/thumbnail.jpg`,
      storyboard: `${imageUrl}/${playbackId}/storyboard.vtt`,
    };
    const audiences = { playback: 'v', thumbnail: 't', small: 't', storyboard: 's' };
    for (const name of Object.keys(urls) as (keyof typeof urls)[]) {
      expect((await fetch(`${urls[name]}?token=${tokens![name]}`)).status).toBe(200);
      const { aud, sub, exp } = decodeJwt(tokens![name]);
      const expiryTime = Date.parse(expiresAt) / 1000;
      expect({ aud, sub, exp }).toEqual({ aud: audiences[name], sub: playbackId, exp: expiryTime });
    }
    expect((await fetch(`${urls.playback}?token=${tokens!.thumbnail}`)).status).toBe(403);
    expect(decodeJwt(tokens!.small)).toMatchObject({ width: '320', time: '2' });
    expect(await fetchImage(`${urls.small}?token=${tokens!.small}`)).toMatchObject({ width: 320 });
  });

  test('other players: a video with a signed playback id never has the public one', async () => {
    for (const asset of ['both', named('both', 'bothSigned')]) {
      const { video } = await graph.video(PLAYER_FIELDS, asset);
      expect(video?.playbackId).toBe('bothSigned');
      expect(decodeJwt(video!.playback.tokens!.playback).sub).toBe('bothSigned');
    }
  });

  test('other players: a video that cannot be played has no playback id', async () => {
    for (const asset of ['coming', 'broken', 'guarded'])
      expect((await graph.video('playbackId', asset)).video).toEqual({ playbackId: null });
  });

  test('other players: a signed video without pictures has a token for the sound only', async () => {
    const sound = { ...SEALED, isAudio: true };
    const { urls } = countingUrls(() => 0);
    const playback = urls.forAsset(sound)!;
    expect(await playback.tokens?.playback()).toBe('token');
    expect(await playback.tokens?.thumbnail({})).toBeNull();
    expect(await playback.tokens?.storyboard()).toBeNull();
  });

  test.each([
    [4, '2026-03-14T09:40:00Z'],
    [7200, '2026-03-14T11:40:00Z'],
    [undefined, '2026-03-14T09:40:00Z'],
  ])('signed video of %p s: URLs outlast the video by the margin', (duration, expiresAt) => {
    const { urls } = countingUrls(() => Date.parse('2026-03-14T09:26:53Z'));
    const asset = { ...SEALED, ...(duration !== undefined && { duration }) };
    expect(urls.forAsset(asset)?.expiresAt).toEqual(new Date(expiresAt));
  });

  test('signed video: URLs are equal for 5 minutes', async () => {
    let now = Date.parse('2026-03-14T09:26:53Z');
    // A video of 4 seconds.
    const config = { ...graph.library.config, signedUrlMarginSeconds: 596 };
    const timed = createMediaProvider({ config, now: () => now });
    await timed.start();
    const first = (await graph.video(URL_FIELDS, 'sealed', timed)).video!;
    expect(first.playback.expiresAt).toBe('2026-03-14T09:40:00Z');
    now = Date.parse('2026-03-14T09:29:59Z');
    expect((await graph.video(URL_FIELDS, 'sealed', timed)).video).toEqual(first);
    now = Date.parse('2026-03-14T09:30:01Z');
    const later = (await graph.video(URL_FIELDS, 'sealed', timed)).video!;
    expect(later.playback.expiresAt).toBe('2026-03-14T09:45:00Z');
    expect(later.playback.hlsUrl).not.toBe(first.playback.hlsUrl);
    timed.close();
  });

  test('signed video: a token is computed once for concurrent operations, and again when it expires', async () => {
    let now = Date.parse('2026-03-14T09:26:53Z');
    const { urls, signed } = countingUrls(() => now);
    const posters = () => Promise.all([1, 1, 2].map((width) => urls.forAsset(SEALED)?.posterUrl({ width })));
    const [first, second] = await Promise.all([posters(), posters()]);
    expect(second).toEqual(first);
    expect(signed).toHaveLength(2);
    now += 5 * 60_000;
    await posters();
    expect(signed).toHaveLength(4);
  });

  test('signed video: an operation with many URLs does not delay another one', async () => {
    const { urls, signed, complete } = countingUrls();
    const widths = Array.from({ length: 50 }, (_, i) => i + 1);
    const loaderOf = (signal: AbortSignal) =>
      createMediaLoader({ ...LOADER_OPTIONS, urls, signal, tags: new Set() });
    const aborted = new AbortController();
    const many = loaderOf(aborted.signal).playback(SEALED);
    const all = Promise.allSettled(widths.map((width) => many?.posterUrl({ width })));
    const one = loaderOf(new AbortController().signal).playback(SEALED)?.posterUrl({ width: 4000 });
    await within(500, () => {
      complete();
      expect(signed).toContain('4000');
    });
    complete();
    await one;
    expect(signed.length).toBeLessThan(10);
    // Signatures of an operation that has ended are not computed.
    aborted.abort(new Error('the client disconnected'));
    complete();
    expect((await all).at(-1)).toMatchObject({ status: 'rejected', reason: { isCancelled: true } });
    expect(signed.length).toBeLessThan(15);
  });

  test('signed video: URLs stop working at `expiresAt`', async () => {
    const { video: sealed } = await graph.video('playback { hlsUrl expiresAt }', 'sealed');
    const { hlsUrl, expiresAt } = sealed!.playback;
    const expires = decodeJwt(new URL(hlsUrl).searchParams.get('token')!).exp! * 1000;
    expect(Math.abs(expires - Date.parse(expiresAt))).toBeLessThanOrEqual(1000);
    const { sign } = createMediaClient(graph.library.config);
    const statusOf = async (expiresIn: number) => {
      const token = await sign!('sealedPlay', { type: 'video', params: {}, expiresIn });
      return (await fetch(`${hlsUrl.replace(/\?.*/, '')}?token=${token}`)).status;
    };
    expect([await statusOf(30), await statusOf(0)]).toEqual([200, 403]);
  });

  test.each([
    ['posterUrl(width: 0)', 'width: expected 1 to 4096 pixels, got 0'],
    ['posterUrl(height: 4097)', 'height: expected 1 to 4096 pixels, got 4097'],
    ['posterUrl(time: -1)', 'time: expected seconds from the start of the video, got -1'],
    ['animatedUrl(width: 641)', 'width: expected 1 to 640 pixels, got 641'],
    ['animatedUrl(start: 4)', 'start: expected 0 to 3.75 seconds, got 4'],
    ['animatedUrl(start: 1, end: 12)', 'end: expected 1.25 to 11 seconds, got 12'],
  ])('rejects %s and names the limits', async (selection, message) => {
    const { video: open, errors } = await graph.video(`assetId playback { ${selection} }`, 'open');
    const [field = ''] = selection.split('(');
    expect(open).toEqual({ assetId: 'open', playback: { [field]: null } });
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } });
  });

  test.each([
    [14, '7'],
    [6, '1'],
    [4, '0'],
  ])('animated image: of a video of %d s starts at %s s', async (duration, start) => {
    const playback_ids = [{ id: 'open', policy: 'public' as const }];
    const urls = createPlaybackUrls({
      streamUrl: '',
      imageUrl: '',
      sign: undefined,
      signedUrlMarginSeconds: 600,
    });
    const playback = urls.forAsset({
      id: 'open',
      status: 'ready',
      tracks: [],
      mp4Files: [],
      playback_ids,
      duration,
    } as Asset)!;
    const startOf = async (options: { end?: number }) =>
      new URL((await playback.animatedUrl(options))!, 'http://images.test').searchParams.get('start');
    expect([await startOf({}), await startOf({ end: 2 })]).toEqual([start, null]);
  });

  test('MP4 file: is the highest that is ready, up to the given height', async () => {
    const { video: open } = await graph.video(
      'playback { any: mp4Url  small: mp4Url(maxHeight: 480)  none: mp4Url(maxHeight: 240) }',
      'open',
    );
    const base = `${graph.library.config.streamUrl}/openPlay`;
    expect(open?.playback).toEqual({ any: `${base}/720p.mp4`, small: `${base}/360p.mp4`, none: null });
    const { video: both } = await graph.video('playback { mp4Url }', 'both');
    expect(both?.playback).toEqual({ mp4Url: null });
  });

  test.each([
    [0, '0'],
    [1.5, '1.5'],
    [3.89, '3.89'],
    [3.95, '3.9'],
    [4, '3.9'],
    [999, '3.9'],
    [1e300, '3.9'],
    [1e-9, '0'],
  ])(
    'thumbnail: at %d s of a video of 4 s is the picture at %s s, also in the token',
    async (time, shown) => {
      const field = `playback { posterUrl(time: ${time}) }`;
      const [open, sealed] = await Promise.all(['open', 'sealed'].map((id) => graph.video(field, id)));
      const url = new URL(open!.video!.playback.posterUrl);
      expect(url.searchParams.get('time')).toBe(shown);
      const signed = new URL(sealed!.video!.playback.posterUrl);
      expect(decodeJwt(signed.searchParams.get('token')!).time).toBe(shown);
      expect([(await fetch(url)).status, (await fetch(signed)).status]).toEqual([200, 200]);
    },
  );

  test.each([
    [{ duration: 10.51 }, 999, '10.41'],
    [{ duration: 10.51, videoDuration: 9.5 }, 10, '9.4'],
    [{ duration: 0.04 }, 1, '0'],
    [{ duration: 0 }, 1, '0'],
    [{}, 7, '7'],
    [{}, 1e300, '86399.9'],
    [{ duration: 60, isLive: true }, 90, '59.9'],
  ])('thumbnail: of a video with %j at %d s is that at %s s', async (attributes, time, shown) => {
    const { urls } = countingUrls();
    const asset = { ...SEALED, ...attributes, playback_ids: [{ id: 'open', policy: 'public' }] };
    const url = await urls.forAsset(asset)?.posterUrl({ time });
    expect(url).toBe(`/open/thumbnail.webp?time=${shown}`);
  });

  test.each([
    [{}, '0', '4'],
    [{ start: 1 }, '1', '4'],
    [{ start: 3.75 }, '3.75', '4'],
    [{ start: 1, end: 9 }, '1', '4'],
    [{ start: 1, end: 2 }, '1', '2'],
  ])('animated image: of a video of 4 s with %j is from %s to %s s', async (options, start, end) => {
    const { urls } = countingUrls();
    const asset = { ...SEALED, duration: 4, playback_ids: [{ id: 'open', policy: 'public' }] };
    const url = await urls.forAsset(asset)?.animatedUrl(options);
    expect(url).toBe(`/open/animated.webp?start=${start}&end=${end}`);
  });

  test('signed video without a signing key: only playback and transcript fail', async () => {
    const { signingKey: _, ...config } = graph.library.config;
    const keyless = createMediaProvider({ config });
    await keyless.start();
    const { video: sealed, errors } = await graph.video(
      'assetId duration playback { hlsUrl } tracks { id } transcript { text }',
      'sealed',
      keyless,
    );
    expect(sealed).toEqual({ assetId: 'sealed', duration: 4, playback: null, tracks: [], transcript: null });
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code])).toEqual([
      ['playback', 'SIGNING_UNAVAILABLE'],
      ['transcript', 'SIGNING_UNAVAILABLE'],
    ]);
    const media = keyless.loader({ signal: AbortSignal.timeout(5000), tags: new Set() });
    expect(await media.still('sealed', [], { time: 1 })).toBeNull();
    expect(await keyless.readCues('sealed', [])).toEqual([]);
    keyless.close();
  });

  test('an error of the gateway is not taken for a missing signing key', () => {
    const bug = new TypeError('ids is undefined');
    const failing = {
      forAsset() {
        throw bug;
      },
    };
    expect(() => playbackOrNull(SEALED, failing)).toThrow(bug);
  });
});
