import type { Size } from '../canvas/linearImage.ts';

/** The share of the warmth of a dead cell that is left after a generation, so that trails stay visible for a while. */
const COOLING = 0.965;
/** Ages are stored in 16 bits. */
const MAX_AGE_GENERATIONS = 65_535;

/** A field of Conway's Game of Life with dead cells beyond its edges, in rows. */
export interface GameOfLife extends Size {
  /** 1 where a cell is alive. */
  readonly isAlive: Uint8Array;
  /** 1 where a cell was alive one generation before. */
  readonly wasAlive: Uint8Array;
  /** The generations since the birth of a living cell or the death of a dead one. */
  readonly age: Uint16Array;
  /** 1 where a cell is alive, then falling with each generation. */
  readonly warmth: Float32Array;
  /** Returns the number of generations so far. */
  generation(): number;
  /** Advances by one generation. */
  step(): void;
}

/**
 * Returns a field of the Game of Life of John Conway (Martin Gardner, "Mathematical Games", Scientific American,
 * October 1970): a dead cell with three living neighbours is born, and a living cell with two or three survives.
 * @param size the size in cells
 * @param living the positions of the living cells at the start
 */
export function gameOfLife(size: Size, living: Iterable<readonly [x: number, y: number]>): GameOfLife {
  const { width, height } = size;
  const isAlive = new Uint8Array(width * height);
  const wasAlive = new Uint8Array(width * height);
  const age = new Uint16Array(width * height);
  const warmth = new Float32Array(width * height);
  for (const [x, y] of living) isAlive[y * width + x] = 1;
  wasAlive.set(isAlive);
  let generations = 0;
  const step = () => {
    wasAlive.set(isAlive);
    for (let y = 1; y < height - 1; y++)
      for (let i = y * width + 1, end = y * width + width - 1; i < end; i++) {
        const above = wasAlive[i - width - 1]! + wasAlive[i - width]! + wasAlive[i - width + 1]!;
        const beside = wasAlive[i - 1]! + wasAlive[i + 1]!;
        const below = wasAlive[i + width - 1]! + wasAlive[i + width]! + wasAlive[i + width + 1]!;
        const neighbours = above + beside + below;
        const lives = neighbours === 3 || (neighbours === 2 && wasAlive[i] === 1) ? 1 : 0;
        age[i] = lives === wasAlive[i] ? Math.min(MAX_AGE_GENERATIONS, age[i]! + 1) : 0;
        isAlive[i] = lives;
        warmth[i] = lives === 1 ? 1 : warmth[i]! * COOLING;
      }
    generations += 1;
  };
  return { width, height, isAlive, wasAlive, age, warmth, generation: () => generations, step };
}

/** The glider gun of Bill Gosper (1970). It emits a glider down to the right every thirty generations. */
const GUN = [
  '........................O...........',
  '......................O.O...........',
  '............OO......OO............OO',
  '...........O...O....OO............OO',
  'OO........O.....O...OO..............',
  'OO........O...O.OO....O.O...........',
  '..........O.....O.......O...........',
  '...........O...O....................',
  '............OO......................',
];

/** Returns the cells of a glider gun with its upper left corner at 0, 0. */
export function gliderGun(): [x: number, y: number][] {
  return GUN.flatMap((row, y) =>
    [...row].flatMap((cell, x): [number, number][] => (cell === 'O' ? [[x, y]] : [])),
  );
}
