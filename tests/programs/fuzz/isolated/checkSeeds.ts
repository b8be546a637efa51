import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContentEmulator } from '../../../../gateway/emulators/content/emulator.ts';
import { createMediaEmulator } from '../../../../gateway/emulators/media/emulator.ts';
import type { Emulator } from '../../../../gateway/emulators/shared/server.ts';
import { ROOT } from '../../../support/stack.ts';
import type { HostileSeed } from '../values/seeds.ts';

const SAMPLE = join(ROOT, 'schema/sample/seed');
const TOKEN = 'token';
const MAX_ERROR_CHARACTERS = 1_000;
/** Files of a playback id, without text tracks. */
const FILES = ['storyboard.json', 'storyboard.vtt', 'rendition/360p.m3u8'];
const DRAWN_FILES = ['thumbnail.webp?width=20', 'storyboard.webp?width=50', 'animated.webp?width=50'];
const QUERIES = [
  '*',
  '*[_type == "film"]{..., "topics": topics[]->title, "people": credits[].person->name} | order(title asc)',
  '*[slug.current == "lorenz"][0]',
  'count(*[references("topic-chaos")])',
];

/** Starts the content emulator and the media emulator with a seed, and reads everything from them. Returns the failures. */
export async function checkSeeds(seed: HostileSeed): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-fuzz-seed-'));
  try {
    writeSeed(folder, seed);
    return [...(await readContentSeed(folder)), ...(await readMediaSeed(folder, seed.hasHostileStills))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeSeed(folder: string, { content, assets, media, assetId }: HostileSeed): void {
  writeFileSync(join(folder, 'content.ndjson'), content);
  writeFileSync(join(folder, 'mux-assets.json'), assets);
  symlinkSync(join(SAMPLE, 'images'), join(folder, 'images'));
  const assetFolder = join(folder, 'media', assetId);
  mkdirSync(assetFolder, { recursive: true });
  for (const [name, text] of Object.entries(media)) writeFileSync(join(assetFolder, name), text);
  for (const name of ['stills', '360p.mp4'])
    symlinkSync(join(SAMPLE, 'media', assetId, name), join(assetFolder, name));
}

const readContentSeed = (seedDir: string): Promise<string[]> =>
  readEmulator(
    /content\.ndjson:\d+: /,
    () =>
      createContentEmulator({
        seedDir,
        port: 0,
        projectId: 'p',
        dataset: 'd',
        readToken: TOKEN,
        writeToken: 'writer',
      }),
    async (get) => {
      for (const query of QUERIES) {
        const body = await get(`/v2025-02-19/data/query/d?query=${encodeURIComponent(query)}`);
        for (const { url } of query === '*' ? assetsOf(body) : [])
          if (typeof url === 'string' && URL.canParse(url)) await get(`${new URL(url).pathname}?w=10&fm=jpg`);
      }
    },
  );

const assetsOf = (body: string): { url?: unknown }[] =>
  (JSON.parse(body) as { result: { _type?: unknown; url?: unknown }[] }).result.filter(
    ({ _type }) => _type === 'sanity.imageAsset',
  );

/** @param drawsImages whether it requests the images that take long to draw */
const readMediaSeed = (seedDir: string, drawsImages: boolean): Promise<string[]> =>
  readEmulator(
    /(assets|stills)\.json: /,
    () => createMediaEmulator({ seedDir, port: 0, tokenId: TOKEN, tokenSecret: TOKEN }),
    async (get) => {
      const { data = [] } = JSON.parse(await get('/video/v1/assets?limit=100')) as {
        data?: { id: string; playback_ids?: { id: string }[]; tracks?: { id: string }[] }[];
      };
      for (const { id, playback_ids = [], tracks = [] } of data) {
        await get(`/video/v1/assets/${id}`);
        for (const { id: playbackId } of playback_ids.slice(0, 2)) {
          const files = [...FILES, ...(drawsImages ? DRAWN_FILES : [])];
          await get(`/${playbackId}.m3u8`);
          for (const file of files) await get(`/${playbackId}/${file}`);
          for (const track of tracks.slice(0, 3)) await get(`/${playbackId}/text/${track.id}.m3u8`);
        }
      }
    },
  );

/**
 * Starts an emulator and reads from it. A seed that it rejects needs an error with its file and position.
 * @param place matches the file and position in the error
 */
async function readEmulator(
  place: RegExp,
  start: () => Promise<Emulator>,
  read: (get: (path: string) => Promise<string>) => Promise<void>,
): Promise<string[]> {
  let emulator: Emulator;
  try {
    emulator = await start();
  } catch (error) {
    const { name, message } = error as Error;
    const isReadable = name === 'Error' && place.test(message) && message.length <= MAX_ERROR_CHARACTERS;
    return isReadable
      ? []
      : [`expected an error of ${place}, got ${String((error as Error).stack).slice(0, 500)}`];
  }
  const failures: string[] = [];
  try {
    await read(async (path) => {
      const headers = {
        authorization: path.startsWith('/video/') ? `Basic ${btoa(`${TOKEN}:${TOKEN}`)}` : `Bearer ${TOKEN}`,
      };
      const response = await fetch(emulator.url + path, { headers });
      const body = await response.text();
      if (response.status >= 500)
        failures.push(`${path}: expected no status ${response.status}, got ${body.slice(0, 300)}`);
      return body;
    });
  } finally {
    await emulator.close();
  }
  return failures;
}
