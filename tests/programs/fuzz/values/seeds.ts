import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../reference/generator/random.ts';
import { hostileValue, mutate } from './hostileValues.ts';
import { mutateText } from './mutateText.ts';

/** The files of a seed, and the asset whose media they describe. */
export interface HostileSeed {
  /** `content.ndjson`. */
  readonly content: string;
  /** `mux-assets.json`. */
  readonly assets: string;
  /** Files in the folder of the media of `assetId`, by name. */
  readonly media: Readonly<Record<string, string>>;
  readonly assetId: string;
  /** True if `stills.json` is hostile. */
  readonly hasHostileStills: boolean;
}

/** A seed with valid values. */
export interface ValidSeed {
  readonly lines: readonly string[];
  readonly assets: readonly Readonly<Record<string, unknown>>[];
  /** The media files of each asset, by asset id and name. */
  readonly media: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

const MEDIA_FILES = ['stills.json', 'master.m3u8', '360p.m3u8'];
const JSON_TOKENS = [
  'null',
  '{}',
  '[',
  ']',
  '"_id":',
  '"_type":',
  '"_ref":',
  '"_sanityAsset":"image@file://./images/no.png"',
  '"_sanityAsset":5',
  '"__proto__":{}',
  '"hasOwnProperty":1',
  '1e999',
  '-1',
  '\\ud800',
  '\n',
  '\r',
  '"id":',
  '"status":',
  '"policy":"drm"',
];
const PLAYLIST_TOKENS = [
  '#EXTM3U\n',
  '#EXT-X-STREAM-INF:BANDWIDTH=x\n',
  '#EXTINF:-1,\n',
  '#EXT-X-MAP:URI="',
  '../../secret',
  'https://example.org/x.mp4\n',
  'URI=""',
  '"',
  ',',
  '\n',
];

/** Reads the sample seed. */
export function readValidSeed(folder: string): ValidSeed {
  const { assets } = JSON.parse(readFileSync(join(folder, 'mux-assets.json'), 'utf8')) as ValidSeed;
  return {
    lines: readFileSync(join(folder, 'content.ndjson'), 'utf8').trim().split('\n'),
    assets,
    media: new Map(
      assets.map(({ id }) => [
        String(id),
        Object.fromEntries(
          MEDIA_FILES.map((name) => [name, join(folder, 'media', String(id), name)] as const)
            .filter(([, path]) => existsSync(path))
            .map(([name, path]) => [name, readFileSync(path, 'utf8')]),
        ),
      ]),
    ),
  };
}

/** Returns a few documents and assets of a seed with hostile values. */
export function hostileSeed(random: Random, seed: ValidSeed): HostileSeed {
  const asset = random.pick(seed.assets);
  const assetId = String(asset.id);
  const valid = seed.media.get(assetId) ?? {};
  const media = { ...valid };
  for (const [name, text] of Object.entries(media))
    if (random.boolean(0.4)) media[name] = hostileMediaFile(random, name, text);
  const lines = Array.from({ length: random.integer(0, 4) }, () => random.pick(seed.lines));
  return {
    content: random.boolean(0.7)
      ? lines.map((line) => hostileJson(random, JSON.parse(line))).join('\n')
      : (lines[0] ?? ''),
    assets: random.boolean(0.7)
      ? hostileJson(random, { assets: [asset] })
      : JSON.stringify({ assets: [asset] }),
    media,
    assetId,
    hasHostileStills: media['stills.json'] !== valid['stills.json'],
  };
}

function hostileMediaFile(random: Random, name: string, text: string): string {
  return name.endsWith('.json')
    ? hostileJson(random, JSON.parse(text))
    : mutateText(random, text, PLAYLIST_TOKENS);
}

function hostileJson(random: Random, value: unknown): string {
  const mutated = random.boolean(0.05)
    ? hostileValue(random)
    : mutate(random, structuredClone(value), random.pick([0.02, 0.1]));
  const text = JSON.stringify(mutated);
  return random.boolean(0.3) ? mutateText(random, text, JSON_TOKENS) : text;
}
