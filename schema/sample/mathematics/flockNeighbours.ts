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

/** Returns the birds by cube of space (spatial hashing); the edge of a cube is the radius of sight. */
export function groupByCube({ count, positions }: Birds): Map<number, number[]> {
  const cubes = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const key = cubeOf(positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!);
    const cube = cubes.get(key);
    if (cube) cube.push(i);
    else cubes.set(key, [i]);
  }
  return cubes;
}

function cubeOf(x: number, y: number, z: number): number {
  return (
    (Math.floor(x / SIGHT_RADIUS) + 512) * 1_048_576 +
    (Math.floor(y / SIGHT_RADIUS) + 512) * 1024 +
    Math.floor(z / SIGHT_RADIUS) +
    512
  );
}

/** The bird's own cube comes first, so that the nearest birds count when there are many. */
const NEIGHBOUR_CUBES = [0, -1, 1].flatMap((x) =>
  [0, -1, 1].flatMap((y) => [0, -1, 1].map((z) => [x, y, z] as const)),
);

/** The number of neighbours, and the sums of their separation forces, velocities and positions. */
interface NeighbourSums {
  count: number;
  readonly separation: number[];
  readonly velocity: number[];
  readonly position: number[];
}

/** Returns the sums over the neighbours of bird i that its steering needs. */
export function sumNeighbours(
  { positions, velocities }: Birds,
  cubes: Map<number, number[]>,
  i: number,
): NeighbourSums {
  const sum: NeighbourSums = { count: 0, separation: [0, 0, 0], velocity: [0, 0, 0], position: [0, 0, 0] };
  const [x, y, z] = [positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!];
  for (const [cx, cy, cz] of NEIGHBOUR_CUBES) {
    const cube = cubes.get(cubeOf(x + cx * SIGHT_RADIUS, y + cy * SIGHT_RADIUS, z + cz * SIGHT_RADIUS));
    if (!cube) continue;
    // Each bird starts at a different position in the list, so that the limit does not always select the same
    // neighbours.
    for (let n = 0; n < cube.length; n++) {
      const j = cube[(n + i) % cube.length]!;
      if (j === i) continue;
      const [dx, dy, dz] = [positions[j * 3]! - x, positions[j * 3 + 1]! - y, positions[j * 3 + 2]! - z];
      const squaredDistance = dx * dx + dy * dy + dz * dz;
      if (squaredDistance > SIGHT_RADIUS * SIGHT_RADIUS) continue;
      sum.count += 1;
      for (let k = 0; k < 3; k++) {
        sum.velocity[k] = sum.velocity[k]! + velocities[j * 3 + k]!;
        sum.position[k] = sum.position[k]! + positions[j * 3 + k]!;
      }
      if (squaredDistance < SEPARATION_RADIUS * SEPARATION_RADIUS) {
        const push =
          (1 - Math.sqrt(squaredDistance) / SEPARATION_RADIUS) / (Math.sqrt(squaredDistance) + 0.1);
        sum.separation[0] = sum.separation[0]! - dx * push;
        sum.separation[1] = sum.separation[1]! - dy * push;
        sum.separation[2] = sum.separation[2]! - dz * push;
      }
      if (sum.count >= MAX_NEIGHBOURS) return sum;
    }
  }
  return sum;
}
