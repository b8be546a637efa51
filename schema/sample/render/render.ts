import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toneMap } from '../drawing/toneMap.ts';
import { readyAsset, textTrackId, unfinishedAssets } from './assets.ts';
import { finishRenditions, startEncoding } from './encode.ts';
import { type Film, FULL_SIZE, loadFilms } from './film.ts';
import { interleave, normalizeLoudness } from './output/loudness.ts';
import { createProgress } from './output/progress.ts';
import { createStillWriter } from './stills.ts';

// Usage: node schema/sample/render/render.ts [name…]. Renders the named films, or all, and writes their media to
// `schema/sample/seed`.

const SEED = fileURLToPath(new URL('../seed/', import.meta.url));

/** Renders and encodes one film into the folder of its asset. */
async function renderFilm(film: Film): Promise<void> {
  const folder = join(SEED, 'media', readyAsset(film).id);
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'films-'));
  try {
    const sound = film.sound();
    const loudness = await normalizeLoudness(sound);
    const soundFile = join(scratch, 'sound.f32');
    await writeFile(soundFile, interleave(sound));
    const frames = Math.round(film.duration * film.fps);
    const progress = createProgress(film.name, frames);
    const encoder = await startEncoding(film, folder, soundFile);
    const stills = await createStillWriter(film, folder);
    const draw = film.createRenderer(FULL_SIZE);
    for (let frame = 0; frame < frames; frame++) {
      const pixels = toneMap(draw(frame));
      await encoder.write(pixels);
      await stills.addFrame(frame, pixels);
      progress.update(frame + 1);
    }
    await encoder.finish();
    await stills.finish();
    await finishRenditions(film, folder);
    await writeTexts(film, folder);
    progress.finish(`${loudness.toFixed(1)} LUFS, ${folder}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeTexts(film: Film, folder: string): Promise<void> {
  for (const { language } of film.textTracks) {
    const words = new URL(`captions/${film.name}.${language}.vtt`, import.meta.url);
    await copyFile(words, join(folder, `${textTrackId(film, language)}.vtt`));
  }
}

/** Writes the list of all rendered films atomically, so that films can be rendered in parallel. */
async function writeAssets(): Promise<void> {
  const finished = (await loadFilms()).filter((film) =>
    existsSync(join(SEED, 'media', readyAsset(film).id, 'master.m3u8')),
  );
  const assets = [...finished.map(readyAsset), ...unfinishedAssets()];
  const scratch = join(SEED, `.assets-${process.pid}.json`);
  await writeFile(scratch, `${JSON.stringify({ assets }, null, 2)}\n`);
  await rename(scratch, join(SEED, 'mux-assets.json'));
}

const films = await loadFilms();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !films.some((film) => film.name === name));
if (unknown.length > 0) {
  console.error(`Unknown film: ${unknown.join(', ')}. Known films: ${films.map((f) => f.name).join(', ')}.`);
  process.exit(1);
}
try {
  for (const film of films) if (names.length === 0 || names.includes(film.name)) await renderFilm(film);
  await writeAssets();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
