/** The birds of a flock. Lengths are in metres. */
export interface Birds {
  readonly count: number;
  /** x, y, z of each bird. */
  readonly positions: Float32Array;
  /** The velocity of each bird in metres per second. */
  readonly velocities: Float32Array;
}

/** The radius of sight, and the radius of separation, in metres. */
const SIGHT_RADIUS = 5;
const SEPARATION_RADIUS = 2.5;
/** The greatest number of neighbours that affect a bird. */
const MAX_NEIGHBOURS = 22;

/** The birds by cube of space (spatial hashing); the edge of a cube is the radius of sight. */
export interface Cubes {
  readonly birds: ReadonlyMap<number, readonly number[]>;
  /** The birds in and around a cube, by its key; filled when they are first needed. */
  readonly surroundings: Map<number, readonly (readonly number[])[]>;
}

/** Returns the birds by cube. */
export function groupByCube({ count, positions }: Birds): Cubes {
  const birds = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const key = cubeOf(positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!);
    const cube = birds.get(key);
    if (cube) cube.push(i);
    else birds.set(key, [i]);
  }
  return { birds, surroundings: new Map() };
}

/** The difference between the keys of two cubes that touch along an axis. */
const [X_STEP, Y_STEP, Z_STEP] = [1_048_576, 1024, 1];

function cubeOf(x: number, y: number, z: number): number {
  return (
    (Math.floor(x / SIGHT_RADIUS) + 512) * X_STEP +
    (Math.floor(y / SIGHT_RADIUS) + 512) * Y_STEP +
    (Math.floor(z / SIGHT_RADIUS) + 512) * Z_STEP
  );
}

/** The bird's own cube comes first, so that the nearest birds count when there are many. */
const NEIGHBOUR_CUBES = [0, -1, 1].flatMap((x) =>
  [0, -1, 1].flatMap((y) => [0, -1, 1].map((z) => x * X_STEP + y * Y_STEP + z * Z_STEP)),
);

/** Returns the birds of a cube, and the birds of each cube around it. */
function surroundingsOf({ birds, surroundings }: Cubes, key: number): readonly (readonly number[])[] {
  const known = surroundings.get(key);
  if (known) return known;
  const lists = NEIGHBOUR_CUBES.flatMap((step) => {
    const cube = birds.get(key + step);
    return cube ? [cube] : [];
  });
  surroundings.set(key, lists);
  return lists;
}

/** The number of neighbours, and the sums of their separation forces, velocities and positions. */
interface NeighbourSums {
  count: number;
  readonly separation: number[];
  readonly velocity: number[];
  readonly position: number[];
}

/** Returns the sums over the neighbours of bird i that its steering needs. */
export function sumNeighbours({ positions, velocities }: Birds, cubes: Cubes, i: number): NeighbourSums {
  const sum: NeighbourSums = { count: 0, separation: [0, 0, 0], velocity: [0, 0, 0], position: [0, 0, 0] };
  const { separation, velocity, position } = sum;
  const x = positions[i * 3]!;
  const y = positions[i * 3 + 1]!;
  const z = positions[i * 3 + 2]!;
  for (const cube of surroundingsOf(cubes, cubeOf(x, y, z))) {
    // Each bird starts at a different position in the list, so that the limit does not always select the same
    // neighbours.
    for (let n = 0; n < cube.length; n++) {
      const j = cube[(n + i) % cube.length]!;
      if (j === i) continue;
      const dx = positions[j * 3]! - x;
      const dy = positions[j * 3 + 1]! - y;
      const dz = positions[j * 3 + 2]! - z;
      const squaredDistance = dx * dx + dy * dy + dz * dz;
      if (squaredDistance > SIGHT_RADIUS * SIGHT_RADIUS) continue;
      sum.count += 1;
      for (let k = 0; k < 3; k++) {
        velocity[k] = velocity[k]! + velocities[j * 3 + k]!;
        position[k] = position[k]! + positions[j * 3 + k]!;
      }
      if (squaredDistance < SEPARATION_RADIUS * SEPARATION_RADIUS) {
        const push =
          (1 - Math.sqrt(squaredDistance) / SEPARATION_RADIUS) / (Math.sqrt(squaredDistance) + 0.1);
        separation[0] = separation[0]! - dx * push;
        separation[1] = separation[1]! - dy * push;
        separation[2] = separation[2]! - dz * push;
      }
      if (sum.count >= MAX_NEIGHBOURS) return sum;
    }
  }
  return sum;
}
