import type { Size } from '../canvas/light.ts';

/** The share of a cell's warmth that stays a generation after it died: what passed is seen for a while. */
const COOLING = 0.965;
const OLDEST = 65_535;

/** A field of Conway's Life with dead cells beyond its edges, row by row. */
export interface LifeField extends Size {
  /** 1 where a cell lives. */
  readonly alive: Uint8Array;
  /** 1 where a cell lived a generation before. */
  readonly before: Uint8Array;
  /** Generations since a living cell was born, or since which a dead one is dead. */
  readonly age: Uint16Array;
  /** 1 where a cell lives, then falling from generation to generation. */
  readonly warmth: Float32Array;
  /** How many generations have passed. */
  generation(): number;
  /** Goes on by one generation. */
  step(): void;
}

/**
 * A field whose cells live by the rule of John Conway (Martin Gardner, "Mathematical Games", Scientific American,
 * October 1970): a dead cell with three living neighbours is born, a living one with two or three goes on.
 * @param size in cells
 * @param living the places of the first living cells
 */
export function lifeField(size: Size, living: Iterable<readonly [x: number, y: number]>): LifeField {
  const { width, height } = size;
  const alive = new Uint8Array(width * height);
  const before = new Uint8Array(width * height);
  const age = new Uint16Array(width * height);
  const warmth = new Float32Array(width * height);
  for (const [x, y] of living) alive[y * width + x] = 1;
  before.set(alive);
  let passed = 0;
  const step = () => {
    before.set(alive);
    for (let y = 1; y < height - 1; y++)
      for (let i = y * width + 1, end = y * width + width - 1; i < end; i++) {
        const above = before[i - width - 1]! + before[i - width]! + before[i - width + 1]!;
        const beside = before[i - 1]! + before[i + 1]!;
        const below = before[i + width - 1]! + before[i + width]! + before[i + width + 1]!;
        const neighbours = above + beside + below;
        const lives = neighbours === 3 || (neighbours === 2 && before[i] === 1) ? 1 : 0;
        age[i] = lives === before[i] ? Math.min(OLDEST, age[i]! + 1) : 0;
        alive[i] = lives;
        warmth[i] = lives === 1 ? 1 : warmth[i]! * COOLING;
      }
    passed += 1;
  };
  return { width, height, alive, before, age, warmth, generation: () => passed, step };
}

/** Bill Gosper's gun of 1970, which sends a glider down to the right every thirty generations. */
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

/** The cells of a glider gun whose own upper left corner is at 0, 0. */
export function gliderGun(): [x: number, y: number][] {
  return GUN.flatMap((row, y) =>
    [...row].flatMap((cell, x): [number, number][] => (cell === 'O' ? [[x, y]] : [])),
  );
}
