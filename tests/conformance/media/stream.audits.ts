import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import {
  assertError,
  type Body,
  callApi,
  get,
  type MediaTarget,
  playlistUris,
  publicAsset,
  requireProperty,
} from './target.ts';

const PLAYLIST = /^application\/(x-mpegurl|vnd\.apple\.mpegurl)/i;

const manifest = (target: MediaTarget, query = '') =>
  get(`${target.streamUrl}/${requireProperty(target, 'publicPlaybackId')}.m3u8${query}`, 200);

/** Returns the URL of the first media file that a player loads. */
async function firstMedia(target: MediaTarget): Promise<string> {
  const variant = playlistUris(await manifest(target)).find((uri) => !uri.includes('/text/'));
  const [media] = playlistUris(await get(variant as string, 200));
  return media as string;
}

async function textTrack(target: MediaTarget): Promise<string> {
  const track = (await publicAsset(target)).tracks.find(
    (x: Body) => x.type === 'text' && x.status === 'ready',
  );
  return `${target.streamUrl}/${target.publicPlaybackId}/text/${track.id}`;
}

/** Public playback: playlists, byte ranges and text tracks. */
export const mediaStreamAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-stream-001',
    level: 'MUST',
    name: 'serves a multivariant playlist without credentials',
    run: async (target) => {
      const { headers, text } = await manifest(target);
      assert.match(headers.get('content-type') ?? '', PLAYLIST);
      assert.match(text, /^#EXTM3U/);
      assert.match(text, /#EXT-X-STREAM-INF:.*RESOLUTION=\d+x\d+/);
    },
  },
  {
    id: 'media-stream-002',
    level: 'MUST',
    name: 'serves all playlists of the manifest, each with an end',
    run: async (target) => {
      for (const uri of playlistUris(await manifest(target))) {
        const { text, headers } = await get(uri, 200);
        assert.match(headers.get('content-type') ?? '', PLAYLIST);
        assert.match(text, /#EXT-X-ENDLIST/);
      }
    },
  },
  {
    id: 'media-stream-003',
    level: 'MUST',
    name: 'allows any origin to read playlists, media and images',
    run: async (target) => {
      const origin = { origin: 'https://page.invalid' };
      const pid = requireProperty(target, 'publicPlaybackId');
      const urls = [
        `${target.streamUrl}/${pid}.m3u8`,
        await firstMedia(target),
        `${target.imageUrl}/${pid}/thumbnail.jpg`,
      ];
      for (const url of urls)
        assert.equal((await get(url, 200, origin)).headers.get('access-control-allow-origin'), '*');
    },
  },
  {
    id: 'media-stream-004',
    level: 'MUST',
    name: 'responds 206 with exactly the requested bytes',
    run: async (target) => {
      const url = await firstMedia(target);
      const whole = await get(url, 200);
      const part = await get(url, 206, { range: 'bytes=100-299' });
      assert.equal(part.headers.get('content-range'), `bytes 100-299/${whole.bytes.length}`);
      assert.ok(part.bytes.equals(whole.bytes.subarray(100, 300)));
    },
  },
  {
    id: 'media-stream-005',
    level: 'MUST',
    name: 'responds with the last bytes to a suffix range',
    run: async (target) => {
      const url = await firstMedia(target);
      const whole = await get(url, 200);
      assert.ok((await get(url, 206, { range: 'bytes=-50' })).bytes.equals(whole.bytes.subarray(-50)));
    },
  },
  {
    id: 'media-stream-006',
    level: 'MUST',
    name: 'responds 416 to a range beyond the end',
    run: async (target) => {
      const { headers } = await get(await firstMedia(target), 416, { range: 'bytes=999999999-' });
      assert.match(headers.get('content-range') ?? '', /^bytes \*\/\d+$/);
    },
  },
  {
    id: 'media-stream-007',
    level: 'MUST',
    name: 'responds with the whole file to a range of another version (If-Range)',
    run: async (target) => {
      const url = await firstMedia(target);
      const etag = (await get(url, 200)).headers.get('etag') as string;
      await get(url, 200, { range: 'bytes=0-9', 'if-range': '"another"' });
      if (!etag.startsWith('W/')) await get(url, 206, { range: 'bytes=0-9', 'if-range': etag });
    },
  },
  {
    id: 'media-stream-008',
    level: 'MUST',
    name: 'responds to HEAD with the headers of GET and no body',
    run: async (target) => {
      const url = await firstMedia(target);
      const head = await fetch(url, { method: 'HEAD' });
      const whole = await get(url, 200);
      assert.equal(head.status, 200);
      assert.equal(head.headers.get('content-length'), String(whole.bytes.length));
      assert.equal((await head.arrayBuffer()).byteLength, 0);
    },
  },
  {
    id: 'media-stream-009',
    level: 'MUST',
    name: 'groups text tracks as subtitles of all variants',
    run: async (target) => {
      const { text } = await manifest(target);
      const [, group] = /#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="([^"]+)"/.exec(text) ?? [];
      assert.ok(group, `expected a subtitles group in ${text}`);
      for (const line of text.split('\n').filter((l) => l.startsWith('#EXT-X-STREAM-INF')))
        assert.ok(line.includes(`SUBTITLES="${group}"`), line);
    },
  },
  {
    id: 'media-stream-010',
    level: 'MUST',
    name: 'serves a text track as WebVTT and as plain text without timestamps',
    run: async (target) => {
      const url = await textTrack(target);
      const vtt = await get(`${url}.vtt`, 200);
      assert.match(vtt.headers.get('content-type') ?? '', /^text\/vtt/);
      assert.match(vtt.text, /^WEBVTT/);
      const txt = await get(`${url}.txt`, 200);
      assert.match(txt.headers.get('content-type') ?? '', /^text\/plain/);
      assert.ok(txt.text.trim().length > 0 && !txt.text.includes('-->'));
    },
  },
  {
    id: 'media-stream-011',
    level: 'MUST',
    name: 'responds 404 for an unknown playback id and an unknown track',
    run: async (target) => {
      assertError(
        JSON.parse((await get(`${target.streamUrl}/UnknownUnknown01.m3u8`, 404)).text),
        'not_found',
      );
      await get(
        `${target.streamUrl}/${requireProperty(target, 'publicPlaybackId')}/text/UnknownTrack01.vtt`,
        404,
      );
    },
  },
  {
    id: 'media-stream-012',
    level: 'MUST',
    name: 'omits renditions above max_resolution',
    run: async (target) => {
      const heights = (text: string) => [...text.matchAll(/RESOLUTION=\d+x(\d+)/g)].map((m) => Number(m[1]));
      const all = heights((await manifest(target)).text);
      const some = heights((await manifest(target, '?max_resolution=540p')).text);
      assert.ok(some.length > 0 && Math.max(...some) <= 540 && Math.max(...all) > 540);
    },
  },
  {
    id: 'media-stream-013',
    level: 'SHOULD',
    name: 'rejects an unknown resolution',
    run: async (target) =>
      assertError(
        JSON.parse(
          (
            await get(
              `${target.streamUrl}/${requireProperty(target, 'publicPlaybackId')}.m3u8?max_resolution=7p`,
              400,
            )
          ).text,
        ),
      ),
  },
  {
    id: 'media-stream-014',
    level: 'SHOULD',
    name: 'orders renditions from highest to lowest with rendition_order=desc',
    run: async (target) => {
      const { text } = await manifest(target, '?rendition_order=desc');
      const heights = [...text.matchAll(/RESOLUTION=\d+x(\d+)/g)].map((m) => Number(m[1]));
      assert.deepEqual(
        heights,
        heights.toSorted((a, b) => b - a),
      );
    },
  },
  {
    id: 'media-stream-015',
    level: 'MUST',
    name: 'responds 412 while the asset is not ready, and 404 after its deletion',
    run: async (target) => {
      const { data } = await callApi(target, 201, 'POST', '/video/v1/assets', {
        inputs: [{ url: 'https://media.invalid/film.mp4' }],
        playback_policies: ['public'],
      });
      const url = `${target.streamUrl}/${data.playback_ids[0].id}.m3u8`;
      await get(url, 412);
      await callApi(target, 204, 'DELETE', `/video/v1/assets/${data.id}`);
      await get(url, 404);
    },
  },
];
