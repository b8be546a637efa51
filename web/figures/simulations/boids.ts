import { createProjection } from '../../../schema/sample/canvas/camera.ts';
import { addLine, type LinearImage } from '../../../schema/sample/canvas/linearImage.ts';
import { seededRandom } from '../../../schema/sample/canvas/random.ts';
import { duskSky } from '../../../schema/sample/drawing/duskSky.ts';
import { type Birds, groupByCube } from '../../../schema/sample/mathematics/flockNeighbours.ts';
import {
  CRUISE_SPEED,
  moveBirds,
  type RuleWeights,
  ruleAcceleration,
  STEPS_PER_SECOND,
} from '../../../schema/sample/mathematics/flockRules.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { absorb, layeredPicture } from './layeredPicture.ts';
import type { Simulation } from './simulation.ts';

type BoidsValues = ValuesOf<'BOIDS'>;

export const MAX_WIDTH_PX = 960;
const BIRDS = 700;
const SEED = 1987;
/** The centre of the air space and half of its size, in metres. A bird that leaves it is pulled back. */
const CENTRE = [0, 0, 27] as const;
const HALF_SIZE = [33, 13, 13] as const;
/** The acceleration per metre outside. */
const PULL = 3;
/** The absorption of each component by a bird, as in the film. */
const ABSORPTION = [1.25, 1.4, 0.95] as const;
/** Half of the wingspan in metres, larger than life because the birds are far away. */
const HALF_WINGSPAN = 0.55;

/** Returns birds at random places with random headings. */
export function createFlock(count: number): Birds {
  const random = seededRandom(SEED);
  const positions = new Float32Array(count * 3);
  const velocities = new Float32Array(count * 3);
  for (let i = 0; i < count * 3; i += 3) {
    for (let k = 0; k < 3; k++) positions[i + k] = CENTRE[k]! + (random() * 2 - 1) * HALF_SIZE[k]!;
    const heading = random() * 2 * Math.PI;
    velocities[i] = Math.cos(heading) * CRUISE_SPEED;
    velocities[i + 1] = Math.sin(heading) * CRUISE_SPEED * 0.6;
    velocities[i + 2] = (random() - 0.5) * 8;
  }
  return { count, positions, velocities };
}

/** Advances a flock by one step of the three rules. */
export function advanceFlock(birds: Birds, weights: RuleWeights): void {
  const { count, positions } = birds;
  const cubes = groupByCube(birds);
  const accelerations = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    accelerations.set(ruleAcceleration(birds, cubes, i, weights), i * 3);
    for (let k = 0; k < 3; k++) {
      const offset = positions[i * 3 + k]! - CENTRE[k]!;
      const outside = Math.max(0, Math.abs(offset) - HALF_SIZE[k]!);
      accelerations[i * 3 + k] = accelerations[i * 3 + k]! - Math.sign(offset) * outside * PULL;
    }
  }
  moveBirds(birds, accelerations);
}

/** Birds that steer by separation, alignment and cohesion. */
export function createSimulation(values: BoidsValues): Simulation<BoidsValues> {
  const birds = createFlock(BIRDS);
  const picture = layeredPicture(duskSky, absorb);
  let weights: RuleWeights = values;
  let [time, stepCount] = [0, 0];
  return {
    set: (next) => {
      weights = next;
    },
    step: (seconds) => {
      time += seconds;
      for (; stepCount < time * STEPS_PER_SECOND; stepCount++) advanceFlock(birds, weights);
    },
    draw: (pixels) => picture(pixels, (ink) => drawBirds(ink, birds, time)),
  };
}

/** Draws every bird: a body, and two beating wings. */
function drawBirds(ink: LinearImage, { count, positions, velocities }: Birds, time: number): void {
  const scale = ink.height / 720;
  const projection = createProjection({
    centre: [0, 0, 25],
    azimuth: 0,
    elevation: -0.04,
    distance: 92,
    scale: 14 * scale,
    imageCentre: [ink.width * 0.5, ink.height * 0.46],
  });
  const out = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    const [vx, vy, vz] = [velocities[at]!, velocities[at + 1]!, velocities[at + 2]!];
    const level = Math.hypot(vx, vy) + 1e-6;
    const [sx, sy] = [(-vy / level) * HALF_WINGSPAN, (vx / level) * HALF_WINGSPAN];
    const lift = (0.35 + 0.55 * Math.sin(time * (17 + (i % 7)) + i * 2.4)) * HALF_WINGSPAN;
    projection(x, y, z, out);
    const [bx, by] = [out[0]!, out[1]!];
    const dark = 1.1 * out[2]! ** 3.5 * Math.max(0.6, scale);
    for (const side of [-1, 1]) {
      projection(x + sx * side, y + sy * side, z + lift, out);
      addLine(ink, [bx, by, out[0]!, out[1]!], ABSORPTION, dark);
    }
    projection(x - vx * 0.05, y - vy * 0.05, z - vz * 0.05, out);
    addLine(ink, [bx, by, out[0]!, out[1]!], ABSORPTION, dark * 1.4);
  }
}
