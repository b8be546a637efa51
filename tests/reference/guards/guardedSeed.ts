import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardedField, GuardedModel, GuardedType } from './guardedModel.ts';

/** The two variants of a seed differ exactly in the values that require scopes. */
export type Variant = 0 | 1;

/** Part of every text that requires scopes. */
export const CANARY = 'canary';
/** A word of every caption. */
export const SPOKEN = 'spoken';

/** Documents of each type. */
const COUNT = 3;

/** A seed, and what callers without scopes may read in it. */
export interface GuardedSeed {
  readonly publicAssets: ReadonlySet<string>;
  readonly scopedAssets: ReadonlySet<string>;
}

/** Ids of all assets of both variants; an asset of the other variant belongs to no document. */
export const ALL_ASSETS: readonly string[] = ['video', 'trailers', 'reel', 'clip'].flatMap((field) =>
  [0, 1, 2].flatMap((i) => ([0, 1] as const).map((variant) => assetId(field, i, variant))),
);

/** Writes the documents and media of a variant to a folder. */
export function writeGuardedSeed(folder: string, model: GuardedModel, variant: Variant): GuardedSeed {
  const publicAssets = new Set<string>();
  const scopedAssets = new Set<string>();
  const typeNamed = (name: string) => model.types.find((type) => type.name === name) as GuardedType;

  /** Returns the attribute of a field; undefined for none. @param isHidden whether its enclosing object requires scopes */
  const attributeOf = (field: GuardedField, i: number, isHidden: boolean): unknown => {
    const target = /^\[?(\w+)/.exec(field.type)?.[1] ?? '';
    const leadsToGuard =
      target !== 'Node' && model.types.some((type) => type.name === target && type.hasGuard);
    const isScoped = isHidden || field.hasGuard || leadsToGuard;
    const shift = isScoped ? variant : 0;
    const n = (i + shift) % COUNT;
    const text = `${isScoped ? CANARY : 'plain'}${field.name.toLowerCase()}${i}x${shift}`;
    const asset = () => {
      const id = assetId(field.name, i, shift as Variant);
      (isScoped ? scopedAssets : publicAssets).add(id);
      return id;
    };
    const inline = (name: string) => ({
      _type: name.toLowerCase(),
      ...attributesOf(typeNamed(name), i, isScoped),
    });
    // A missing value is a difference too.
    if (shift === 1 && i === COUNT - 1 && !field.type.includes('!')) return undefined;
    switch (field.name) {
      case 'year':
      case 'code':
        return 1000 * (n + 1) + shift;
      case 'rating':
        return n + 0.5 * shift;
      case 'released':
        return `20${10 + n}-0${1 + shift}-01T00:00:00Z`;
      case 'isOpen':
        return (i + shift) % 2 === 0;
      case 'mood':
        return (i + shift) % 2 === 0 ? 'calm' : 'wild';
      case 'labels':
        return Array.from({ length: 1 + ((i + shift) % 2) }, (_, at) => `${text}y${at}`);
      case 'body':
        return [{ _type: 'block', _key: 'b', markDefs: [], children: [{ _type: 'span', _key: 's', text }] }];
      case 'extra':
        return { note: text };
      case 'details':
        return inline('Details');
      case 'parts':
        return Array.from({ length: 1 + shift }, (_, at) => ({ ...inline('Part'), _key: `p${at}` }));
      case 'author':
      case 'person':
      case 'about':
      case 'anything':
        return reference(`person-${n}`);
      case 'subjects':
        return Array.from({ length: 1 + shift }, (_, at) => reference(`topic-${(n + at) % COUNT}`, at));
      case 'editions':
        return Array.from({ length: 1 + shift }, (_, at) => reference(`work-${(n + at) % COUNT}`, at));
      case 'trailers':
        return [asset()];
      case 'video':
      case 'reel':
      case 'clip':
        return asset();
      default:
        return text;
    }
  };
  const attributesOf = (type: GuardedType, i: number, isHidden: boolean): Record<string, unknown> =>
    Object.fromEntries(
      type.fields
        .filter(({ type: sdl, name }) => !sdl.includes('@inverse') && name !== 'slug')
        .map((field) => [attributeName(field), attributeOf(field, i, isHidden || type.hasGuard)]),
    );

  const documents = model.types
    .filter(({ isDocument }) => isDocument)
    .flatMap((type) =>
      Array.from({ length: COUNT }, (_, i) => {
        const name = type.name.toLowerCase();
        return {
          _id: `${name}-${i}`,
          _type: name,
          _rev: 'r',
          _createdAt: `2026-01-0${i + 1}T00:00:00Z`,
          _updatedAt: `2026-02-0${i + 1}T00:00:00Z`,
          ...attributesOf(type, i, false),
          slug: { _type: 'slug', current: `${name}-slug-${i}` },
        };
      }),
    );
  writeFileSync(
    join(folder, 'content.ndjson'),
    documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
  );
  writeAssets(folder, scopedAssets);
  return { publicAssets, scopedAssets };
}

const attributeName = ({ name, type }: GuardedField): string =>
  /@asset\(field: "(\w+)"\)|@groq\(expr: "(\w+)"\)/.exec(type)?.slice(1).find(Boolean) ?? name;

const reference = (id: string, at?: number) => ({
  _type: 'reference',
  _ref: id,
  ...(at !== undefined && { _key: `k${at}` }),
});

function assetId(field: string, i: number, variant: Variant): string {
  return `asset${field}${i}x${variant}`;
}

/** Writes the media library, which has the assets of both variants. */
function writeAssets(folder: string, scopedAssets: ReadonlySet<string>): void {
  const assets = ALL_ASSETS.map((id) => ({
    id,
    status: 'ready',
    created_at: '1767225600',
    duration: 10,
    aspect_ratio: '16:9',
    encoding_tier: 'baseline',
    video_quality: 'basic',
    master_access: 'none',
    max_resolution_tier: '1080p',
    progress: { state: 'completed', progress: 100 },
    playback_ids: [{ id: `play${id}`, policy: 'public' }],
    tracks: [
      {
        id: `track${id}`,
        type: 'text',
        text_type: 'subtitles',
        text_source: 'uploaded',
        language_code: 'en',
        name: 'English',
        closed_captions: true,
        status: 'ready',
      },
    ],
  }));
  writeFileSync(join(folder, 'mux-assets.json'), JSON.stringify({ assets }));
  for (const { id } of assets) {
    mkdirSync(join(folder, 'media', id), { recursive: true });
    const words = `${SPOKEN} ${scopedAssets.has(id) ? CANARY : 'plain'}${id}`;
    writeFileSync(
      join(folder, 'media', id, `track${id}.vtt`),
      `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n${words}\n`,
    );
  }
}
