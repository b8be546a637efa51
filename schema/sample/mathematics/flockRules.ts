import { type Birds, type Cubes, sumNeighbours } from './flockNeighbours.ts';

/** Simulation steps per second. */
export const STEPS_PER_SECOND = 48;
/** In metres per second. */
export const CRUISE_SPEED = 12;
const MAX_SPEED = 20;
/** In metres per second squared. */
const MAX_ACCELERATION = 90;

/** The factors of the three rules. */
export interface RuleWeights {
  readonly separation: number;
  readonly alignment: number;
  readonly cohesion: number;
}

export const FULL_WEIGHTS: RuleWeights = { separation: 1, alignment: 1, cohesion: 1 };

/**
 * Returns the acceleration of bird i by the three rules: away from those who are close, towards the mean velocity of its
 * neighbours, and towards their centre.
 * @param strength a factor of alignment and cohesion, so that they can fade in
 */
export function ruleAcceleration(
  birds: Birds,
  cubes: Cubes,
  i: number,
  weights: RuleWeights,
  strength = 1,
): number[] {
  const { positions, velocities } = birds;
  const sum = sumNeighbours(birds, cubes, i);
  const neighbourCount = Math.max(1, sum.count);
  const acceleration = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const separation = sum.separation[k]! * 24;
    const alignment = (sum.velocity[k]! / neighbourCount - velocities[i * 3 + k]!) * (sum.count ? 2.6 : 0);
    const cohesion = (sum.position[k]! / neighbourCount - positions[i * 3 + k]!) * (sum.count ? 0.7 : 0);
    acceleration[k] =
      separation * weights.separation +
      (alignment * weights.alignment + cohesion * weights.cohesion) * strength;
  }
  return acceleration;
}

/** Steers and moves every bird by one step. The acceleration is limited, and the speed returns to the cruising speed. */
export function moveBirds({ count, positions, velocities }: Birds, accelerations: Float32Array): void {
  for (let i = 0; i < count * 3; i += 3) {
    const magnitude = Math.hypot(accelerations[i]!, accelerations[i + 1]!, accelerations[i + 2]!);
    const limit = magnitude > MAX_ACCELERATION ? MAX_ACCELERATION / magnitude : 1;
    for (let k = i; k < i + 3; k++)
      velocities[k] = velocities[k]! + (accelerations[k]! * limit) / STEPS_PER_SECOND;
    const speed = Math.hypot(velocities[i]!, velocities[i + 1]!, velocities[i + 2]!) + 1e-6;
    const targetSpeed = Math.min(MAX_SPEED, speed + ((CRUISE_SPEED - speed) * 1.6) / STEPS_PER_SECOND);
    for (let k = i; k < i + 3; k++) {
      velocities[k] = (velocities[k]! * targetSpeed) / speed;
      positions[k] = positions[k]! + velocities[k]! / STEPS_PER_SECOND;
    }
  }
}
