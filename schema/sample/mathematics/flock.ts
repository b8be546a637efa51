import { clamp, ease } from '../canvas/easing.ts';
import { seededRandom } from '../canvas/random.ts';
import { type Birds, groupByCube } from './flockNeighbours.ts';
import { CRUISE_SPEED, FULL_WEIGHTS, moveBirds, ruleAcceleration, STEPS_PER_SECOND } from './flockRules.ts';

/** A flock at one moment. Lengths are in metres; x points right, y away from the viewer, z up. */
export interface Flock extends Birds {
  /** The position of the hawk. */
  readonly hawk: readonly [x: number, y: number, z: number];
}

/** The distance from the roost within which a bird does not turn back, in metres. */
const ROOST_RADIUS = 5.5;
/** Birds within this distance of the hawk flee. */
const ESCAPE_RADIUS_METRES = 14;

/** Returns the roost, the moving line segment that the flock stays around: its centre and half of its length. */
function roost(time: number): { readonly centre: readonly number[]; readonly half: readonly number[] } {
  const angle = 0.75 * time - 3.6;
  return {
    centre: [
      12 * Math.sin(0.5 * time - 3.3),
      6 * Math.sin(0.8 * time + 2),
      25.5 + 2.5 * Math.sin(0.9 * time - 0.6),
    ],
    half: [21 * Math.cos(angle), 13 * Math.sin(angle), 9 * Math.sin(0.85 * time - 4.4)],
  };
}

/** Returns the vector from a bird to the nearest point of the roost. */
function vectorToRoost(
  x: number,
  y: number,
  z: number,
  { centre, half }: ReturnType<typeof roost>,
): number[] {
  const offset = [x - centre[0]!, y - centre[1]!, z - centre[2]!];
  const squaredLength = half[0]! ** 2 + half[1]! ** 2 + half[2]! ** 2;
  const position = clamp(
    (offset[0]! * half[0]! + offset[1]! * half[1]! + offset[2]! * half[2]!) / squaredLength,
    -1,
    1,
  );
  return offset.map((value, k) => half[k]! * position - value);
}

/** The hawk. It is out of sight until it enters from the left, then flies straight through the flock and on. */
interface Hawk {
  readonly position: number[];
  readonly velocity: number[];
  hasPassed: boolean;
}

const HAWK_ARRIVAL_SECONDS = 9.3;
const HAWK_SPEED = 36;
const OUT_OF_SIGHT = [-1000, 0, 1000];

function moveHawk(hawk: Hawk, { count, positions }: Birds, time: number): void {
  if (time < HAWK_ARRIVAL_SECONDS) return;
  const centre = [0, 0, 0];
  for (let i = 0; i < count * 3; i++) centre[i % 3] = centre[i % 3]! + positions[i]! / count;
  const isArriving = hawk.position[2] === OUT_OF_SIGHT[2];
  if (isArriving) for (let k = 0; k < 3; k++) hawk.position[k] = centre[k]! + [-62, -6, 17][k]!;
  const offset = centre.map((value, k) => value - hawk.position[k]!);
  const distance = Math.hypot(...offset);
  if (!isArriving && distance < 5) hawk.hasPassed = true;
  for (let k = 0; k < 3; k++) {
    if (!hawk.hasPassed) hawk.velocity[k] = (offset[k]! / distance) * HAWK_SPEED;
    hawk.position[k] = hawk.position[k]! + hawk.velocity[k]! / STEPS_PER_SECOND;
  }
}

/**
 * Simulates a flock by the three rules of Craig Reynolds, "Flocks, Herds, and Schools" (1987): separation, alignment
 * and cohesion. The rules fade in between the second and the fourth second.
 * @param count the number of birds
 * @param seed the seed of the first positions and headings
 * @returns a function that gives the flock after a number of steps; an earlier step restarts the simulation
 */
export function flock(count: number, seed: number): (step: number) => Flock {
  let [state, stepsDone] = [initialState(count, seed), 0];
  return (step) => {
    if (step < stepsDone) [state, stepsDone] = [initialState(count, seed), 0];
    for (; stepsDone < step; stepsDone++) advance(state, stepsDone / STEPS_PER_SECOND);
    const [x, y, z] = state.hawk.position as [number, number, number];
    return { ...state, hawk: [x, y, z] };
  };
}

interface State extends Birds {
  readonly hawk: Hawk;
}

function initialState(count: number, seed: number): State {
  const random = seededRandom(seed);
  const positions = new Float32Array(count * 3);
  const velocities = new Float32Array(count * 3);
  for (let i = 0; i < count * 3; i += 3) {
    positions[i] = (random() - 0.5) * 150;
    positions[i + 1] = random() * 62 - 14;
    positions[i + 2] = 8 + random() * 37;
    const heading = random() * 2 * Math.PI;
    velocities[i] = Math.cos(heading) * CRUISE_SPEED * 0.75;
    velocities[i + 1] = Math.sin(heading) * CRUISE_SPEED * 0.5;
    velocities[i + 2] = (random() - 0.5) * 8;
  }
  return {
    count,
    positions,
    velocities,
    hawk: { position: [...OUT_OF_SIGHT], velocity: [0, 0, 0], hasPassed: false },
  };
}

function advance(state: State, time: number): void {
  const { count, positions } = state;
  const cubes = groupByCube(state);
  const ruleStrength = ease(time, 1.6, 4.2);
  moveHawk(state.hawk, state, time);
  const [hx, hy, hz] = state.hawk.position as [number, number, number];
  const roostNow = roost(time);
  const accelerations = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!];
    const acceleration = ruleAcceleration(state, cubes, i, FULL_WEIGHTS, ruleStrength);
    const homeVector = vectorToRoost(x, y, z, roostNow);
    const homeDistance = Math.hypot(...homeVector);
    const pull =
      ((0.16 + 1.7 * ruleStrength) * Math.max(0, homeDistance - ROOST_RADIUS)) / (homeDistance + 1e-6);
    for (let k = 0; k < 3; k++) acceleration[k] = acceleration[k]! + homeVector[k]! * pull;
    acceleration[2] = acceleration[2]! + (Math.max(0, 12 - z) - Math.max(0, z - 35)) * 6;
    const [dx, dy, dz] = [x - hx, y - hy, z - hz];
    const hawkDistance = Math.hypot(dx, dy, dz);
    if (hawkDistance < ESCAPE_RADIUS_METRES) {
      const hawkForce = (320 * (1 - hawkDistance / ESCAPE_RADIUS_METRES)) / (hawkDistance + 0.5);
      acceleration[0] = acceleration[0]! + dx * hawkForce;
      acceleration[1] = acceleration[1]! + dy * hawkForce;
      acceleration[2] = acceleration[2]! + dz * hawkForce;
    }
    accelerations.set(acceleration, i * 3);
  }
  moveBirds(state, accelerations);
}
