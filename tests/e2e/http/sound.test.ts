import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filmAsset, soundAsset } from '../../support/mediaLibrary.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let seedDir: string;
beforeAll(async () => {
  seedDir = mkdtempSync(join(tmpdir(), 'sound-'));
  const films = ['sound', 'film'].map((video) => ({
    _id: video,
    _type: 'film',
    title: `A ${video}`,
    slug: { _type: 'slug', current: video },
    publishedAt: '2026-01-01T00:00:00Z',
    video,
  }));
  writeFileSync(join(seedDir, 'content.ndjson'), films.map((film) => JSON.stringify(film)).join('\n'));
  writeFileSync(
    join(seedDir, 'mux-assets.json'),
    JSON.stringify({ assets: [soundAsset('sound'), filmAsset('film')] }),
  );
  stack = await startStack({ seedDir, hasIndex: false });
}, 60_000);
afterAll(async () => {
  await stack.close();
  rmSync(seedDir, { recursive: true });
});

const metadataOf = async (path: string) => {
  const html = await (await fetch(`${stack.url}${path}`)).text();
  const content = (property: string) =>
    new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
  return {
    type: content('og:type'),
    release: content('video:release_date'),
    image: new URL(content('og:image') ?? '').pathname,
    thing: /"@type":"(AudioObject|VideoObject)"/.exec(html)?.[1],
  };
};

test('metadata: the page of sound describes sound, with the picture of the publication', async () => {
  expect(await metadataOf('/films/sound')).toEqual({
    type: 'music.song',
    release: undefined,
    image: '/card.png',
    thing: 'AudioObject',
  });
  expect(await metadataOf('/films/film')).toMatchObject({
    type: 'video.other',
    release: '2026-01-01T00:00:00Z',
    thing: 'VideoObject',
  });
});
