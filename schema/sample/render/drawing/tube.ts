import type { Projection } from '../canvas/camera.ts';
import type { Palette } from '../canvas/colour.ts';
import { darkness, type Light, type Size } from '../canvas/light.ts';
import type { Rope } from '../mathematics/rope.ts';

/** What is seen of a rope: its colours, and of each pixel how much of it is rope. */
export interface Seen {
  readonly light: Light;
  readonly cover: Float32Array;
}

/** The eye that sees it: its projection, its distance, and the pixels of a unit at the middle of its view. */
export interface Eye {
  readonly projection: Projection;
  readonly pixels: number;
  readonly distance: number;
}

/** Two pixels a side are drawn for each that is shown. */
const FINE = 2;
/** Where the lamp stands: left, above, before (unit length). */
const LAMP = [-0.42, 0.62, 0.66] as const;

/** A fine picture of depth: the nearness of each pixel, nought where there is nothing, the facing and the colour. */
interface Depths extends Size {
  readonly nearness: Float32Array;
  readonly normals: Float32Array;
  readonly along: Float32Array;
}

/**
 * Makes ready to draw ropes as smooth tubes in a size; the returned function's picture is valid until the next call.
 * It takes the part of the rope that is there (from its first point, 0 to 1) and colours, which run once along the rope
 * there and back.
 */
export function ropeDrawer(size: Size): (rope: Rope, share: number, eye: Eye, colours: Palette) => Seen {
  const [width, height] = [size.width * FINE, size.height * FINE];
  const depths: Depths = {
    width,
    height,
    nearness: new Float32Array(width * height),
    normals: new Float32Array(width * height * 3),
    along: new Float32Array(width * height),
  };
  const seen = { light: darkness(size), cover: new Float32Array(size.width * size.height) };
  return (rope, share, eye, colours) => {
    depths.nearness.fill(0);
    seen.light.data.fill(0);
    seen.cover.fill(0);
    addSpheres(depths, rope, share, eye);
    shade(seen, depths, colours);
    return seen;
  };
}

/** The rope as overlapping spheres, a fifth of a radius from one another, each facing away from the rope's middle line. */
function addSpheres(depths: Depths, rope: Rope, share: number, { projection, pixels, distance }: Eye): void {
  const { width, height, nearness, normals, along: places } = depths;
  const count = rope.points.length / 3;
  const out = new Float64Array(3);
  const spot = new Float64Array(3);
  for (let i = 0; i < count * share; i++) {
    const next = ((i + 1) % count) * 3;
    const step = Math.hypot(
      rope.points[next]! - rope.points[i * 3]!,
      rope.points[next + 1]! - rope.points[i * 3 + 1]!,
      rope.points[next + 2]! - rope.points[i * 3 + 2]!,
    );
    const fine = Math.ceil((step * pixels * FINE) / Math.max(1, rope.radius * pixels * FINE * 0.2));
    for (let s = 0; s < fine; s++) {
      if (i + s / fine > count * share) break;
      smooth(rope.points, count, i, s / fine, spot);
      projection(spot[0]!, spot[1]!, spot[2]!, out);
      const near = out[2]!;
      const radius = rope.radius * pixels * near * FINE;
      const [cx, cy] = [out[0]! * FINE, out[1]! * FINE];
      const place = (i + s / fine) / count;
      smooth(rope.points, count, i, s / fine + 0.05, spot);
      projection(spot[0]!, spot[1]!, spot[2]!, out);
      // The rope's own direction as the eye sees it; what faces along it belongs to the next sphere.
      const scale = pixels * near * FINE;
      const way = [(out[0]! * FINE - cx) / scale, (out[1]! * FINE - cy) / scale, (out[2]! - near) * distance];
      const length = Math.hypot(...way) || 1;
      const [wx, wy, wz] = [way[0]! / length, way[1]! / length, way[2]! / length];
      for (let y = Math.max(0, Math.ceil(cy - radius)); y < Math.min(height, cy + radius); y++)
        for (let x = Math.max(0, Math.ceil(cx - radius)); x < Math.min(width, cx + radius); x++) {
          const [nx, ny] = [(x - cx) / radius, (y - cy) / radius];
          const square = nx * nx + ny * ny;
          if (square > 1) continue;
          const nz = Math.sqrt(1 - square);
          const at = y * width + x;
          const depth = near + (nz * rope.radius) / distance;
          if (depth <= nearness[at]!) continue;
          nearness[at] = depth;
          places[at] = place;
          const along = nx * wx + ny * wy + nz * wz;
          normals[at * 3] = nx - along * wx;
          normals[at * 3 + 1] = along * wy - ny;
          normals[at * 3 + 2] = nz - along * wz;
        }
    }
  }
}

/** A point between two of a closed row of points, on a curve without corners (Catmull and Rom). */
function smooth(points: Float64Array, count: number, i: number, t: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const [a, b, c, d] = [-1, 0, 1, 2].map((o) => points[((i + o + count) % count) * 3 + k]!) as [
      number,
      number,
      number,
      number,
    ];
    out[k] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }
}

function shade({ light, cover }: Seen, depths: Depths, colours: Palette): void {
  const { width, nearness, normals, along } = depths;
  const size = light;
  const around = blurred(depths);
  for (let y = 0, at = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at++)
      for (let k = 0; k < FINE * FINE; k++) {
        const from = (y * FINE + (k >> 1)) * width + x * FINE + (k & 1);
        const near = nearness[from]!;
        if (near === 0) continue;
        cover[at] = cover[at]! + 1 / (FINE * FINE);
        const [nx, ny, nz] = [normals[from * 3]!, normals[from * 3 + 1]!, normals[from * 3 + 2]!];
        const diffuse = Math.max(0, nx * LAMP[0] + ny * LAMP[1] + nz * LAMP[2]);
        const shine = Math.max(0, nx * -0.231 + ny * 0.34 + nz * 0.911) ** 40;
        // What lies behind something near is darker close to it, as if in its shade.
        const shaded = Math.exp(-9 * Math.max(0, around[at]! - near));
        const lit = (0.2 + 0.9 * diffuse) * shaded * Math.min(1.25, Math.max(0.5, 1 + (near - 1) * 1.9));
        const there = Math.abs(((along[from]! * 2) % 2) - 1);
        const colour = colours.offset(there);
        for (let c = 0; c < 3; c++)
          light.data[at * 3 + c] =
            light.data[at * 3 + c]! +
            (colours.table[colour + c]! * lit + 0.28 * shine * shaded) / (FINE * FINE);
      }
}

/** The nearness evened out over some pixels, one for each that is shown; where there is nothing counts as far. */
function blurred(depths: Depths): Float32Array {
  const [width, height] = [depths.width / FINE, depths.height / FINE];
  const radius = Math.round(height / 60);
  let field = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      field[at] = depths.nearness[y * FINE * depths.width + x * FINE]! || NOTHING;
  for (const [step, count, lines, line] of [
    [1, width, height, width],
    [width, height, width, 1],
  ] as const) {
    const next = new Float32Array(field.length);
    for (let n = 0; n < lines; n++) {
      const first = n * line;
      const last = first + (count - 1) * step;
      let sum = field[first]! * radius;
      for (let i = 0; i <= radius; i++) sum += field[first + i * step]!;
      for (let i = 0, at = first; i < count; i++, at += step) {
        next[at] = sum / (2 * radius + 1);
        sum += field[Math.min(last, at + (radius + 1) * step)]! - field[Math.max(first, at - radius * step)]!;
      }
    }
    field = next;
  }
  return field;
}

const NOTHING = 0.72;
