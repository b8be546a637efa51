import { oklch, palette } from '../../canvas/colour.ts';
import { clamp, ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { type Cloth, paintCloth } from '../../drawing/paintCloth.ts';
import { automatonRows, type Band } from '../../mathematics/elementaryAutomaton.ts';
import type { Film } from '../film.ts';
import { loomSound } from '../sound/loomSound.ts';

const DURATION_SECONDS = 15;
const FPS = 24;
/** The number of warp threads; at full size each is eight pixels wide at the end. */
const COLUMNS = 176;
const MIDDLE = COLUMNS / 2;
/** The vertical position of the row that is being woven, as a share of the image height. */
const FELL_POSITION = 0.83;

/** Returns a border of plain weave between the bands: rule 51 inverts every cell. */
function border(rows: number): Band {
  return { rule: 51, rows, seeds: Array.from({ length: MIDDLE }, (_, i) => i * 2) };
}

const BANDS: readonly Band[] = [
  border(3),
  { rule: 150, rows: 27, seeds: [MIDDLE] },
  border(4),
  { rule: 30, rows: 82, seeds: [MIDDLE] },
  border(4),
  { rule: 90, rows: 62, seeds: [MIDDLE] },
  border(4),
  { rule: 110, rows: 90, seeds: [MIDDLE + 40, MIDDLE - 30, MIDDLE + 3] },
];
const ROWS = automatonRows(COLUMNS, BANDS);

/** The weft colours by band: rose for rule 150, saffron for 30, madder for 90, sea green for 110. */
const WEFTS = palette([
  [0, 0.74, 0.12, 15],
  [0.11, 0.76, 0.13, 40],
  [0.14, 0.86, 0.15, 88],
  [0.41, 0.72, 0.17, 58],
  [0.43, 0.62, 0.2, 30],
  [0.65, 0.6, 0.19, 10],
  [0.68, 0.72, 0.12, 190],
  [1, 0.8, 0.13, 165],
]);
const WARP = oklch(0.34, 0.105, 268);
const BARE = oklch(0.42, 0.11, 268);
const LOOM = oklch(0.13, 0.02, 40);

const CLOTH: Cloth = {
  columns: COLUMNS,
  rows: ROWS,
  warp: WARP,
  weft: (row) => WEFTS.at(row / ROWS.length),
};

/**
 * Returns the number of woven rows at a time: single rows at first, then eighteen per second, which is a whole number
 * of pixels per frame.
 */
function wovenAt(seconds: number): number {
  let sum = 8;
  for (let step = 0; step < seconds * 96; step++) {
    const t = step / 96;
    sum += (mix(4, 18, ease(t, 1, 3.6)) * (1 - ease(t, 13.2, 15))) / 96;
  }
  return sum;
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const light = blackImage(size);
  const { width, height, data } = light;
  return (frame) => {
    const time = frame / FPS;
    const woven = wovenAt(time);
    const zoomOut = ease(time, 0.4, 4.2);
    const thread = (width / 1280) * Math.exp(mix(Math.log(34), Math.log(8), zoomOut));
    const detail = 1 - zoomOut;
    const fade = ease(time, 0, 1) * (1 - ease(time, 13.6, 14.9));
    const fell = height * FELL_POSITION;
    const newest = Math.floor(woven);
    for (let y = 0, at = 0; y < height; y++) {
      const v = woven + (y + 0.5 - fell) / thread;
      const row = Math.floor(v);
      for (let x = 0; x < width; x++, at += 3) {
        const u = MIDDLE + 0.5 + (x + 0.5 - width / 2) / thread;
        // The shuttle runs back and forth; the newest row is visible only up to the shuttle.
        const shuttlePosition = (newest % 2 === 0 ? u - MIDDLE : MIDDLE - u) / (width / thread) + 0.5;
        const isWoven = row < newest || (row === newest && shuttlePosition < woven - newest);
        if (isWoven) paintCloth(CLOTH, u, v, detail, data, at);
        else paintWarp(u, v - woven, data, at);
        const across = (x + 0.5) / width - 0.5;
        const down = (y + 0.5) / height - 0.5;
        const fold =
          1 + 0.13 * Math.sin(across * 9 + down * 3.2 + 0.6) * Math.sin(across * 3.1 - down * 2 + 1);
        const lamp = fade * fold * (1.22 - 1.1 * ((across + 0.08) ** 2 + (down + 0.1) ** 2));
        for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * lamp;
      }
    }
    return light;
  };
}

/** Paints the warp threads below the cloth, darker towards the cloth. */
function paintWarp(u: number, below: number, out: Float32Array, at: number): void {
  const across = u - Math.floor(u) - 0.5;
  const round = Math.sqrt(Math.max(0, 1 - (across * 2.9) ** 2));
  const shade = 0.45 + 0.55 * clamp(below / 5);
  for (let c = 0; c < 3; c++)
    out[at + c] = mix(LOOM[c]!, BARE[c]!, clamp(round * 1.4)) * shade * (0.25 + round);
}

/** Elementary cellular automata, woven row by row. */
export const film: Film = {
  name: 'rule-30',
  title: 'Rule 30',
  createdAt: '2026-06-15T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3,
  crf: [31.5, 36.5, 36],
  previewStart: 4.5,
  textTracks: [{ language: 'en', label: 'English (captions)', isClosedCaptions: true }],
  createRenderer,
  sound: () => loomSound({ rows: ROWS, wovenAt, duration: DURATION_SECONDS }),
};
