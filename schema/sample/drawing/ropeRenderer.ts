import type { Projection } from '../canvas/camera.ts';
import type { Palette } from '../canvas/colour.ts';
import { blackImage, type LinearImage, type Size } from '../canvas/linearImage.ts';
import type { Rope } from '../mathematics/rope.ts';

/** A rendered rope: its colours, and the coverage of each pixel. */
export interface RenderedRope {
  readonly light: LinearImage;
  readonly coverage: Float32Array;
}

/** A camera: its projection, its distance, and its pixels per unit at the centre of the view. */
export interface Camera {
  readonly projection: Projection;
  readonly pixelsPerUnit: number;
  readonly distance: number;
}

/** The supersampling factor along each side. */
const SUPERSAMPLING = 2;
/** The direction of the lamp: left, above, in front (unit length). */
const LAMP = [-0.42, 0.62, 0.66] as const;

/**
 * A supersampled depth buffer with the normal and the palette position of each pixel; the nearness is 0 where there is
 * no rope.
 */
interface DepthBuffer extends Size {
  readonly nearness: Float32Array;
  readonly normals: Float32Array;
  readonly palettePositions: Float32Array;
}

/**
 * Returns a function that draws ropes as smooth tubes. Its result is valid until the next call. `share` is the visible
 * part of the rope from its first point, 0 to 1; the palette runs along the rope and back.
 */
export function ropeRenderer(
  size: Size,
): (rope: Rope, share: number, camera: Camera, colours: Palette) => RenderedRope {
  const [width, height] = [size.width * SUPERSAMPLING, size.height * SUPERSAMPLING];
  const buffer: DepthBuffer = {
    width,
    height,
    nearness: new Float32Array(width * height),
    normals: new Float32Array(width * height * 3),
    palettePositions: new Float32Array(width * height),
  };
  const rendered = { light: blackImage(size), coverage: new Float32Array(size.width * size.height) };
  return (rope, share, camera, colours) => {
    buffer.nearness.fill(0);
    rendered.light.data.fill(0);
    rendered.coverage.fill(0);
    addSpheres(buffer, rope, share, camera);
    shadeRope(rendered, buffer, colours);
    return rendered;
  };
}

/** Draws the rope as overlapping spheres, a fifth of a radius apart, with normals perpendicular to the centre line. */
function addSpheres(
  buffer: DepthBuffer,
  rope: Rope,
  share: number,
  { projection, pixelsPerUnit, distance }: Camera,
): void {
  const { width, height, nearness, normals, palettePositions } = buffer;
  const count = rope.points.length / 3;
  const out = new Float64Array(3);
  const point = new Float64Array(3);
  for (let i = 0; i < count * share; i++) {
    const next = ((i + 1) % count) * 3;
    const step = Math.hypot(
      rope.points[next]! - rope.points[i * 3]!,
      rope.points[next + 1]! - rope.points[i * 3 + 1]!,
      rope.points[next + 2]! - rope.points[i * 3 + 2]!,
    );
    const sphereCount = Math.ceil(
      (step * pixelsPerUnit * SUPERSAMPLING) / Math.max(1, rope.radius * pixelsPerUnit * SUPERSAMPLING * 0.2),
    );
    for (let s = 0; s < sphereCount; s++) {
      if (i + s / sphereCount > count * share) break;
      catmullRom(rope.points, count, i, s / sphereCount, point);
      projection(point[0]!, point[1]!, point[2]!, out);
      const centreNearness = out[2]!;
      const radius = rope.radius * pixelsPerUnit * centreNearness * SUPERSAMPLING;
      const [cx, cy] = [out[0]! * SUPERSAMPLING, out[1]! * SUPERSAMPLING];
      const palettePosition = (i + s / sphereCount) / count;
      catmullRom(rope.points, count, i, s / sphereCount + 0.05, point);
      projection(point[0]!, point[1]!, point[2]!, out);
      // The direction of the rope in view space. Normals along it belong to the next sphere.
      const scale = pixelsPerUnit * centreNearness * SUPERSAMPLING;
      const direction = [
        (out[0]! * SUPERSAMPLING - cx) / scale,
        (out[1]! * SUPERSAMPLING - cy) / scale,
        (out[2]! - centreNearness) * distance,
      ];
      const length = Math.hypot(...direction) || 1;
      const [wx, wy, wz] = [direction[0]! / length, direction[1]! / length, direction[2]! / length];
      for (let y = Math.max(0, Math.ceil(cy - radius)); y < Math.min(height, cy + radius); y++)
        for (let x = Math.max(0, Math.ceil(cx - radius)); x < Math.min(width, cx + radius); x++) {
          const [nx, ny] = [(x - cx) / radius, (y - cy) / radius];
          const square = nx * nx + ny * ny;
          if (square > 1) continue;
          const nz = Math.sqrt(1 - square);
          const at = y * width + x;
          const depth = centreNearness + (nz * rope.radius) / distance;
          if (depth <= nearness[at]!) continue;
          nearness[at] = depth;
          palettePositions[at] = palettePosition;
          const along = nx * wx + ny * wy + nz * wz;
          normals[at * 3] = nx - along * wx;
          normals[at * 3 + 1] = along * wy - ny;
          normals[at * 3 + 2] = nz - along * wz;
        }
    }
  }
}

/** Interpolates a closed row of points by a Catmull–Rom spline. */
function catmullRom(points: Float64Array, count: number, i: number, t: number, out: Float64Array): void {
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

function shadeRope({ light, coverage }: RenderedRope, buffer: DepthBuffer, colours: Palette): void {
  const { width, nearness, normals, palettePositions } = buffer;
  const size = light;
  const blurred = blurNearness(buffer);
  for (let y = 0, at = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at++)
      for (let k = 0; k < SUPERSAMPLING * SUPERSAMPLING; k++) {
        const from = (y * SUPERSAMPLING + (k >> 1)) * width + x * SUPERSAMPLING + (k & 1);
        const pixelNearness = nearness[from]!;
        if (pixelNearness === 0) continue;
        coverage[at] = coverage[at]! + 1 / (SUPERSAMPLING * SUPERSAMPLING);
        const [nx, ny, nz] = [normals[from * 3]!, normals[from * 3 + 1]!, normals[from * 3 + 2]!];
        const diffuse = Math.max(0, nx * LAMP[0] + ny * LAMP[1] + nz * LAMP[2]);
        const shine = Math.max(0, nx * -0.231 + ny * 0.34 + nz * 0.911) ** 40;
        // Points just behind nearer points are darker (ambient occlusion).
        const occlusion = Math.exp(-9 * Math.max(0, blurred[at]! - pixelNearness));
        const lit =
          (0.2 + 0.9 * diffuse) * occlusion * Math.min(1.25, Math.max(0.5, 1 + (pixelNearness - 1) * 1.9));
        const position = Math.abs(((palettePositions[from]! * 2) % 2) - 1);
        const colour = colours.offset(position);
        for (let c = 0; c < 3; c++)
          light.data[at * 3 + c] =
            light.data[at * 3 + c]! +
            (colours.table[colour + c]! * lit + 0.28 * shine * occlusion) / (SUPERSAMPLING * SUPERSAMPLING);
      }
}

/** Returns the nearness blurred over some pixels, at the size of the image; empty pixels count as far. */
function blurNearness(buffer: DepthBuffer): Float32Array {
  const [width, height] = [buffer.width / SUPERSAMPLING, buffer.height / SUPERSAMPLING];
  const radius = Math.round(height / 60);
  let field = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      field[at] = buffer.nearness[y * SUPERSAMPLING * buffer.width + x * SUPERSAMPLING]! || EMPTY_NEARNESS;
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

const EMPTY_NEARNESS = 0.72;
