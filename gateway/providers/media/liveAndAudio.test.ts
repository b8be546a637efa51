import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type MediaGraph, startMediaGraph } from '../../../tests/support/mediaGraph.ts';
import { filmAsset, soundAsset } from '../../../tests/support/mediaLibrary.ts';

let graph: MediaGraph;
beforeAll(async () => {
  graph = await startMediaGraph();
});
afterAll(() => graph.close());

test('live show: is live, and its signed URLs outlast the longest show', async () => {
  await graph.library.replaceAssets([
    filmAsset('show', { is_live: true, playback_ids: [{ id: 'showPlay', policy: 'signed' }] }),
    filmAsset('over', { is_live: false, playback_ids: [{ id: 'overPlay', policy: 'signed' }] }),
  ]);
  const fields = 'isLive playback { hlsUrl expiresAt }';
  const hoursOf = async (id: string) => {
    const { video } = await graph.video(fields, id);
    const { hlsUrl, expiresAt } = video!.playback;
    const { exp } = decodeJwt(new URL(hlsUrl).searchParams.get('token')!);
    expect(Math.abs(Date.parse(expiresAt) / 1000 - exp!)).toBeLessThanOrEqual(1);
    return { video, hours: (Date.parse(expiresAt) - Date.now()) / 3_600_000 };
  };
  const [show, over] = [await hoursOf('show'), await hoursOf('over')];
  expect([show.video, over.video]).toMatchObject([{ isLive: true }, { isLive: false }]);
  expect(show.hours).toBeGreaterThan(12);
  expect(over.hours).toBeLessThan(1);
});

test('audio: has no pictures, and the URL of its sound', async () => {
  const files = [{ name: 'audio.m4a', resolution: 'audio-only', status: 'ready' }];
  const signed = [{ id: 'quietPlay', policy: 'signed' }];
  await graph.library.replaceAssets([
    soundAsset('sound', { static_renditions: { files } }),
    soundAsset('quiet', { playback_ids: signed, static_renditions: { files } }),
    soundAsset('plain', { tracks: [] }),
    filmAsset('film', { static_renditions: { files: [{ ...files[0], status: 'preparing' }] } }),
  ]);
  const read = (id: string) =>
    graph.video(
      'isAudio width height aspectRatio playback { posterUrl storyboardUrl animatedUrl mp4Url audioUrl hlsUrl }',
      id,
    );
  const none = { posterUrl: null, storyboardUrl: null, animatedUrl: null, mp4Url: null };
  const base = graph.library.config.streamUrl;
  expect((await read('sound')).video).toEqual({
    isAudio: true,
    width: null,
    height: null,
    aspectRatio: null,
    playback: { ...none, audioUrl: `${base}/soundPlay/audio.m4a`, hlsUrl: `${base}/soundPlay.m3u8` },
  });
  const quiet = (await read('quiet')).video?.playback as unknown as { audioUrl: string };
  expect(quiet).toMatchObject(none);
  expect(decodeJwt(new URL(quiet.audioUrl).searchParams.get('token')!)).toMatchObject({
    aud: 'v',
    sub: 'quietPlay',
  });
  expect((await read('plain')).video).toMatchObject({
    isAudio: true,
    playback: { ...none, audioUrl: null },
  });
  expect((await read('film')).video).toMatchObject({
    isAudio: false,
    playback: { posterUrl: expect.any(String), audioUrl: null },
  });
  const media = graph.provider.loader({ signal: AbortSignal.timeout(5000), tags: new Set() });
  expect(await media.still('sound', [], { time: 1 })).toBeNull();
});
