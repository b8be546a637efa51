import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { Audit } from '../shared/audit.ts';
import { assertError, type Body, get, type MediaTarget, publicAsset, requireProperty } from './target.ts';

const fetchImage = (target: MediaTarget, rest: string, status = 200) =>
  get(`${target.imageUrl}/${requireProperty(target, 'publicPlaybackId')}/${rest}`, status);
const sizeOf = async (image: { bytes: Buffer }) => {
  const { width, height, format, pages, pageHeight } = await sharp(image.bytes).metadata();
  return { width, height: pageHeight ?? height, format, pages };
};

/** Public images: thumbnails, animated images and storyboards. */
export const mediaImageAudits: readonly Audit<MediaTarget>[] = [
  ...(['jpg', 'png', 'webp'] as const).map(
    (ext, i): Audit<MediaTarget> => ({
      id: `media-image-00${i + 1}`,
      level: 'MUST',
      name: `returns a thumbnail as ${ext}`,
      run: async (target) => {
        const picture = await fetchImage(target, `thumbnail.${ext}?width=200`);
        const type = ext === 'jpg' ? 'jpeg' : ext;
        assert.equal(picture.headers.get('content-type'), `image/${type}`);
        const { width, format } = await sizeOf(picture);
        assert.deepEqual([width, format], [200, type]);
      },
    }),
  ),
  {
    id: 'media-image-004',
    level: 'MUST',
    name: 'preserves the aspect ratio for one given side',
    run: async (target) => {
      const whole = await sizeOf(await fetchImage(target, 'thumbnail.png'));
      const small = await sizeOf(await fetchImage(target, 'thumbnail.png?width=160'));
      assert.ok(Math.abs(small.height - (160 * whole.height) / whole.width) <= 1);
    },
  },
  {
    id: 'media-image-005',
    level: 'MUST',
    name: 'fits within both sides by default, and fills them with crop, smartcrop, stretch and pad',
    run: async (target) => {
      const resized = await sizeOf(await fetchImage(target, 'thumbnail.png?width=120&height=120'));
      assert.ok(
        Math.max(resized.width, resized.height) === 120 && Math.min(resized.width, resized.height) < 120,
      );
      for (const mode of ['crop', 'smartcrop', 'stretch', 'pad']) {
        const { width, height } = await sizeOf(
          await fetchImage(target, `thumbnail.png?width=120&height=120&fit_mode=${mode}`),
        );
        assert.deepEqual([mode, width, height], [mode, 120, 120]);
      }
    },
  },
  {
    id: 'media-image-006',
    level: 'MUST',
    name: 'rotates with rotate',
    run: async (target) => {
      const { width, height } = await sizeOf(await fetchImage(target, 'thumbnail.png?rotate=90'));
      assert.ok(height > width);
    },
  },
  {
    id: 'media-image-007',
    level: 'MUST',
    name: 'returns the frame at time, the middle frame by default',
    run: async (target) => {
      const { duration } = await publicAsset(target);
      const at = async (query: string) => (await fetchImage(target, `thumbnail.png?width=64${query}`)).bytes;
      const middle = await at(`&time=${duration / 2}`);
      assert.ok((await at('')).equals(middle));
      assert.ok(!(await at('&time=0')).equals(middle));
    },
  },
  {
    id: 'media-image-008',
    level: 'MUST',
    name: 'rejects invalid options',
    run: async (target) => {
      for (const query of ['width=zero', 'width=-1', 'fit_mode=melt', 'rotate=45', 'time=-1'])
        assertError(JSON.parse((await fetchImage(target, `thumbnail.jpg?${query}`, 400)).text));
    },
  },
  ...(['gif', 'webp'] as const).map(
    (ext, i): Audit<MediaTarget> => ({
      id: `media-image-${String(9 + i).padStart(3, '0')}`,
      level: 'MUST',
      name: `draws a moving ${ext}, 320 wide by default`,
      run: async (target) => {
        const { width, format, pages } = await sizeOf(
          await fetchImage(target, `animated.${ext}?start=0&end=3`),
        );
        assert.deepEqual([width, format], [320, ext]);
        assert.ok((pages ?? 1) > 1);
      },
    }),
  ),
  {
    id: 'media-image-011',
    level: 'MUST',
    name: 'rejects an animated image that is too long, too wide or too fast',
    run: async (target) => {
      for (const query of ['start=0&end=11', 'width=641', 'fps=31', 'start=1&end=1.1'])
        assertError(JSON.parse((await fetchImage(target, `animated.gif?${query}`, 400)).text));
    },
  },
  {
    id: 'media-image-012',
    level: 'MUST',
    name: 'lists fifty tiles inside the storyboard that cover the duration',
    run: async (target) => {
      const { duration } = await publicAsset(target);
      const board = JSON.parse((await fetchImage(target, 'storyboard.json')).text);
      assert.equal(board.tiles.length, 50);
      assert.ok(Math.abs(board.duration - duration) < 0.5 && board.tiles[0].start === 0);
      const { width, height } = await sizeOf(await get(board.url, 200));
      for (const { x, y, start } of board.tiles)
        assert.ok(x + board.tile_width <= width && y + board.tile_height <= height && start < duration);
    },
  },
  {
    id: 'media-image-013',
    level: 'MUST',
    name: 'lists the same tiles as WebVTT cues with #xywh',
    run: async (target) => {
      const { headers, text } = await fetchImage(target, 'storyboard.vtt');
      assert.match(headers.get('content-type') ?? '', /^text\/vtt/);
      const cues = [...text.matchAll(/\d\d:\d\d:\d\d\.\d{3} --> \S+\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/g)];
      const board = JSON.parse((await fetchImage(target, 'storyboard.json')).text);
      assert.deepEqual(
        cues.map((c) => [Number(c[2]), Number(c[3])]),
        board.tiles.map((tile: Body) => [tile.x, tile.y]),
      );
      await get(cues[0]?.[1] as string, 200);
    },
  },
];
