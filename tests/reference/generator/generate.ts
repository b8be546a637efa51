import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Json } from '../../support/documentShape.ts';
import { Chance } from './chance.ts';
import { type Counts, durationOf, makersOf } from './makers.ts';
import { nameOf, Phrases } from './phrases.ts';

/** How many documents of each kind a set has. */
function countsOf(count: number): Counts {
  const topic = Math.min(count, Math.max(2, Math.round(count * 0.05)));
  const person = Math.round(count * 0.3);
  const article = Math.round(count * 0.2);
  const collection = Math.round(count * 0.05);
  return {
    topic,
    person,
    film: Math.max(0, count - topic - person - article - collection),
    article,
    collection,
  };
}

/**
 * Makes `count` documents in the shapes of `schema/model`: about two fifths films, three tenths people, a fifth
 * articles, the rest topics (`topic-chaos` and `topic-waves` first) and collections. People and facts are invented.
 * All references lead to documents of the same set, except for one credit in a hundred, which dangles weakly. The same
 * arguments give the same documents. There are no pictures, since they would need files.
 * @throws Error when `count` is not a whole number of at least 10.
 */
export function generateDocuments(count: number, options: { seed?: number } = {}): Iterable<Json> {
  if (!Number.isInteger(count) || count < 10)
    throw new Error(`count: expected a whole number of at least 10, got ${count}`);
  return documentsOf(countsOf(count), options.seed ?? 1);
}

function* documentsOf(counts: Counts, seed: number): Generator<Json> {
  const names = Array.from({ length: counts.person }, (_, i) => nameOf(new Chance(`${seed} name ${i}`)));
  const makers = makersOf(counts, names, new Phrases(names));
  for (const kind of Object.keys(counts) as (keyof Counts)[])
    for (let index = 0; index < counts[kind]; index += 1)
      yield makers[kind](index, new Chance(`${seed} ${kind} ${index}`));
}

/**
 * The Mux assets, ready and with a public playback id each, that the films among generated documents name, as
 * `GET /video/v1/assets/{id}` returns them inside `data`. They have no text tracks, since those would need files.
 */
export function* generateAssets(documents: Iterable<Json>): Iterable<Json> {
  for (const { _type, _createdAt, title, video } of documents) {
    if (_type !== 'film') continue;
    const digits = (video as string).replace('asset', '');
    yield {
      id: video,
      status: 'ready',
      progress: { state: 'completed', progress: 100 },
      created_at: String(Math.floor(Date.parse(_createdAt as string) / 1000)),
      duration: durationOf(Number(digits)),
      aspect_ratio: '16:9',
      resolution_tier: '720p',
      max_resolution_tier: '1080p',
      max_stored_resolution: 'HD',
      max_stored_frame_rate: 24,
      encoding_tier: 'smart',
      video_quality: 'plus',
      master_access: 'none',
      mp4_support: 'none',
      ingest_type: 'on_demand_url',
      playback_ids: [{ id: `playback${digits}`, policy: 'public' }],
      tracks: [
        { type: 'video', id: `video${digits}`, max_width: 1280, max_height: 720, max_frame_rate: 24 },
        { type: 'audio', id: `audio${digits}`, max_channels: 2 },
      ],
      meta: { title, external_id: `film-${digits}` },
    };
  }
}

/** Writes a SEED_DIR with which the emulators can be started. */
export function writeSeed(folder: string, documents: readonly Json[]): void {
  mkdirSync(join(folder, 'media'), { recursive: true });
  const lines = documents.map((document) => JSON.stringify(document));
  writeFileSync(join(folder, 'content.ndjson'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'assets.json'), JSON.stringify({ assets: [...generateAssets(documents)] }));
}

if (import.meta.main) {
  const { count, out, seed } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      out: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  }).values;
  if (!out)
    throw new Error(
      'expected a folder: node tests/reference/generator/generate.ts --count 10000 --out FOLDER [--seed 1]',
    );
  const documents = [...generateDocuments(Number(count), { seed: Number(seed) })];
  writeSeed(out, documents);
  console.log(`${documents.length} documents: SEED_DIR=${out}`);
}
