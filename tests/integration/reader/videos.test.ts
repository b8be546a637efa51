import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { filmAsset, soundAsset } from '../../support/mediaLibrary.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/reader`;
const audio = { files: [{ name: 'audio.m4a', resolution: 'audio-only', status: 'ready' }] };
const size = (width: number, height: number) => [
  { id: 'track', type: 'video', max_width: width, max_height: height, duration: 4 },
];
const unknownSize = { tracks: [{ id: 'track', type: 'video', duration: 4 }] };

/** Assets by the slug of the walk that has one. */
const ASSETS = {
  sound: soundAsset('sound', { static_renditions: audio }),
  stream: soundAsset('stream'),
  wide: filmAsset('wide', { tracks: size(2520, 1080), aspect_ratio: undefined }),
  high: filmAsset('high', { ...unknownSize, aspect_ratio: '9:16' }),
  square: filmAsset('square', { tracks: size(720, 720), aspect_ratio: '1:1' }),
  unknown: filmAsset('unknown', { ...unknownSize, aspect_ratio: undefined }),
  failed: filmAsset('failed', {
    status: 'errored',
    errors: { type: 'invalid_input', messages: ['The input file could not be read.'] },
  }),
  empty: filmAsset('empty', { ...unknownSize, aspect_ratio: '0:0' }),
};

let stack: Stack;
let seedDir: string;
beforeAll(async () => {
  seedDir = mkdtempSync(join(tmpdir(), 'reader-videos-'));
  cpSync(`${FIXTURE}/seed`, seedDir, { recursive: true });
  const file = join(seedDir, 'mux-assets.json');
  const { assets } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ assets: [...assets, ...Object.values(ASSETS)] }));
  const walks = Object.entries(ASSETS).map(([slug, { id }]) => ({
    _id: `walk-${slug}`,
    _type: 'walk',
    title: slug,
    slug: { _type: 'slug', current: slug },
    clip: id,
  }));
  const content = join(seedDir, 'content.ndjson');
  const lines = walks.map((walk) => JSON.stringify(walk));
  writeFileSync(content, [readFileSync(content, 'utf8').trimEnd(), ...lines, ''].join('\n'));
  stack = await startStack({
    schemaDir: `${FIXTURE}/schema`,
    seedDir,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
}, 60_000);
afterAll(async () => {
  await stack.close();
  rmSync(seedDir, { recursive: true });
});

const open = async (slug: string) => {
  const { tags } = await openPage(stack, `/content/walks/${slug}`);
  return (name: string) =>
    tags
      .filter((tag) => tag.name === name && tag.attributes.class !== 'logo')
      .map(({ attributes }) => attributes);
};

describe('reader: audio', () => {
  test('has an audio player with its file, and no picture', async () => {
    const find = await open('sound');
    expect(find('audio')).toEqual([expect.not.objectContaining({ 'data-hls': expect.anything() })]);
    expect(find('source').map(({ src = '' }) => src)).toEqual([
      expect.stringMatching(/soundPlay\.m3u8$/),
      expect.stringMatching(/soundPlay\/audio\.m4a$/),
    ]);
    expect([find('video'), find('img')]).toEqual([[], []]);
  });

  test('is played as a stream without a file', async () => {
    const find = await open('stream');
    expect(find('audio')).toMatchObject([{ 'data-hls': expect.stringMatching(/streamPlay\.m3u8$/) }]);
  });
});

describe('reader: box of a video', () => {
  test.each([
    ['wide', { width: '2520', height: '1080' }],
    ['high', { width: '563', height: '1000' }],
    ['square', { width: '720', height: '720' }],
  ])('has the proportions of the %s video', async (slug, box) => {
    expect((await open(slug))('video')).toMatchObject([box]);
  });

  test.each(['unknown', 'empty'])('has those of the poster or the stream for %s ones', async (slug) => {
    const [video] = (await open(slug))('video');
    expect(video).toHaveProperty('poster');
    expect(video).not.toHaveProperty('width');
    const style = (await openPage(stack, '/')).tags.find(({ attributes }) => attributes.rel === 'stylesheet');
    const css = await (await fetch(`${stack.url}${style?.attributes.href}`)).text();
    expect(css).toMatch(/video:not\(\[width\]\)\s*\{\s*aspect-ratio:\s*auto 16\s*\/\s*9/);
  });
});

test('reader: a video that failed is not available, without the message for operators', async () => {
  const { text } = await openPage(stack, '/content/walks/failed');
  expect(text).toContain('This video is not available yet.');
  expect(text).not.toMatch(/input file|could not/);
});

test('aspect ratio: is that of the stored size if the media library has none', async () => {
  const { data } = await stack.query(
    '{ wide: walk(by: { slug: "wide" }) { clip { aspectRatio } } empty: walk(by: { slug: "empty" }) { clip { aspectRatio } } }',
  );
  expect([data.wide.clip.aspectRatio, data.empty.clip.aspectRatio]).toEqual([7 / 3, null]);
});
