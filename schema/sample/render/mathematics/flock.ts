import { chance } from '../canvas/chance.ts';
import { clamp, ease } from '../canvas/motion.ts';

/** Birds of one flock at one moment. Lengths in metres, x to the right, y away from the eye, z up. */
export interface Flock {
  readonly count: number;
  /** x, y, z of each bird. */
  readonly places: Float32Array;
  /** Its velocity in metres a second. */
  readonly ways: Float32Array;
  /** The hawk's place. */
  readonly hawk: readonly [x: number, y: number, z: number];
}

/** Moments of simulation a second. */
export const STEPS = 48;

/** How far birds see, and how near is too near. */
const SIGHT = 5;
const ROOM = 2.5;
/** How far from its roost a bird is at ease. */
const KEPT = 5.5;
/** A bird heeds no more neighbours than this. */
const HEEDED = 22;
const CRUISE = 12;
const FASTEST = 20;
const FRIGHT = 14;

/** A swaying bank of air that the flock does not stray far from, as starlings keep above their roost: its middle, and half its length. */
function roost(time: number): { readonly middle: readonly number[]; readonly half: readonly number[] } {
  const turn = 0.75 * time - 3.6;
  return {
    middle: [
      12 * Math.sin(0.5 * time - 3.3),
      6 * Math.sin(0.8 * time + 2),
      25.5 + 2.5 * Math.sin(0.9 * time - 0.6),
    ],
    half: [21 * Math.cos(turn), 13 * Math.sin(turn), 9 * Math.sin(0.85 * time - 4.4)],
  };
}

/** From a bird to the nearest point of the roost. */
function homeward(x: number, y: number, z: number, { middle, half }: ReturnType<typeof roost>): number[] {
  const off = [x - middle[0]!, y - middle[1]!, z - middle[2]!];
  const square = half[0]! ** 2 + half[1]! ** 2 + half[2]! ** 2;
  const along = clamp((off[0]! * half[0]! + off[1]! * half[1]! + off[2]! * half[2]!) / square, -1, 1);
  return off.map((value, k) => half[k]! * along - value);
}

/** The hawk: out of sight until it comes from the left, then straight for the middle of the flock, through it and on. */
interface Hawk {
  readonly place: number[];
  readonly way: number[];
  through: boolean;
}

const HAWK_COMES = 9.3;
const HAWK_SPEED = 36;
const OUT_OF_SIGHT = [-1000, 0, 1000];

function hunt(hawk: Hawk, { count, places }: Pick<Flock, 'count' | 'places'>, time: number): void {
  if (time < HAWK_COMES) return;
  const middle = [0, 0, 0];
  for (let i = 0; i < count * 3; i++) middle[i % 3] = middle[i % 3]! + places[i]! / count;
  const arrives = hawk.place[2] === OUT_OF_SIGHT[2];
  if (arrives) for (let k = 0; k < 3; k++) hawk.place[k] = middle[k]! + [-62, -6, 17][k]!;
  const off = middle.map((value, k) => value - hawk.place[k]!);
  const away = Math.hypot(...off);
  if (!arrives && away < 5) hawk.through = true;
  for (let k = 0; k < 3; k++) {
    if (!hawk.through) hawk.way[k] = (off[k]! / away) * HAWK_SPEED;
    hawk.place[k] = hawk.place[k]! + hawk.way[k]! / STEPS;
  }
}

/**
 * A flock after the three rules of Craig Reynolds, "Flocks, Herds, and Schools" (1987): keep apart from the nearest,
 * turn as the neighbours do, and fly towards their middle. The rules wake between the second and the fourth second.
 * @param count how many birds
 * @param seed of their first places and headings
 * @returns the flock after so many steps; asked for an earlier one it begins anew
 */
export function flock(count: number, seed: number): (step: number) => Flock {
  let [state, done] = [strangers(count, seed), 0];
  return (step) => {
    if (step < done) [state, done] = [strangers(count, seed), 0];
    for (; done < step; done++) advance(state, done / STEPS);
    const [x, y, z] = state.hawk.place as [number, number, number];
    return { ...state, hawk: [x, y, z] };
  };
}

interface State {
  readonly count: number;
  readonly places: Float32Array;
  readonly ways: Float32Array;
  readonly hawk: Hawk;
}

function strangers(count: number, seed: number): State {
  const random = chance(seed);
  const places = new Float32Array(count * 3);
  const ways = new Float32Array(count * 3);
  for (let i = 0; i < count * 3; i += 3) {
    places[i] = (random() - 0.5) * 150;
    places[i + 1] = random() * 62 - 14;
    places[i + 2] = 8 + random() * 37;
    const heading = random() * 2 * Math.PI;
    ways[i] = Math.cos(heading) * CRUISE * 0.75;
    ways[i + 1] = Math.sin(heading) * CRUISE * 0.5;
    ways[i + 2] = (random() - 0.5) * 8;
  }
  return { count, places, ways, hawk: { place: [...OUT_OF_SIGHT], way: [0, 0, 0], through: false } };
}

/** Which birds are in which cube of space. */
function sortIntoCells({ count, places }: State): Map<number, number[]> {
  const cells = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const key = cellOf(places[i * 3]!, places[i * 3 + 1]!, places[i * 3 + 2]!);
    const cell = cells.get(key);
    if (cell) cell.push(i);
    else cells.set(key, [i]);
  }
  return cells;
}

function cellOf(x: number, y: number, z: number): number {
  return (
    (Math.floor(x / SIGHT) + 512) * 1_048_576 +
    (Math.floor(y / SIGHT) + 512) * 1024 +
    Math.floor(z / SIGHT) +
    512
  );
}

/** The own cube first, so that the nearest are heeded when there are many. */
const AROUND = [0, -1, 1].flatMap((x) =>
  [0, -1, 1].flatMap((y) => [0, -1, 1].map((z) => [x, y, z] as const)),
);

function advance(state: State, time: number): void {
  const { count, places, ways } = state;
  const cells = sortIntoCells(state);
  const awake = ease(time, 1.6, 4.2);
  hunt(state.hawk, state, time);
  const [hx, hy, hz] = state.hawk.place as [number, number, number];
  const home = roost(time);
  const turn = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [places[i * 3]!, places[i * 3 + 1]!, places[i * 3 + 2]!];
    const sum = neighbours(state, cells, i);
    const heeded = Math.max(1, sum.heeded);
    const out = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const apart = sum.apart[k]! * 24;
      const along = (sum.way[k]! / heeded - ways[i * 3 + k]!) * (sum.heeded ? 2.6 : 0);
      const together = (sum.place[k]! / heeded - places[i * 3 + k]!) * (sum.heeded ? 0.7 : 0);
      out[k] = apart + (along + together) * awake;
    }
    const way = homeward(x, y, z, home);
    const far = Math.hypot(...way);
    const pull = ((0.16 + 1.7 * awake) * Math.max(0, far - KEPT)) / (far + 1e-6);
    for (let k = 0; k < 3; k++) out[k] = out[k]! + way[k]! * pull;
    out[2] = out[2]! + (Math.max(0, 12 - z) - Math.max(0, z - 35)) * 6;
    const [dx, dy, dz] = [x - hx, y - hy, z - hz];
    const near = Math.hypot(dx, dy, dz);
    if (near < FRIGHT) {
      const fright = (320 * (1 - near / FRIGHT)) / (near + 0.5);
      out[0] = out[0]! + dx * fright;
      out[1] = out[1]! + dy * fright;
      out[2] = out[2]! + dz * fright;
    }
    turn.set(out, i * 3);
  }
  for (let i = 0; i < count * 3; i += 3) fly(places, ways, turn, i);
}

interface Sum {
  heeded: number;
  readonly apart: number[];
  readonly way: number[];
  readonly place: number[];
}

function neighbours({ places, ways }: State, cells: Map<number, number[]>, i: number): Sum {
  const sum: Sum = { heeded: 0, apart: [0, 0, 0], way: [0, 0, 0], place: [0, 0, 0] };
  const [x, y, z] = [places[i * 3]!, places[i * 3 + 1]!, places[i * 3 + 2]!];
  for (const [cx, cy, cz] of AROUND) {
    const cell = cells.get(cellOf(x + cx * SIGHT, y + cy * SIGHT, z + cz * SIGHT));
    if (!cell) continue;
    // Each bird begins at another place of the list, so that no bird is heeded by all.
    for (let n = 0; n < cell.length; n++) {
      const j = cell[(n + i) % cell.length]!;
      if (j === i) continue;
      const [dx, dy, dz] = [places[j * 3]! - x, places[j * 3 + 1]! - y, places[j * 3 + 2]! - z];
      const square = dx * dx + dy * dy + dz * dz;
      if (square > SIGHT * SIGHT) continue;
      sum.heeded += 1;
      for (let k = 0; k < 3; k++) {
        sum.way[k] = sum.way[k]! + ways[j * 3 + k]!;
        sum.place[k] = sum.place[k]! + places[j * 3 + k]!;
      }
      if (square < ROOM * ROOM) {
        const push = (1 - Math.sqrt(square) / ROOM) / (Math.sqrt(square) + 0.1);
        sum.apart[0] = sum.apart[0]! - dx * push;
        sum.apart[1] = sum.apart[1]! - dy * push;
        sum.apart[2] = sum.apart[2]! - dz * push;
      }
      if (sum.heeded >= HEEDED) return sum;
    }
  }
  return sum;
}

/** Turns and moves one bird; its speed returns to a cruising speed, and its strength has a bound. */
function fly(places: Float32Array, ways: Float32Array, turn: Float32Array, i: number): void {
  const strength = Math.hypot(turn[i]!, turn[i + 1]!, turn[i + 2]!);
  const bound = strength > 90 ? 90 / strength : 1;
  for (let k = i; k < i + 3; k++) ways[k] = ways[k]! + (turn[k]! * bound) / STEPS;
  const speed = Math.hypot(ways[i]!, ways[i + 1]!, ways[i + 2]!) + 1e-6;
  const wanted = Math.min(FASTEST, speed + ((CRUISE - speed) * 1.6) / STEPS);
  for (let k = i; k < i + 3; k++) {
    ways[k] = (ways[k]! * wanted) / speed;
    places[k] = places[k]! + ways[k]! / STEPS;
  }
}
