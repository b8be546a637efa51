import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Json } from '../../support/documentShape.ts';
import { createDocumentBuilders, type DocumentCounts, durationSeconds } from './documentBuilders.ts';
import { Random } from './random.ts';
import { randomName, TextGenerator } from './textGenerator.ts';

/** Divides a number of documents among the types. */
function countByType(count: number): DocumentCounts {
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
 * Generates documents of the types in `schema/model`: 40 % films, 30 % people, 20 % articles, 5 % collections and 5 %
 * topics, of which the first two are `topic-chaos` and `topic-waves`. Names and facts are invented. References are to
 * generated documents, except for one credit in a hundred, which is a dangling weak reference. Equal arguments give
 * equal documents. The documents have no images, because images need files.
 * @throws Error if `count` is not an integer of at least 10
 */
export function generateDocuments(count: number, options: { seed?: number } = {}): Iterable<Json> {
  if (!Number.isInteger(count) || count < 10)
    throw new Error(`count: expected an integer of at least 10, got ${count}`);
  return buildDocuments(countByType(count), options.seed ?? 1);
}

function* buildDocuments(counts: DocumentCounts, seed: number): Generator<Json> {
  const names = Array.from({ length: counts.person }, (_, i) => randomName(new Random(`${seed} name ${i}`)));
  const builders = createDocumentBuilders(counts, names, new TextGenerator(names));
  for (const type of Object.keys(counts) as (keyof DocumentCounts)[])
    for (let index = 0; index < counts[type]; index += 1)
      yield builders[type](index, new Random(`${seed} ${type} ${index}`));
}

/**
 * Generates the Mux assets of the films among generated documents, in the format of `data` in the response to
 * `GET /video/v1/assets/{id}`. They are ready, have one public playback id each, and no text tracks, which need files.
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
      duration: durationSeconds(Number(digits)),
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

/** Writes a seed folder for the emulators (SEED_DIR). */
export function writeSeed(folder: string, documents: readonly Json[]): void {
  mkdirSync(join(folder, 'media'), { recursive: true });
  const lines = documents.map((document) => JSON.stringify(document));
  writeFileSync(join(folder, 'content.ndjson'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'mux-assets.json'), JSON.stringify({ assets: [...generateAssets(documents)] }));
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
