import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import sharp from 'sharp';
import { type Films, openFilms, type VideoAnswer } from '../../../tests/support/mediaAssets.ts';
import type { Asset } from './asset.ts';
import { createMediaClient } from './client.ts';
import { createPlaybackAddresses } from './playback.ts';
import { createMediaProvider } from './provider.ts';

let films: Films;
beforeAll(async () => {
  films = await openFilms();
});
afterAll(() => films.close());

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
    const { video: open, errors } = await films.video(ADDRESSES, 'open');
    expect(errors).toBeUndefined();
    const answers = await Promise.all(addressesOf(open!).map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
    const { small, card } = open!.playback;
    expect(new URL(small).searchParams.get('fit_mode')).toBe('smartcrop');
    expect(await pictureAt(small)).toEqual({ format: 'webp', width: 320, height: 320 });
    expect(await pictureAt(card)).toEqual({ format: 'jpeg', width: 1200, height: 630 });
  });

  test('of a signed film answer with their token alone, each for its own use', async () => {
    const { video: sealed, errors } = await films.video(ADDRESSES, 'sealed');
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
    const timed = createMediaProvider({ config: films.library.config, now: () => now });
    await timed.start();
    const first = (await films.video(ADDRESSES, 'sealed', timed)).video!;
    expect(first.playback.expiresAt).toBe('2026-03-14T09:40:00Z');
    now = Date.parse('2026-03-14T09:29:59Z');
    expect((await films.video(ADDRESSES, 'sealed', timed)).video).toEqual(first);
    now = Date.parse('2026-03-14T09:30:01Z');
    const later = (await films.video(ADDRESSES, 'sealed', timed)).video!;
    expect(later.playback.expiresAt).toBe('2026-03-14T09:45:00Z');
    expect(later.playback.hlsUrl).not.toBe(first.playback.hlsUrl);
    timed.close();
  });

  test('of a signed film expire when they say, and are refused from then on', async () => {
    const { video: sealed } = await films.video('playback { hlsUrl expiresAt }', 'sealed');
    const { hlsUrl, expiresAt } = sealed!.playback;
    const expires = decodeJwt(new URL(hlsUrl).searchParams.get('token')!).exp! * 1000;
    expect(Math.abs(expires - Date.parse(expiresAt))).toBeLessThanOrEqual(1000);
    const { sign } = createMediaClient(films.library.config);
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
    const { video: open, errors } = await films.video(`id playback { ${selection} }`, 'open');
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
    const { video: open } = await films.video('playback { posterUrl(time: 99) }', 'open');
    expect(new URL(open!.playback.posterUrl).searchParams.get('time')).toBe('4');
  });

  test('of a signed film are an error of their own without a key, and the rest of the film stands', async () => {
    const { signingKey: _, ...config } = films.library.config;
    const keyless = createMediaProvider({ config });
    await keyless.start();
    const { video: sealed, errors } = await films.video(
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
