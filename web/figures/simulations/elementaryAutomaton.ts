import { oklch, palette, type Rgb } from '../../../schema/sample/canvas/colour.ts';
import { clamp, mix } from '../../../schema/sample/canvas/easing.ts';
import { seededRandom } from '../../../schema/sample/canvas/random.ts';
import { type Cloth, paintCloth } from '../../../schema/sample/drawing/paintCloth.ts';
import { dither, toneMapPixel } from '../../../schema/sample/drawing/toneMap.ts';
import { nextRow } from '../../../schema/sample/mathematics/elementaryAutomaton.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import type { Pixels, Simulation } from './simulation.ts';

type AutomatonValues = ValuesOf<'ELEMENTARY_AUTOMATON'>;

export const MAX_WIDTH_PX = 1120;
/** An odd number has a cell in the middle. */
const COLUMNS = 161;
const ROWS_PER_SECOND = 16;
/** Rows of plain weave before the first row. */
const BORDER_ROWS = 4;
/** The position of the row that is being woven, as a share of the height. */
const FELL_POSITION = 0.86;
const SEED = 1983;
/** More than any picture shows; older rows are discarded. */
const KEPT_ROWS = 1000;
const DISCARDED = new Uint8Array();

/** The weft colors repeat after this many rows. */
const WEFT_PERIOD_ROWS = 360;
const WEFTS = palette([
  [0, 0.86, 0.15, 88],
  [0.25, 0.72, 0.17, 58],
  [0.45, 0.62, 0.2, 30],
  [0.65, 0.74, 0.12, 15],
  [0.8, 0.8, 0.13, 165],
  [1, 0.86, 0.15, 88],
]);
const WARP = oklch(0.34, 0.105, 268);
const BARE = oklch(0.42, 0.11, 268);
const LOOM = oklch(0.13, 0.02, 40);

/** Returns plain weave, then the first row: one living cell in the middle, or a random share in percent. */
export function firstRows(livingPercent: number): Uint8Array[] {
  const random = seededRandom(SEED);
  const border = Array.from({ length: BORDER_ROWS }, (_, row) =>
    Uint8Array.from({ length: COLUMNS }, (_cell, column) => (row + column) % 2),
  );
  const first = Uint8Array.from({ length: COLUMNS }, (_, column) => {
    if (livingPercent === 0) return column === (COLUMNS - 1) / 2 ? 1 : 0;
    return random() * 100 < livingPercent ? 1 : 0;
  });
  return [...border, first];
}

/** A cloth whose rows are the rows of an elementary automaton. */
export function createSimulation(values: AutomatonValues): Simulation<AutomatonValues> {
  let current = values;
  let rows = firstRows(values.living);
  let woven = BORDER_ROWS;
  const strips = createStrips();
  return {
    set: (next) => {
      const isNewStart = next.living !== current.living;
      const isNewRule = next.rule !== current.rule;
      current = next;
      if (!isNewStart && !isNewRule) return;
      // A new rule starts a new cloth too, so that its first rows can be seen.
      rows = firstRows(next.living);
      woven = BORDER_ROWS;
      strips.clear();
    },
    step: (seconds) => {
      woven += seconds * ROWS_PER_SECOND;
      // The light on a row depends on the next one.
      while (rows.length < woven + 2) {
        rows.push(nextRow(rows.at(-1)!, current.rule));
        if (rows.length > KEPT_ROWS) rows[rows.length - KEPT_ROWS] = DISCARDED;
      }
    },
    draw: (pixels) => strips.draw(pixels, rows, woven),
  };
}

interface Strips {
  draw(pixels: Pixels, rows: readonly Uint8Array[], woven: number): void;
  clear(): void;
}

/** Returns the painter of the cloth. It paints each row once, and then moves it. */
function createStrips(): Strips {
  const strips = new Map<number, Uint8ClampedArray>();
  let bare: Uint8ClampedArray = new Uint8ClampedArray();
  let width = 0;
  return {
    clear: () => strips.clear(),
    draw: (pixels, rows, woven) => {
      const thread = Math.max(2, Math.ceil(pixels.width / COLUMNS));
      if (pixels.width !== width) {
        width = pixels.width;
        strips.clear();
        bare = paintLine(width, (x, out) => bareWarp(columnAt(x, width, thread), out), 0);
      }
      const fell = Math.min(pixels.height * FELL_POSITION, woven * thread);
      for (let y = 0; y < pixels.height; y++) {
        const line = Math.floor(woven * thread + y - fell);
        const row = Math.floor(line / thread);
        const target = y * width * 4;
        if (row >= Math.floor(woven)) {
          pixels.data.set(bare, target);
          continue;
        }
        const strip = strips.get(row) ?? paintStrip(rows, row, width, thread);
        strips.set(row, strip);
        const from = (line - row * thread) * width * 4;
        pixels.data.set(strip.subarray(from, from + width * 4), target);
      }
      for (const row of strips.keys()) if (row < woven - pixels.height / thread - 2) strips.delete(row);
    },
  };
}

/** Returns the position of a pixel in threads, with the middle column in the middle of the picture. */
const columnAt = (x: number, width: number, thread: number): number =>
  COLUMNS / 2 + (x + 0.5 - width / 2) / thread;

/** Paints the lines of one row of the cloth. */
function paintStrip(
  rows: readonly Uint8Array[],
  row: number,
  width: number,
  thread: number,
): Uint8ClampedArray {
  const cloth: Cloth = { columns: COLUMNS, rows, warp: WARP, weft: weftColor };
  const strip = new Uint8ClampedArray(width * thread * 4);
  for (let line = 0; line < thread; line++) {
    const v = row + (line + 0.5) / thread;
    const paint = (x: number, out: Float32Array) =>
      paintCloth(cloth, columnAt(x, width, thread), v, thread > 5 ? 0.5 : 0, out, 0);
    strip.set(paintLine(width, paint, row * thread + line), line * width * 4);
  }
  return strip;
}

const weftColor = (row: number): Rgb => WEFTS.at((row % WEFT_PERIOD_ROWS) / WEFT_PERIOD_ROWS);

/** Converts a line of pixels, each painted as linear light, to bytes. */
function paintLine(
  width: number,
  paint: (x: number, out: Float32Array) => void,
  y: number,
): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(width * 4).fill(255);
  const light = new Float32Array(3);
  for (let x = 0; x < width; x++) {
    paint(x, light);
    const across = (x + 0.5) / width - 0.5;
    const lamp = 1.2 - 0.8 * across * across;
    toneMapPixel(light[0]! * lamp, light[1]! * lamp, light[2]! * lamp, dither(x, y), bytes, x * 4);
  }
  return bytes;
}

/** Writes the color of the warp threads that are not woven yet. */
function bareWarp(u: number, out: Float32Array): void {
  const across = u - Math.floor(u) - 0.5;
  const round = Math.sqrt(Math.max(0, 1 - (across * 2.9) ** 2));
  for (let c = 0; c < 3; c++) out[c] = mix(LOOM[c]!, BARE[c]!, clamp(round * 1.4)) * 0.7 * (0.25 + round);
}
