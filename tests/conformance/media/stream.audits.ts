import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { api, assertError, type Body, get, type MediaTarget, need, publicAsset, uris } from './target.ts';

const PLAYLIST = /^application\/(x-mpegurl|vnd\.apple\.mpegurl)/i;

const manifest = (t: MediaTarget, query = '') =>
  get(`${t.streamUrl}/${need(t, 'publicPlaybackId')}.m3u8${query}`, 200);

/** The address of the first media file a player would fetch. */
async function firstMedia(t: MediaTarget): Promise<string> {
  const variant = uris(await manifest(t)).find((uri) => !uri.includes('/text/'));
  const [media] = uris(await get(variant as string, 200));
  return media as string;
}

async function textTrack(t: MediaTarget): Promise<string> {
  const track = (await publicAsset(t)).tracks.find((x: Body) => x.type === 'text' && x.status === 'ready');
  return `${t.streamUrl}/${t.publicPlaybackId}/text/${track.id}`;
}

/** Public playback: playlists, byte ranges, text tracks. */
export const mediaStreamAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-stream-001',
    level: 'MUST',
    name: 'answers a multivariant playlist to anyone',
    run: async (t) => {
      const { headers, text } = await manifest(t);
      assert.match(headers.get('content-type') ?? '', PLAYLIST);
      assert.match(text, /^#EXTM3U/);
      assert.match(text, /#EXT-X-STREAM-INF:.*RESOLUTION=\d+x\d+/);
    },
  },
  {
    id: 'media-stream-002',
    level: 'MUST',
    name: 'serves every playlist the manifest names, each ended',
    run: async (t) => {
      for (const uri of uris(await manifest(t))) {
        const { text, headers } = await get(uri, 200);
        assert.match(headers.get('content-type') ?? '', PLAYLIST);
        assert.match(text, /#EXT-X-ENDLIST/);
      }
    },
  },
  {
    id: 'media-stream-003',
    level: 'MUST',
    name: 'lets pages of any origin read playlists, media and pictures',
    run: async (t) => {
      const origin = { origin: 'https://page.invalid' };
      const pid = need(t, 'publicPlaybackId');
      const urls = [`${t.streamUrl}/${pid}.m3u8`, await firstMedia(t), `${t.imageUrl}/${pid}/thumbnail.jpg`];
      for (const url of urls)
        assert.equal((await get(url, 200, origin)).headers.get('access-control-allow-origin'), '*');
    },
  },
  {
    id: 'media-stream-004',
    level: 'MUST',
    name: 'answers 206 with exactly the asked bytes',
    run: async (t) => {
      const url = await firstMedia(t);
      const whole = await get(url, 200);
      const part = await get(url, 206, { range: 'bytes=100-299' });
      assert.equal(part.headers.get('content-range'), `bytes 100-299/${whole.bytes.length}`);
      assert.ok(part.bytes.equals(whole.bytes.subarray(100, 300)));
    },
  },
  {
    id: 'media-stream-005',
    level: 'MUST',
    name: 'answers the last bytes to a suffix range',
    run: async (t) => {
      const url = await firstMedia(t);
      const whole = await get(url, 200);
      assert.ok((await get(url, 206, { range: 'bytes=-50' })).bytes.equals(whole.bytes.subarray(-50)));
    },
  },
  {
    id: 'media-stream-006',
    level: 'MUST',
    name: 'answers 416 to a range beyond the end',
    run: async (t) => {
      const { headers } = await get(await firstMedia(t), 416, { range: 'bytes=999999999-' });
      assert.match(headers.get('content-range') ?? '', /^bytes \*\/\d+$/);
    },
  },
  {
    id: 'media-stream-007',
    level: 'MUST',
    name: 'answers the whole to a range of another version (If-Range)',
    run: async (t) => {
      const url = await firstMedia(t);
      const etag = (await get(url, 200)).headers.get('etag') as string;
      await get(url, 200, { range: 'bytes=0-9', 'if-range': '"another"' });
      if (!etag.startsWith('W/')) await get(url, 206, { range: 'bytes=0-9', 'if-range': etag });
    },
  },
  {
    id: 'media-stream-008',
    level: 'MUST',
    name: 'answers HEAD with the headers of GET and no body',
    run: async (t) => {
      const url = await firstMedia(t);
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
    name: 'groups the text tracks as subtitles that the variants name',
    run: async (t) => {
      const { text } = await manifest(t);
      const [, group] = /#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="([^"]+)"/.exec(text) ?? [];
      assert.ok(group, `expected a subtitles group in ${text}`);
      for (const line of text.split('\n').filter((l) => l.startsWith('#EXT-X-STREAM-INF')))
        assert.ok(line.includes(`SUBTITLES="${group}"`), line);
    },
  },
  {
    id: 'media-stream-010',
    level: 'MUST',
    name: 'serves a text track as WebVTT and as plain text without its times',
    run: async (t) => {
      const url = await textTrack(t);
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
    name: 'answers 404 for an unknown playback id and an unknown track',
    run: async (t) => {
      assertError(JSON.parse((await get(`${t.streamUrl}/UnknownUnknown01.m3u8`, 404)).text), 'not_found');
      await get(`${t.streamUrl}/${need(t, 'publicPlaybackId')}/text/UnknownTrack01.vtt`, 404);
    },
  },
  {
    id: 'media-stream-012',
    level: 'MUST',
    name: 'leaves out renditions above max_resolution',
    run: async (t) => {
      const heights = (text: string) => [...text.matchAll(/RESOLUTION=\d+x(\d+)/g)].map((m) => Number(m[1]));
      const all = heights((await manifest(t)).text);
      const some = heights((await manifest(t, '?max_resolution=540p')).text);
      assert.ok(some.length > 0 && Math.max(...some) <= 540 && Math.max(...all) > 540);
    },
  },
  {
    id: 'media-stream-013',
    level: 'SHOULD',
    name: 'refuses a resolution that does not exist',
    run: async (t) =>
      assertError(
        JSON.parse(
          (await get(`${t.streamUrl}/${need(t, 'publicPlaybackId')}.m3u8?max_resolution=7p`, 400)).text,
        ),
      ),
  },
  {
    id: 'media-stream-014',
    level: 'SHOULD',
    name: 'orders the renditions from the best with rendition_order=desc',
    run: async (t) => {
      const { text } = await manifest(t, '?rendition_order=desc');
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
    name: 'answers 412 while the asset is not ready, and 404 when it is gone',
    run: async (t) => {
      const { data } = await api(t, 201, 'POST', '/video/v1/assets', {
        inputs: [{ url: 'https://media.invalid/film.mp4' }],
        playback_policies: ['public'],
      });
      const url = `${t.streamUrl}/${data.playback_ids[0].id}.m3u8`;
      await get(url, 412);
      await api(t, 204, 'DELETE', `/video/v1/assets/${data.id}`);
      await get(url, 404);
    },
  },
];
