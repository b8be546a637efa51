import { project } from '../canvas/camera.ts';
import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels, type Size } from '../canvas/light.ts';
import { clamp, ease, mix, swell } from '../canvas/motion.ts';
import { enlarge } from '../drawing/enlarge.ts';
import { ropeDrawer } from '../drawing/tube.ts';
import type { Figure } from '../figure.ts';
import { lissajousCurve, ROPE_POINTS, type Rope, tighten } from '../mathematics/rope.ts';
import { swings } from '../sound/swingSound.ts';

const DURATION = 14;
const FPS = 24;
/** The rope's radius while it is a line, and as a rope before and after it is pulled tight. */
const LINE = 0.011;
const SLACK = 0.085;
const TIGHT = 0.3;
/** How far the eye is, in reaches of the rope. */
const EYE = 3.6;
/** When it is pulled, and in how many stages. */
const PULL = { begin: 7.6, end: 12.2, stages: 150 };

const FLAME = palette([
  [0, 0.93, 0.07, 92],
  [0.35, 0.84, 0.13, 72],
  [0.7, 0.71, 0.19, 42],
  [1, 0.62, 0.21, 22],
]);
const COBALT = oklch(0.44, 0.17, 264);
const DEEP = oklch(0.27, 0.13, 270);

/** How much the first swing is out of step with the second: it drifts until the third sets in. */
function drift(time: number): number {
  return 1.1 * (1 - ease(time, -1.5, 5.2));
}

/** Half of all the rope's shapes are swings, the others come of pulling; each stage is the same each time. */
function pulled(): (time: number) => Rope {
  const radii = Array.from({ length: PULL.stages + 1 }, (_, i) =>
    mix(SLACK, TIGHT, (i / PULL.stages) ** 1.15),
  );
  let stages: Rope[] | undefined;
  return (time) => {
    stages ??= tighten(lissajousCurve(1, drift(PULL.begin)), radii);
    const place = ease(time, PULL.begin - 0.4, PULL.end) * PULL.stages;
    const low = Math.min(PULL.stages - 1, Math.floor(place));
    const [from, to] = [stages[low]!, stages[low + 1]!];
    const part = place - low;
    return {
      points: from.points.map((value, k) => mix(value, to.points[k]!, part)),
      radius: mix(from.radius, to.radius, part),
    };
  };
}

/** The middle of a rope's points, and how far the farthest of them lies from it. */
function extent({ points, radius }: Rope): { middle: [number, number, number]; reach: number } {
  const middle: [number, number, number] = [0, 0, 0];
  const share = 3 / points.length;
  for (let i = 0; i < points.length; i++) middle[i % 3] = middle[i % 3]! + points[i]! * share;
  let reach = 0;
  for (let i = 0; i < points.length; i += 3)
    reach = Math.max(reach, Math.hypot(...middle.map((value, k) => points[i + k]! - value)));
  return { middle, reach: reach + radius };
}

function begin(size: Size): (frame: number) => Light {
  const ropeAt = pulled();
  const light = darkness(size);
  const bare = wall(size);
  const drawRope = ropeDrawer(size);
  const unit = size.height / 720;
  return (frame) => {
    const time = frame / FPS;
    const swinging = time < PULL.begin - 0.4;
    const depth = ease(time, 3.4, 6.2);
    const rope = swinging
      ? { points: lissajousCurve(depth, drift(time)), radius: mix(LINE, SLACK, ease(time, 4.6, 7)) }
      : ropeAt(time);
    const { middle, reach } = extent(rope);
    // The flat figure fills the picture; a rope that turns must have room all round, and pulled tight it is looked at nearer.
    const round = (mix(404, 338, ease(time, 7, 11)) * unit) / reach;
    const pixels = mix(262 * unit, round, ease(time, 3.4, 6));
    const turn = ease(time, 3.2, 16) * 3.4;
    const projection = project({
      centre: middle,
      azimuth: turn,
      elevation: 0.3 * swell(time, 3.6, 3, 18, 2),
      distance: EYE * reach,
      scale: pixels,
      middle: [size.width / 2, size.height / 2],
    });
    const seen = drawRope(rope, ease(time, 0.1, 3.6), { projection, pixels, distance: EYE * reach }, FLAME);
    const shade = softShade(seen.cover, size);
    for (let i = 0, at = 0; i < shade.length; i++) {
      const ground = (1 - 0.62 * clamp(shade[i]!)) * (1 - seen.cover[i]!);
      for (let c = 0; c < 3; c++, at++) light.data[at] = bare.data[at]! * ground + seen.light.data[at]!;
    }
    if (time < 4.6) pointers(light, time, pixels, middle);
    const shown = ease(time, 0, 0.9) * (1 - ease(time, 12.8, 13.9));
    for (let at = 0; at < light.data.length; at++) light.data[at] = light.data[at]! * shown;
    return light;
  };
}

/** The lamplight on a cobalt wall, before anything throws a shade on it. */
function wall(size: Size): Light {
  const light = darkness(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width * 0.42) / size.height;
    const down = (y - size.height * 0.36) / size.height;
    const lamp = Math.exp(-0.95 * (across * across * 0.6 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = mix(DEEP[c]!, COBALT[c]!, lamp);
  });
  return light;
}

/** The soft shade of the rope, down and to the right of it, 0 to 1: reckoned in coarse cells, as it has no detail. */
function softShade(cover: Float32Array, size: Size): Float32Array {
  const grid = { width: Math.ceil(size.width / COARSE), height: Math.ceil(size.height / COARSE) };
  const [dx, dy] = [Math.round(size.height * 0.045), Math.round(size.height * 0.06)];
  let cells = new Float32Array(grid.width * grid.height);
  for (let y = dy; y < size.height; y++)
    for (let x = dx; x < size.width; x++) {
      const cell = Math.floor(y / COARSE) * grid.width + Math.floor(x / COARSE);
      cells[cell] = cells[cell]! + cover[(y - dy) * size.width + x - dx]! / COARSE ** 2;
    }
  const reach = Math.max(1, Math.round(size.height / COARSE / 45));
  for (const step of [1, grid.width, 1, grid.width]) {
    const next = new Float32Array(cells.length);
    for (let i = reach * step; i < cells.length - reach * step; i++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) sum += cells[i + k * step]!;
      next[i] = sum / (2 * reach + 1);
    }
    cells = next;
  }
  return enlarge(cells, grid, size);
}

const COARSE = 8;

/** The two swings by themselves, while the line is drawn: one bead along the lower edge, one along the left. */
function pointers(light: Light, time: number, pixels: number, middle: readonly number[]): void {
  const share = ease(time, 0.1, 3.6);
  const curve = lissajousCurve(0, drift(time));
  const place = Math.min(ROPE_POINTS - 1, Math.floor(share * ROPE_POINTS));
  const part = share * ROPE_POINTS - place;
  const next = ((place + 1) % ROPE_POINTS) * 3;
  const x = light.width / 2 + (mix(curve[place * 3]!, curve[next]!, part) - middle[0]!) * pixels;
  const y = light.height / 2 - (mix(curve[place * 3 + 2]!, curve[next + 2]!, part) - middle[2]!) * pixels;
  const shown = 1 - ease(time, 3.4, 4.4);
  const unit = light.height / 720;
  const [low, left] = [light.height - 42 * unit, light.width / 2 - 470 * unit];
  for (const [cx, cy, radius, strength] of [
    [x, low, 7, 1],
    [left, y, 7, 1],
    [x, y, 9, 1],
  ] as const) {
    const reach = Math.ceil(radius * unit + 1);
    for (let py = Math.floor(cy - reach); py <= cy + reach; py++)
      for (let px = Math.floor(cx - reach); px <= cx + reach; px++) {
        if (px < 0 || py < 0 || px >= light.width || py >= light.height) continue;
        const inside =
          clamp(radius * unit - Math.hypot(px + 0.5 - cx, py + 0.5 - cy) + 0.5) * shown * strength;
        const at = (py * light.width + px) * 3;
        for (let c = 0; c < 3; c++) light.data[at + c] = mix(light.data[at + c]!, BEAD[c]!, inside);
      }
  }
}

const BEAD = oklch(0.95, 0.06, 95);

/** Two swings, a third, and the knot they tie. */
export const figure: Figure = {
  name: 'lissajous',
  title: 'A Lissajous knot',
  createdAt: '2026-06-15T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 3.5,
  quality: [31, 32],
  preview: 7,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'fr', label: 'Français', closedCaptions: false },
  ],
  begin,
  sound: () => swings(DURATION, drift),
};
