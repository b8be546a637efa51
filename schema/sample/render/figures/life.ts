import { chance } from '../canvas/chance.ts';
import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, type Size } from '../canvas/light.ts';
import { ease, mix } from '../canvas/motion.ts';
import { addGlow } from '../drawing/glow.ts';
import type { Figure } from '../figure.ts';
import { gliderGun, type LifeField, lifeField } from '../mathematics/lifeField.ts';
import { lifeSound } from '../sound/lifeSound.ts';

const DURATION = 14;
const FPS = 24;
/** The field reaches beyond what is shown, so that what hits its edge is not seen. */
const FIELD: Size = { width: 360, height: 240 };
/** The first gun's upper left corner; the others mirror it. */
const GUN = [97, 58] as const;
/** Generations before the film begins: the first gliders are well on their way. */
const HEAD_START = 206;
/** A quarter of the garden in the middle, in cells, how many of them live, and the seed of which ones do. */
const GARDEN = { width: 22, height: 18, share: 0.36, seed: 4 };

/** From a cell just born to one that has long been there. */
const AGES = palette([
  [0, 0.97, 0.12, 112],
  [0.12, 0.88, 0.21, 125],
  [0.4, 0.7, 0.17, 150],
  [0.65, 0.55, 0.11, 195],
  [0.82, 0.56, 0.17, 300],
  [1, 0.68, 0.21, 355],
]);
const GROUND = oklch(0.155, 0.03, 200);
const TRAIL = oklch(0.47, 0.12, 178);
/** The age at which a cell has its last colour. */
const OLD = 60;

/** A quarter of the field, mirrored into all four. */
function mirrored(cells: readonly (readonly [number, number])[]): [number, number][] {
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

/** Four guns aimed at the middle, and a garden there that grows from chance. */
function firstField(): LifeField {
  const [left, top] = GUN;
  const guns = gliderGun().map(([x, y]) => [left + x, top + y] as const);
  const random = chance(GARDEN.seed);
  const garden: [number, number][] = [];
  for (let y = 0; y < GARDEN.height; y++)
    for (let x = 0; x < GARDEN.width; x++)
      if (random() < GARDEN.share) garden.push([FIELD.width / 2 + x, FIELD.height / 2 + y]);
  return lifeField(FIELD, mirrored([...guns, ...garden]));
}

/** Generations since the head start at a moment: each is seen at first, then they run. */
function generationAt(seconds: number): number {
  const rate = (t: number) => mix(8, 24, ease(t, 2.8, 6.5)) * (1 - 0.85 * ease(t, 12, 14));
  let sum = 0;
  for (let t = 0; t < seconds; t += 1 / 96) sum += rate(t) / 96;
  return sum;
}

/** The field at a generation; going back starts anew. */
function run(): (generation: number) => LifeField {
  let field = firstField();
  return (generation) => {
    const wanted = HEAD_START + generation;
    if (wanted < field.generation()) field = firstField();
    while (field.generation() < wanted) field.step();
    return field;
  };
}

/** Where the camera looks, and how wide a cell is as a share of the picture's width. */
function camera(seconds: number): { x: number; y: number; cell: number } {
  const back = ease(seconds, 3, 6.5);
  const [gx, gy] = [GUN[0] + 22 + 0.5 * seconds, GUN[1] + 9 + 0.5 * seconds];
  const far = 1 / mix(226, 246, ease(seconds, 5.5, 14));
  return {
    x: mix(gx, FIELD.width / 2, back),
    y: mix(gy, FIELD.height / 2, back),
    cell: Math.exp(mix(Math.log(1 / 50), Math.log(far), back)),
  };
}

/** The share of a cell's square that a living cell covers at a place from -0.5 to 0.5, softened over `soft`. */
function cover(x: number, y: number, grown: number, soft: number): number {
  const round = 0.3 * grown;
  const half = 0.43 * grown - round;
  const dx = Math.max(0, Math.abs(x) - half);
  const dy = Math.max(0, Math.abs(y) - half);
  const out = Math.sqrt(dx * dx + dy * dy) - round;
  return Math.min(1, Math.max(0, 0.5 - out / soft));
}

function begin(size: Size): (frame: number) => Light {
  const at = run();
  const light = darkness(size);
  const { width, height, data } = light;
  return (frame) => {
    const time = frame / FPS;
    const moment = generationAt(time);
    const field = at(Math.ceil(moment));
    // Between two generations a cell grows or shrinks, quickly, and then stands.
    const share = ease(moment - Math.floor(moment) || 1, 0, 0.7);
    const { x: cx, y: cy, cell } = camera(time);
    const pixels = cell * width;
    const shown = ease(time, 0, 0.9) * (1 - ease(time, 12.6, 13.9));
    for (let y = 0, to = 0; y < height; y++) {
      const v = cy + (y + 0.5 - height / 2) / pixels;
      const row = Math.floor(v);
      for (let x = 0; x < width; x++, to += 3) {
        const u = cx + (x + 0.5 - width / 2) / pixels;
        const column = Math.floor(u);
        const i = row * FIELD.width + column;
        const grown = mix(field.before[i]!, field.alive[i]!, share);
        const full = grown > 0 ? cover(u - column - 0.5, v - row - 0.5, grown, 1 / pixels) : 0;
        const trail = warmthAt(field, u - 0.5, v - 0.5) * 0.9;
        const age = field.alive[i] === 1 ? field.age[i]! : 3;
        const from = AGES.offset(Math.sqrt(Math.min(1, age / OLD)));
        const across = (x + 0.5) / width - 0.5;
        const down = (y + 0.5) / height - 0.5;
        const lit = shown * (1.05 - 0.7 * (across * across + down * down));
        for (let c = 0; c < 3; c++) {
          const ground = GROUND[c]! + TRAIL[c]! * trail;
          data[to + c] = mix(ground, AGES.table[from + c]!, full) * lit;
        }
      }
    }
    addGlow(light, width / 80, 0.28);
    return light;
  };
}

/** The warmth between the middles of four cells, falling off steeply so that only what has just passed is bright. */
function warmthAt({ warmth, width }: LifeField, u: number, v: number): number {
  const column = Math.floor(u);
  const row = Math.floor(v);
  const [fx, fy] = [u - column, v - row];
  const i = row * width + column;
  const above = mix(warmth[i]!, warmth[i + 1]!, fx);
  const below = mix(warmth[i + width]!, warmth[i + width + 1]!, fx);
  return mix(above, below, fy) ** 2;
}

/** Conway's Life: a glider gun from near by, then four that shoot at one another. */
export const figure: Figure = {
  name: 'life',
  title: 'Life',
  createdAt: '2026-04-20T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 3.5,
  quality: [37, 39],
  preview: 5,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'de', label: 'Deutsch (Untertitel)', closedCaptions: false },
  ],
  begin,
  sound: () => lifeSound({ at: run(), generationAt, shown: FIELD, duration: DURATION }),
};
