/**
 * `npm run render:posters` draws the posters of the interactive figures with their default parameters. Names of figures
 * as arguments select some.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { valuesOf } from '../../figures/definitions/definition.ts';
import { DEFINITIONS, type FigureKind } from '../../figures/definitions/definitions.ts';
import { POSTER_SIZE } from '../../figures/posters/posterSize.ts';
import type { Simulation } from '../../figures/simulations/simulation.ts';
import { SIMULATIONS } from '../../figures/simulations/simulations.ts';

const POSTERS = new URL('../../figures/posters/', import.meta.url);
const FPS = 60;
const QUALITY = 60;

/** The second of each figure that its poster shows. */
const POSTER_SECONDS: Readonly<Record<FigureKind, number>> = {
  BOIDS: 14,
  CLIFFORD: 3,
  ELEMENTARY_AUTOMATON: 5.2,
  EPICYCLES: 9.2,
  GRAY_SCOTT: 16,
  LIFE: 14,
  LISSAJOUS: 12.4,
  LORENZ: 25,
  RIPPLES: 6,
};

const selected = process.argv.slice(2);
for (const kind of Object.keys(DEFINITIONS) as FigureKind[]) {
  if (selected.length > 0 && !selected.includes(kind)) continue;
  const { createSimulation } = await SIMULATIONS[kind]();
  const simulation = createSimulation(valuesOf(DEFINITIONS[kind]) as never) as Simulation;
  for (let frame = 0; frame < POSTER_SECONDS[kind] * FPS; frame++) simulation.step(1 / FPS);
  const { width, height } = POSTER_SIZE;
  const data = new Uint8ClampedArray(width * height * 4);
  simulation.draw({ width, height, data });
  const name = kind.toLowerCase().replaceAll('_', '-');
  await sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(fileURLToPath(new URL(`${name}.webp`, POSTERS)));
}
