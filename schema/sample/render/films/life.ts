import { ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { AGES, GROUND, MAX_AGE_GENERATIONS, TRAIL } from '../../drawing/palettes/life.ts';
import { type GameOfLife, gameOfLife, gliderGun } from '../../mathematics/gameOfLife.ts';
import type { Film } from '../film.ts';
import { lifeSound } from '../sound/lifeSound.ts';

const DURATION_SECONDS = 14;
const FPS = 24;
/** The field is larger than the image, so that collisions at its edge are not visible. */
const FIELD: Size = { width: 360, height: 240 };
/** The upper left corner of the first gun; the other three are mirror images of it. */
const GUN = [97, 58] as const;
/** Generations before the film begins, so that the first gliders are already under way. */
const HEAD_START_GENERATIONS = 206;
/** One quarter of the soup in the middle: its size in cells, the share of living cells, and the random seed. */
const SOUP = { width: 22, height: 18, share: 0.36, seed: 4 };

/** Mirrors a quarter of the field into all four. */
function mirrorCells(cells: readonly (readonly [number, number])[]): [number, number][] {
  return cells.flatMap(([x, y]): [number, number][] => {
    const [mx, my] = [FIELD.width - 1 - x, FIELD.height - 1 - y];
    return [
      [x, y],
      [mx, y],
      [x, my],
      [mx, my],
    ];
  });
}

/** Returns the first field: four guns that aim at the middle, and a random soup there. */
function firstField(): GameOfLife {
  const [left, top] = GUN;
  const guns = gliderGun().map(([x, y]) => [left + x, top + y] as const);
  const random = seededRandom(SOUP.seed);
  const soup: [number, number][] = [];
  for (let y = 0; y < SOUP.height; y++)
    for (let x = 0; x < SOUP.width; x++)
      if (random() < SOUP.share) soup.push([FIELD.width / 2 + x, FIELD.height / 2 + y]);
  return gameOfLife(FIELD, mirrorCells([...guns, ...soup]));
}

/** Returns the number of generations since the head start: single generations at first, then many per second. */
function generationAt(seconds: number): number {
  const rate = (t: number) => mix(8, 24, ease(t, 2.8, 6.5)) * (1 - 0.85 * ease(t, 12, 14));
  let sum = 0;
  for (let t = 0; t < seconds; t += 1 / 96) sum += rate(t) / 96;
  return sum;
}

/** Returns a function that simulates up to a generation; an earlier generation restarts the simulation. */
function createSimulation(): (generation: number) => GameOfLife {
  let field = firstField();
  return (generation) => {
    const target = HEAD_START_GENERATIONS + generation;
    if (target < field.generation()) field = firstField();
    while (field.generation() < target) field.step();
    return field;
  };
}

/** Returns the centre of the view and the width of a cell as a share of the image width. */
function camera(seconds: number): { x: number; y: number; cell: number } {
  const zoomOut = ease(seconds, 3, 6.5);
  const [gx, gy] = [GUN[0] + 22 + 0.5 * seconds, GUN[1] + 9 + 0.5 * seconds];
  const far = 1 / mix(226, 246, ease(seconds, 5.5, 14));
  return {
    x: mix(gx, FIELD.width / 2, zoomOut),
    y: mix(gy, FIELD.height / 2, zoomOut),
    cell: Math.exp(mix(Math.log(1 / 50), Math.log(far), zoomOut)),
  };
}

/** Returns the coverage of a living cell at a point of its square (-0.5 to 0.5), antialiased over `soft`. */
function cellCoverage(x: number, y: number, cellSize: number, soft: number): number {
  const round = 0.3 * cellSize;
  const half = 0.43 * cellSize - round;
  const dx = Math.max(0, Math.abs(x) - half);
  const dy = Math.max(0, Math.abs(y) - half);
  const out = Math.sqrt(dx * dx + dy * dy) - round;
  return Math.min(1, Math.max(0, 0.5 - out / soft));
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const fieldAt = createSimulation();
  const light = blackImage(size);
  const { width, height, data } = light;
  return (frame) => {
    const time = frame / FPS;
    const exactGeneration = generationAt(time);
    const field = fieldAt(Math.ceil(exactGeneration));
    // A cell grows or shrinks quickly between two generations and then stands still.
    const share = ease(exactGeneration - Math.floor(exactGeneration) || 1, 0, 0.7);
    const { x: cx, y: cy, cell } = camera(time);
    const pixels = cell * width;
    const fade = ease(time, 0, 0.9) * (1 - ease(time, 12.6, 13.9));
    for (let y = 0, to = 0; y < height; y++) {
      const v = cy + (y + 0.5 - height / 2) / pixels;
      const row = Math.floor(v);
      for (let x = 0; x < width; x++, to += 3) {
        const u = cx + (x + 0.5 - width / 2) / pixels;
        const column = Math.floor(u);
        const i = row * FIELD.width + column;
        const cellSize = mix(field.wasAlive[i]!, field.isAlive[i]!, share);
        const coverage =
          cellSize > 0 ? cellCoverage(u - column - 0.5, v - row - 0.5, cellSize, 1 / pixels) : 0;
        const trail = warmthAt(field, u - 0.5, v - 0.5) * 0.9;
        const age = field.isAlive[i] === 1 ? field.age[i]! : 3;
        const from = AGES.offset(Math.sqrt(Math.min(1, age / MAX_AGE_GENERATIONS)));
        const across = (x + 0.5) / width - 0.5;
        const down = (y + 0.5) / height - 0.5;
        const lit = fade * (1.05 - 0.7 * (across * across + down * down));
        for (let c = 0; c < 3; c++) {
          const ground = GROUND[c]! + TRAIL[c]! * trail;
          data[to + c] = mix(ground, AGES.table[from + c]!, coverage) * lit;
        }
      }
    }
    addGlow(light, width / 80, 0.28);
    return light;
  };
}

/** Interpolates the warmth between four cell centres. It falls off steeply, so that only recent trails are bright. */
function warmthAt({ warmth, width }: GameOfLife, u: number, v: number): number {
  const column = Math.floor(u);
  const row = Math.floor(v);
  const [fx, fy] = [u - column, v - row];
  const i = row * width + column;
  const above = mix(warmth[i]!, warmth[i + 1]!, fx);
  const below = mix(warmth[i + width]!, warmth[i + width + 1]!, fx);
  return mix(above, below, fy) ** 2;
}

/** Conway's Game of Life: one glider gun close up, then four that shoot at one another. */
export const film: Film = {
  name: 'life',
  title: 'Life',
  createdAt: '2026-04-20T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.5,
  crf: [34.5, 39.5, 39],
  previewStart: 5,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'de', label: 'Deutsch (Untertitel)', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () =>
    lifeSound({ fieldAt: createSimulation(), generationAt, visibleSize: FIELD, duration: DURATION_SECONDS }),
};
