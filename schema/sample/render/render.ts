import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readyAsset, textTrackId, unfinishedAssets } from './assets.ts';
import { toneMap } from './drawing/toneMap.ts';
import { startEncoding, writeMasterPlaylist } from './encode.ts';
import { type Figure, FULL_SIZE, loadFigures } from './figure.ts';
import { interleave, normalizeLoudness } from './output/loudness.ts';
import { createProgress } from './output/progress.ts';
import { createStillWriter } from './stills.ts';

// Usage: node schema/sample/render/render.ts [name…]. Renders the named films, or all, and writes their media to
// `schema/sample/seed`.

const SEED = fileURLToPath(new URL('../seed/', import.meta.url));

/** Renders and encodes one film into the folder of its asset. */
async function renderFilm(figure: Figure): Promise<void> {
  const folder = join(SEED, 'media', readyAsset(figure).id);
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'films-'));
  try {
    const sound = figure.sound();
    const loudness = await normalizeLoudness(sound);
    const soundFile = join(scratch, 'sound.f32');
    await writeFile(soundFile, interleave(sound));
    const frames = Math.round(figure.duration * figure.fps);
    const progress = createProgress(figure.name, frames);
    const encoder = await startEncoding(figure, folder, soundFile);
    const stills = await createStillWriter(figure, folder);
    const draw = figure.createRenderer(FULL_SIZE);
    for (let frame = 0; frame < frames; frame++) {
      const pixels = toneMap(draw(frame));
      await encoder.write(pixels);
      await stills.addFrame(frame, pixels);
      progress.update(frame + 1);
    }
    await encoder.finish();
    await stills.finish();
    await writeMasterPlaylist(figure, folder);
    await writeTexts(figure, folder);
    progress.finish(`${loudness.toFixed(1)} LUFS, ${folder}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeTexts(figure: Figure, folder: string): Promise<void> {
  for (const { language } of figure.textTracks) {
    const words = new URL(`captions/${figure.name}.${language}.vtt`, import.meta.url);
    await copyFile(words, join(folder, `${textTrackId(figure, language)}.vtt`));
  }
}

/** Writes the list of all rendered films atomically, so that films can be rendered in parallel. */
async function writeAssets(): Promise<void> {
  const finished = (await loadFigures()).filter((figure) =>
    existsSync(join(SEED, 'media', readyAsset(figure).id, 'master.m3u8')),
  );
  const assets = [...finished.map(readyAsset), ...unfinishedAssets()];
  const scratch = join(SEED, `.assets-${process.pid}.json`);
  await writeFile(scratch, `${JSON.stringify({ assets }, null, 2)}\n`);
  await rename(scratch, join(SEED, 'assets.json'));
}

const figures = await loadFigures();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !figures.some((figure) => figure.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown film: ${unknown.join(', ')}. Known films: ${figures.map((f) => f.name).join(', ')}.`,
  );
  process.exit(1);
}
try {
  for (const figure of figures)
    if (names.length === 0 || names.includes(figure.name)) await renderFilm(figure);
  await writeAssets();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
