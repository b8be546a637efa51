import { createProjection, type Projection } from '../../../schema/sample/canvas/camera.ts';
import { oklch, type Rgb } from '../../../schema/sample/canvas/colour.ts';
import {
  addLine,
  blackImage,
  type LinearImage,
  paintPixels,
  type Size,
} from '../../../schema/sample/canvas/linearImage.ts';
import { stepLorenz } from '../../../schema/sample/mathematics/attractor.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { addHalo } from './halo.ts';
import { addLight, layeredPicture } from './layeredPicture.ts';
import type { Simulation } from './simulation.ts';

type LorenzValues = ValuesOf<'LORENZ'>;

export const MAX_WIDTH_PX = 960;
/** The time step, and the time units of the equations per second. */
const TIME_STEP = 0.005;
const SPEED = 1.2;
/** The number of past positions of each trajectory that are drawn. */
const TRAIL_STEPS = 3600;
const START = [-12, -18, 27] as const;
const COLORS: readonly Rgb[] = [oklch(0.84, 0.14, 80), oklch(0.68, 0.15, 235)];
const NIGHT = oklch(0.155, 0.03, 275);

function drawNight(size: Size): LinearImage {
  const light = blackImage(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width / 2) / size.height;
    const down = (y - size.height * 0.52) / size.height;
    const vignette = 0.12 + Math.exp(-2.6 * (across * across * 0.6 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = NIGHT[c]! * vignette;
  });
  return light;
}

/** Returns the two points at the start, `10 ** exponent` apart. */
const startPoints = (exponent: number): Float64Array =>
  Float64Array.of(...START, START[0] + 10 ** exponent, START[1], START[2]);

/** Two trajectories of the Lorenz equations that start close together. */
export function createSimulation(values: LorenzValues): Simulation<LorenzValues> {
  let current = values;
  let points = startPoints(values.distance);
  /** x, y, z of both points at each step, as a ring. */
  let trail = new Float32Array(TRAIL_STEPS * 6);
  let stepCount = 0;
  let pendingTime = 0;
  const picture = layeredPicture(drawNight, addLight);
  const restart = () => {
    points = startPoints(current.distance);
    trail = new Float32Array(TRAIL_STEPS * 6);
    stepCount = 0;
  };
  return {
    set: (next) => {
      const isNewStart = next.distance !== current.distance;
      current = next;
      if (isNewStart) restart();
    },
    step: (seconds) => {
      pendingTime += seconds * SPEED;
      for (; pendingTime >= TIME_STEP; pendingTime -= TIME_STEP) {
        stepLorenz(points, TIME_STEP, current.rho);
        trail.set(points, (stepCount % TRAIL_STEPS) * 6);
        stepCount += 1;
      }
    },
    draw: (pixels) =>
      picture(pixels, (light) => {
        // A large ρ makes a large attractor: its wings are around z = ρ - 1.
        const extent = Math.max(1, current.rho / 28);
        const projection = createProjection({
          centre: [0, 0, 24.3 * Math.max(0.8, extent)],
          azimuth: (current.view * Math.PI) / 180,
          elevation: 0.12,
          distance: 118 * extent,
          scale: (16 * light.height) / 720 / extent,
          imageCentre: [light.width / 2, light.height / 2],
        });
        for (const which of [1, 0]) drawTrajectory(light, { trail, stepCount, which, projection });
      }),
  };
}

interface Trajectory {
  readonly trail: Float32Array;
  readonly stepCount: number;
  /** 0 or 1. */
  readonly which: number;
  readonly projection: Projection;
}

/** Draws a trajectory, brightest at its head. */
function drawTrajectory(light: LinearImage, { trail, stepCount, which, projection }: Trajectory): void {
  const unit = light.height / 720;
  const first = Math.max(0, stepCount - TRAIL_STEPS);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  const color = COLORS[which]!;
  for (let step = first; step < stepCount; step++) {
    const at = (step % TRAIL_STEPS) * 6 + which * 3;
    projection(trail[at]!, trail[at + 1]!, trail[at + 2]!, to);
    const age = (stepCount - step) / TRAIL_STEPS;
    const brightness = (0.14 + 1.1 * Math.exp(-age * 8)) * (1 - age) * to[2]! ** 3;
    if (step > first) {
      const line = [from[0]!, from[1]!, to[0]!, to[1]!] as const;
      addLine(light, line, color, brightness);
      addLine(light, [line[0], line[1] + unit, line[2], line[3] + unit], color, brightness * 0.8);
    }
    from.set(to);
  }
  if (stepCount > 0) addHalo(light, [from[0]!, from[1]!], { radius: 15 * unit, color, brightness: 2.2 });
}
