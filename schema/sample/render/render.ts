import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readyAsset, textTrackId, unfinishedAssets } from './assets.ts';
import { develop } from './drawing/develop.ts';
import { startEncoding, writeMasterPlaylist } from './encode.ts';
import { type Figure, FULL_SIZE, loadFigures } from './figure.ts';
import { interleave, setLoudness } from './output/loudness.ts';
import { progressLine } from './output/progress.ts';
import { stillKeeper } from './stills.ts';

// node schema/sample/render/render.ts [name…]: draws the named films, or all, and writes the media of the seed.

const SEED = fileURLToPath(new URL('../seed/', import.meta.url));

/** Draws, sounds and encodes one film into its asset's folder. */
async function renderFilm(figure: Figure): Promise<void> {
  const folder = join(SEED, 'media', readyAsset(figure).id);
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'films-'));
  try {
    const sound = figure.sound();
    const loudness = await setLoudness(sound);
    const soundFile = join(scratch, 'sound.f32');
    await writeFile(soundFile, interleave(sound));
    const frames = Math.round(figure.duration * figure.fps);
    const progress = progressLine(figure.name, frames);
    const encoder = await startEncoding(figure, folder, soundFile);
    const stills = await stillKeeper(figure, folder);
    const draw = figure.begin(FULL_SIZE);
    for (let frame = 0; frame < frames; frame++) {
      const pixels = develop(draw(frame));
      await encoder.write(pixels);
      await stills.keep(frame, pixels);
      progress.at(frame + 1);
    }
    await encoder.finish();
    await stills.finish();
    await writeMasterPlaylist(figure, folder);
    await writeTexts(figure, folder);
    progress.end(`${loudness.toFixed(1)} LUFS, ${folder}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeTexts(figure: Figure, folder: string): Promise<void> {
  for (const { language } of figure.texts) {
    const words = new URL(`captions/${figure.name}.${language}.vtt`, import.meta.url);
    await copyFile(words, join(folder, `${textTrackId(figure, language)}.vtt`));
  }
}

/** Lists the films whose media are there, in one step, so that films may be rendered side by side. */
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
  console.error(`No such film: ${unknown.join(', ')}. There are ${figures.map((f) => f.name).join(', ')}.`);
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
