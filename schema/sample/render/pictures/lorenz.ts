import { createProjection, type View } from '../../canvas/camera.ts';
import { oklch, palette, type Rgb } from '../../canvas/colour.ts';
import { mix } from '../../canvas/easing.ts';
import { addLine, blackImage, type LinearImage, paintPixels, type Size } from '../../canvas/linearImage.ts';
import { normalRandom, seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { addStroke } from '../../drawing/stroke.ts';
import { compressRange } from '../../drawing/trajectoryBundle.ts';
import { attractorPoint, integrateLorenz, type Trajectories } from '../../mathematics/attractor.ts';
import { type Picture, PLATE, PORTRAIT } from '../picture.ts';

const TIME_STEP = 0.005;
const DUSK = palette([
  [0, 0.5, 0.16, 285],
  [0.35, 0.62, 0.2, 350],
  [0.6, 0.74, 0.16, 410],
  [1, 0.9, 0.1, 452],
]);
const GOLD = oklch(0.84, 0.14, 80);
const BLUE = oklch(0.72, 0.13, 230);

function night(size: Size, hue: number): LinearImage {
  const light = blackImage(size);
  const ground = oklch(0.17, 0.035, hue);
  paintPixels(light, (x, y, out, at) => {
    const vignette = Math.exp(
      -2 * (((x - size.width / 2) / size.width) ** 2 + ((y - size.height / 2) / size.height) ** 2) * 2.2,
    );
    for (let c = 0; c < 3; c++) out[at + c] = ground[c]! * (0.15 + vignette);
  });
  return light;
}

/** Returns one long trajectory coloured by its speed, like a long exposure of a lamp. */
function longExposure(size: Size, view: View, time: number, brightness: number, hue: number): LinearImage {
  const { positions, momentCount }: Trajectories = integrateLorenz(
    attractorPoint(30),
    Math.round(time / TIME_STEP),
    TIME_STEP,
  );
  const trajectory = blackImage(size);
  const projection = createProjection(view);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  for (let m = 0; m < momentCount; m++) {
    const at = m * 3;
    projection(positions[at]!, positions[at + 1]!, positions[at + 2]!, to);
    if (m > 0) {
      const [dx, dy, dz] = [0, 1, 2].map((k) => positions[at + k]! - positions[at + k - 3]!) as [
        number,
        number,
        number,
      ];
      const speed = Math.hypot(dx, dy, dz) / TIME_STEP;
      const colour = DUSK.at(Math.sqrt(speed / 330));
      addLine(trajectory, [from[0]!, from[1]!, to[0]!, to[1]!], colour, brightness * to[2]! ** 2.5);
    }
    from.set(to);
  }
  compressRange(trajectory, 0.22);
  addGlow(trajectory, 30, 0.45);
  return addImages(night(size, hue), trajectory);
}

function addImages(ground: LinearImage, over: LinearImage): LinearImage {
  for (let at = 0; at < ground.data.length; at++) ground.data[at] = ground.data[at]! + over.data[at]!;
  return ground;
}

function portrait(): LinearImage {
  const view = {
    centre: [0, 0, 23.5],
    azimuth: -0.78,
    elevation: 0.1,
    distance: 115,
    scale: 12.6,
    imageCentre: [408, 404],
  } as const;
  return longExposure(PORTRAIT, view, 190, 0.26, 280);
}

function cover(): LinearImage {
  const view = {
    centre: [1, 2, 22],
    azimuth: -0.55,
    elevation: 0.34,
    distance: 64,
    scale: 25.5,
    imageCentre: [850, 490],
  } as const;
  return longExposure(PLATE, view, 420, 0.3, 285);
}

/**
 * Returns two plots: above, x of two trajectories over time; below, the logarithm of their distance, which grows
 * linearly.
 */
function sensitiveDependence(): LinearImage {
  const time = 28;
  const origin = attractorPoint(50);
  const start = Float64Array.from([...origin, origin[0]! + 1e-5, origin[1]!, origin[2]!]);
  const { positions, momentCount } = integrateLorenz(start, Math.round(time / TIME_STEP), TIME_STEP);
  const light = night(PLATE, 265);
  const lines = blackImage(PLATE);
  const [left, right] = [110, 1490];
  const across = (m: number) => mix(left, right, m / (momentCount - 1));
  const curve = (which: number) =>
    Array.from(
      { length: momentCount },
      (_, m) => [across(m), 350 - positions[(m * 2 + which) * 3]! * 12.5] as const,
    );
  const rule = oklch(0.5, 0.03, 265).map((c) => c * 0.5) as unknown as Rgb;
  for (const y of [350, 905])
    addStroke(
      lines,
      [
        [left, y],
        [right, y],
      ],
      rule,
      1.5,
    );
  for (let t = 0; t <= time; t += 2)
    for (const y of [350, 905])
      addStroke(
        lines,
        [
          [across((t / time) * (momentCount - 1)), y - 5],
          [across((t / time) * (momentCount - 1)), y + 5],
        ],
        rule,
        1.5,
      );
  addStroke(lines, curve(1), BLUE, 3.4);
  addStroke(lines, curve(0), GOLD, 3.4);
  const distances = Array.from({ length: momentCount }, (_, m) => {
    const at = m * 6;
    const distance = Math.hypot(
      positions[at]! - positions[at + 3]!,
      positions[at + 1]! - positions[at + 4]!,
      positions[at + 2]! - positions[at + 5]!,
    );
    return [across(m), 700 - Math.log10(distance + 1e-7) * 34] as const;
  });
  addStroke(lines, distances, oklch(0.7, 0.19, 15), 3.4);
  for (let at = 0; at < lines.data.length; at++) lines.data[at] = Math.min(lines.data[at]!, 0.95);
  addGlow(lines, 22, 0.35);
  return addImages(light, lines);
}

/**
 * Returns forty runs from almost the same start, plotted one behind the other; they agree on the left and diverge to
 * the right.
 */
function ridges(): LinearImage {
  const runs = 40;
  const origin = attractorPoint(50);
  const gauss = normalRandom(seededRandom(1963));
  const start = Float64Array.from({ length: runs * 3 }, (_, i) => origin[i % 3]! + 0.004 * gauss());
  const { positions, momentCount } = integrateLorenz(start, Math.round(12.5 / TIME_STEP), TIME_STEP);
  const light = night(PORTRAIT, 300);
  const lines = blackImage(PORTRAIT);
  const skyline = new Float32Array(800).fill(1e9);
  // From front to back: nearer curves hide those behind them.
  for (let run = 0; run < runs; run++) {
    const base = 735 - run * 15;
    const colour = DUSK.at(0.25 + (0.75 * run) / runs);
    const heights = new Float32Array(800);
    for (let x = 60; x < 740; x++) {
      const m = Math.min(momentCount - 1, Math.round(((x - 60) / 680) * (momentCount - 1)));
      const window = Math.sin((Math.PI * (x - 60)) / 680) ** 0.6;
      heights[x] = base - 2.1 * window * (positions[(m * runs + run) * 3]! + 20);
    }
    for (let x = 61; x < 740; x++)
      if (heights[x]! < skyline[x]!)
        addStroke(
          lines,
          [
            [x - 1, heights[x - 1]!],
            [x, heights[x]!],
          ],
          colour,
          1.6,
        );
    for (let x = 60; x < 740; x++) skyline[x] = Math.min(skyline[x]!, heights[x]!);
  }
  addGlow(lines, 14, 0.3);
  return addImages(light, lines);
}

/** Portraits: Lorenz and Fetter. Cover: the article on sensitive dependence. */
export const pictures: readonly Picture[] = [
  { name: 'lorenz', draw: portrait },
  { name: 'fetter', draw: ridges },
  { name: 'sensitive-dependence', draw: sensitiveDependence },
  { name: 'cover-lorenz', draw: cover },
];
