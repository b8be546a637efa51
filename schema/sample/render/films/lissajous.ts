import { createProjection } from '../../canvas/camera.ts';
import { oklch, palette } from '../../canvas/colour.ts';
import { clamp, ease, envelope, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels, type Size } from '../../canvas/linearImage.ts';
import { addDisc } from '../../drawing/disc.ts';
import { ropeRenderer } from '../../drawing/ropeRenderer.ts';
import { upsample } from '../../drawing/upsample.ts';
import { lissajousCurve, ROPE_POINTS, type Rope, tighten } from '../../mathematics/rope.ts';
import type { Film } from '../film.ts';
import { swingSound } from '../sound/swingSound.ts';

const DURATION_SECONDS = 14;
const FPS = 24;
/** The radius of the rope as a thin line, and as a rope before and after it is tightened. */
const LINE_RADIUS = 0.011;
const SLACK_RADIUS = 0.085;
const TIGHT_RADIUS = 0.3;
/** The distance of the camera, in radii of the rope's bounding sphere. */
const CAMERA_DISTANCE = 3.6;
/** The start and the end of the tightening in seconds, and its number of stages. */
const TIGHTENING = { begin: 7.6, end: 12.2, stages: 150 };

const FLAME = palette([
  [0, 0.93, 0.07, 92],
  [0.35, 0.84, 0.13, 72],
  [0.7, 0.71, 0.19, 42],
  [1, 0.62, 0.21, 22],
]);
const COBALT = oklch(0.44, 0.17, 264);
const DEEP = oklch(0.27, 0.13, 270);

/** Returns the phase difference between the first two oscillations; it changes until the third one begins. */
function phaseDrift(time: number): number {
  return 1.1 * (1 - ease(time, -1.5, 5.2));
}

/** Returns a function that gives the rope at a time. The stages of the tightening are computed once. */
function createTightening(): (time: number) => Rope {
  const radii = Array.from({ length: TIGHTENING.stages + 1 }, (_, i) =>
    mix(SLACK_RADIUS, TIGHT_RADIUS, (i / TIGHTENING.stages) ** 1.15),
  );
  let stages: Rope[] | undefined;
  return (time) => {
    stages ??= tighten(lissajousCurve(1, phaseDrift(TIGHTENING.begin)), radii);
    const position = ease(time, TIGHTENING.begin - 0.4, TIGHTENING.end) * TIGHTENING.stages;
    const index = Math.min(TIGHTENING.stages - 1, Math.floor(position));
    const [from, to] = [stages[index]!, stages[index + 1]!];
    const fraction = position - index;
    return {
      points: from.points.map((value, k) => mix(value, to.points[k]!, fraction)),
      radius: mix(from.radius, to.radius, fraction),
    };
  };
}

/** Returns the centre of the points of a rope and the distance of the farthest point. */
function boundingSphere({ points, radius }: Rope): {
  centre: [number, number, number];
  boundingRadius: number;
} {
  const centre: [number, number, number] = [0, 0, 0];
  const share = 3 / points.length;
  for (let i = 0; i < points.length; i++) centre[i % 3] = centre[i % 3]! + points[i]! * share;
  let boundingRadius = 0;
  for (let i = 0; i < points.length; i += 3)
    boundingRadius = Math.max(
      boundingRadius,
      Math.hypot(...centre.map((value, k) => points[i + k]! - value)),
    );
  return { centre, boundingRadius: boundingRadius + radius };
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const ropeAt = createTightening();
  const light = blackImage(size);
  const background = wallBackground(size);
  const drawRope = ropeRenderer(size);
  const unit = size.height / 720;
  return (frame) => {
    const time = frame / FPS;
    const isBeforeTightening = time < TIGHTENING.begin - 0.4;
    const depth = ease(time, 3.4, 6.2);
    const rope = isBeforeTightening
      ? {
          points: lissajousCurve(depth, phaseDrift(time)),
          radius: mix(LINE_RADIUS, SLACK_RADIUS, ease(time, 4.6, 7)),
        }
      : ropeAt(time);
    const { centre, boundingRadius } = boundingSphere(rope);
    // The flat figure fills the image. A rotating rope needs space on all sides, and the tight rope is shown closer.
    const rotatingScale = (mix(404, 338, ease(time, 7, 11)) * unit) / boundingRadius;
    const pixelsPerUnit = mix(262 * unit, rotatingScale, ease(time, 3.4, 6));
    const turn = ease(time, 3.2, 16) * 3.4;
    const projection = createProjection({
      centre,
      azimuth: turn,
      elevation: 0.3 * envelope(time, 3.6, 3, 18, 2),
      distance: CAMERA_DISTANCE * boundingRadius,
      scale: pixelsPerUnit,
      imageCentre: [size.width / 2, size.height / 2],
    });
    const rendered = drawRope(
      rope,
      ease(time, 0.1, 3.6),
      { projection, pixelsPerUnit, distance: CAMERA_DISTANCE * boundingRadius },
      FLAME,
    );
    const shadow = softShadow(rendered.coverage, size);
    for (let i = 0, at = 0; i < shadow.length; i++) {
      const ground = (1 - 0.62 * clamp(shadow[i]!)) * (1 - rendered.coverage[i]!);
      for (let c = 0; c < 3; c++, at++)
        light.data[at] = background.data[at]! * ground + rendered.light.data[at]!;
    }
    if (time < 4.6) addBeads(light, time, pixelsPerUnit, centre);
    const fade = ease(time, 0, 0.9) * (1 - ease(time, 12.8, 13.9));
    for (let at = 0; at < light.data.length; at++) light.data[at] = light.data[at]! * fade;
    return light;
  };
}

/** Returns a cobalt wall under lamplight, without shadows. */
function wallBackground(size: Size): LinearImage {
  const light = blackImage(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width * 0.42) / size.height;
    const down = (y - size.height * 0.36) / size.height;
    const lamp = Math.exp(-0.95 * (across * across * 0.6 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = mix(DEEP[c]!, COBALT[c]!, lamp);
  });
  return light;
}

/**
 * Returns the soft shadow of the rope on the wall, offset down and to the right, 0 to 1. It is computed on a coarse
 * grid because it has no detail.
 */
function softShadow(coverage: Float32Array, size: Size): Float32Array {
  const grid = { width: Math.ceil(size.width / CELL_PIXELS), height: Math.ceil(size.height / CELL_PIXELS) };
  const [dx, dy] = [Math.round(size.height * 0.045), Math.round(size.height * 0.06)];
  let cells = new Float32Array(grid.width * grid.height);
  for (let y = dy; y < size.height; y++)
    for (let x = dx; x < size.width; x++) {
      const cell = Math.floor(y / CELL_PIXELS) * grid.width + Math.floor(x / CELL_PIXELS);
      cells[cell] = cells[cell]! + coverage[(y - dy) * size.width + x - dx]! / CELL_PIXELS ** 2;
    }
  const blurRadius = Math.max(1, Math.round(size.height / CELL_PIXELS / 45));
  for (const step of [1, grid.width, 1, grid.width]) {
    const next = new Float32Array(cells.length);
    for (let i = blurRadius * step; i < cells.length - blurRadius * step; i++) {
      let sum = 0;
      for (let k = -blurRadius; k <= blurRadius; k++) sum += cells[i + k * step]!;
      next[i] = sum / (2 * blurRadius + 1);
    }
    cells = next;
  }
  return upsample(cells, grid, size);
}

const CELL_PIXELS = 8;

/** Draws the two oscillations separately while the line is drawn: one bead on the lower edge, one on the left. */
function addBeads(light: LinearImage, time: number, pixels: number, centre: readonly number[]): void {
  const share = ease(time, 0.1, 3.6);
  const curve = lissajousCurve(0, phaseDrift(time));
  const position = Math.min(ROPE_POINTS - 1, Math.floor(share * ROPE_POINTS));
  const fraction = share * ROPE_POINTS - position;
  const next = ((position + 1) % ROPE_POINTS) * 3;
  const x = light.width / 2 + (mix(curve[position * 3]!, curve[next]!, fraction) - centre[0]!) * pixels;
  const y =
    light.height / 2 - (mix(curve[position * 3 + 2]!, curve[next + 2]!, fraction) - centre[2]!) * pixels;
  const fade = 1 - ease(time, 3.4, 4.4);
  const unit = light.height / 720;
  const [bottom, left] = [light.height - 42 * unit, light.width / 2 - 470 * unit];
  addDisc(light, [x, bottom], 7 * unit, BEAD_COLOUR, fade);
  addDisc(light, [left, y], 7 * unit, BEAD_COLOUR, fade);
  addDisc(light, [x, y], 9 * unit, BEAD_COLOUR, fade);
}

const BEAD_COLOUR = oklch(0.95, 0.06, 95);

/** A Lissajous knot: two oscillations, a third one, and the knot that they tie. */
export const film: Film = {
  name: 'lissajous',
  title: 'A Lissajous knot',
  createdAt: '2026-06-15T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.5,
  crf: [28.5, 33.5, 32],
  previewStart: 7,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'fr', label: 'Français', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => swingSound(DURATION_SECONDS, phaseDrift),
};
