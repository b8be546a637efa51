import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import { clamp, mix } from '../../../schema/sample/canvas/easing.ts';
import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import { seededRandom } from '../../../schema/sample/canvas/random.ts';
import { AGES, GROUND, MAX_AGE_GENERATIONS, TRAIL } from '../../../schema/sample/drawing/palettes/life.ts';
import { toneMapPixel } from '../../../schema/sample/drawing/toneMap.ts';
import { type GameOfLife, gameOfLife, gliderGun } from '../../../schema/sample/mathematics/gameOfLife.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import type { Pixels, Simulation } from './simulation.ts';

type LifeValues = ValuesOf<'LIFE'>;

export const MAX_WIDTH_PX = 960;
/** The visible cells, and the cells of the margin around them, where nothing is seen to collide with the edge. */
const VISIBLE: Size = { width: 120, height: 68 };
const MARGIN = 12;
const FIELD: Size = { width: VISIBLE.width + 2 * MARGIN, height: VISIBLE.height + 2 * MARGIN };
const SEED = 1970;
const GUN_AT = [MARGIN + 8, MARGIN + 7] as const;

const LEVELS = 64;

/** Returns the first field: two guns that aim at each other, or a random share of living cells in percent. */
export function firstField(soupPercent: number): GameOfLife {
  const random = seededRandom(SEED);
  const cells: [number, number][] = [];
  if (soupPercent === 0)
    for (const [x, y] of gliderGun()) {
      const [left, top] = [GUN_AT[0] + x, GUN_AT[1] + y];
      cells.push([left, top], [FIELD.width - 1 - left, FIELD.height - 1 - top]);
    }
  else
    for (let y = MARGIN; y < FIELD.height - MARGIN; y++)
      for (let x = MARGIN; x < FIELD.width - MARGIN; x++)
        if (random() * 100 < soupPercent) cells.push([x, y]);
  return gameOfLife(FIELD, cells);
}

/** Conway's Game of Life on a bounded field. */
export function createSimulation(values: LifeValues): Simulation<LifeValues> {
  let current = values;
  let field = firstField(values.soup);
  let pendingGenerations = 0;
  const colors = createColors();
  return {
    set: (next) => {
      if (next.soup !== current.soup) field = firstField(next.soup);
      current = next;
    },
    step: (seconds) => {
      pendingGenerations += seconds * current.speed;
      for (; pendingGenerations >= 1; pendingGenerations--) field.step();
    },
    draw: (pixels) => drawField(pixels, field, colors),
  };
}

interface Colors {
  /** Pixels of dead ground by warmth. */
  readonly ground: Uint8ClampedArray;
  /** Pixels of living cells by age. */
  readonly cell: Uint8ClampedArray;
}

function createColors(): Colors {
  const bytesOf = (colorAt: (share: number) => Rgb) => {
    const bytes = new Uint8ClampedArray(LEVELS * 4).fill(255);
    for (let level = 0; level < LEVELS; level++)
      toneMapPixel(...colorAt(level / (LEVELS - 1)), 0.5, bytes, level * 4);
    return bytes;
  };
  const glow = (warmth: number, c: 0 | 1 | 2) => GROUND[c] + TRAIL[c] * 0.9 * warmth ** 2;
  return {
    ground: bytesOf((warmth) => [glow(warmth, 0), glow(warmth, 1), glow(warmth, 2)]),
    cell: bytesOf((age) => AGES.at(Math.sqrt(age))),
  };
}

/** Returns the opacity of a living cell at each pixel of its square: rounded corners, and a gap to its neighbours. */
function cellShape(cell: number): Float32Array {
  const round = 0.3;
  const half = 0.43 - round;
  return Float32Array.from({ length: cell * cell }, (_, i) => {
    const dx = Math.max(0, Math.abs(((i % cell) + 0.5) / cell - 0.5) - half);
    const dy = Math.max(0, Math.abs((Math.floor(i / cell) + 0.5) / cell - 0.5) - half);
    return clamp(0.5 - (Math.hypot(dx, dy) - round) * cell);
  });
}

function drawField({ width, height, data }: Pixels, field: GameOfLife, { ground, cell }: Colors): void {
  const size = Math.max(2, Math.ceil(width / VISIBLE.width));
  const shape = cellShape(size);
  const out = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const grounds = new Uint32Array(ground.buffer);
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  const left = Math.floor((FIELD.width - columns) / 2);
  const top = Math.floor((FIELD.height - rows) / 2);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const i = (top + row) * FIELD.width + left + column;
      const warm = Math.round(field.warmth[i]! * (LEVELS - 1));
      const isAlive = field.isAlive[i] === 1;
      const age = Math.round(Math.min(1, field.age[i]! / MAX_AGE_GENERATIONS) * (LEVELS - 1));
      const right = Math.min(width, (column + 1) * size);
      for (let y = row * size, dy = 0; y < Math.min(height, (row + 1) * size); y++, dy++) {
        const start = y * width + column * size;
        if (!isAlive) {
          out.fill(grounds[warm]!, start, y * width + right);
          continue;
        }
        for (let x = column * size, dx = 0; x < right; x++, dx++) {
          const opacity = shape[dy * size + dx]!;
          const to = (y * width + x) * 4;
          for (let c = 0; c < 3; c++) data[to + c] = mix(ground[c]!, cell[age * 4 + c]!, opacity);
          data[to + 3] = 255;
        }
      }
    }
}
