import type { Projection } from '../canvas/camera.ts';
import type { Palette, Rgb } from '../canvas/colour.ts';
import { clamp } from '../canvas/easing.ts';
import { addLine, addPoint, type LinearImage } from '../canvas/linearImage.ts';
import type { Trajectories } from '../mathematics/attractor.ts';

/** The drawing parameters of a bundle of trajectories at one moment. */
interface Bundle {
  readonly trajectories: Trajectories;
  /** The time of the heads, in steps of the trajectories; may be fractional. */
  readonly headStep: number;
  /** The length of the trails in steps. */
  readonly trail: number;
  /** By divergence: from together (0) to anywhere on the attractor (1). */
  readonly colours: Palette;
  /** The light per pixel of trail. */
  readonly brightness: number;
  /** 0 draws all trajectories alike; 1 highlights one in `HIGHLIGHT_INTERVAL` and dims the rest. */
  readonly highlight: number;
}

/** One trajectory in this many is highlighted after all have diverged. */
const HIGHLIGHT_INTERVAL = 20;

/** The base-10 logarithms of the distances, in the unit of the equations, between which the colour changes. */
const MIN_LOG_DISTANCE = -2.2;
const MAX_LOG_DISTANCE = 1.45;

/** Returns how far a point has diverged from the first trajectory: 0 is together, 1 is anywhere on the attractor. */
function divergence(positions: Float32Array, at: number, first: number): number {
  const distance = Math.hypot(
    positions[at]! - positions[first]!,
    positions[at + 1]! - positions[first + 1]!,
    positions[at + 2]! - positions[first + 2]!,
  );
  return clamp((Math.log10(distance + 1e-6) - MIN_LOG_DISTANCE) / (MAX_LOG_DISTANCE - MIN_LOG_DISTANCE));
}

/**
 * Returns the brightness factor of a trajectory. It is small before divergence, when thousands of trajectories overlap.
 */
function visibility(diverged: number, nearness: number): number {
  return (0.012 + 0.988 * diverged * diverged) * nearness ** 3;
}

/** Writes the projected position of trajectory i at a time that may be fractional. */
function projectAt(
  { positions, count }: Trajectories,
  projection: Projection,
  i: number,
  moment: number,
  out: Float64Array,
): void {
  const low = Math.floor(moment);
  const fraction = moment - low;
  const a = (low * count + i) * 3;
  const b = Math.min(a + count * 3, positions.length - 3);
  const interpolate = (k: number) => positions[a + k]! + (positions[b + k]! - positions[a + k]!) * fraction;
  projection(interpolate(0), interpolate(1), interpolate(2), out);
}

/** Draws the trail of every trajectory, brightest at the head and coloured by the divergence at each point. */
export function addBundle(light: LinearImage, bundle: Bundle, projection: Projection): void {
  const { trajectories, trail, colours, highlight } = bundle;
  const { count, positions, momentCount } = trajectories;
  const head = Math.min(bundle.headStep, momentCount - 1.001);
  const tail = Math.max(0, head - trail);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const isHighlighted = i % HIGHLIGHT_INTERVAL === 0;
    const brightness = bundle.brightness * (1 + highlight * (isHighlighted ? 3 : -0.86));
    projectAt(trajectories, projection, i, tail, from);
    for (let m = tail; m < head; ) {
      const next = Math.min(head, Math.floor(m) + 1);
      projectAt(trajectories, projection, i, next, to);
      const diverged = divergence(positions, (Math.floor(m) * count + i) * 3, Math.floor(m) * count * 3);
      const age = (next - tail) / (head - tail);
      const weight = brightness * age * age * visibility(diverged, to[2]!);
      addLine(light, [from[0]!, from[1]!, to[0]!, to[1]!], colours.at(diverged), weight);
      from.set(to);
      m = next;
    }
    const diverged = divergence(positions, (Math.floor(head) * count + i) * 3, Math.floor(head) * count * 3);
    const headBrightness = brightness * 2 * visibility(diverged, from[2]!);
    addHead(light, from[0]!, from[1]!, colours.at(diverged), headBrightness, isHighlighted ? highlight : 0);
  }
}

/** Draws the head of a trajectory, half white; a size above 0 spreads it over some pixels. */
function addHead(
  light: LinearImage,
  x: number,
  y: number,
  colour: Rgb,
  brightness: number,
  size: number,
): void {
  const [red, green, blue] = colour.map((c) => brightness * (0.25 + size) * (0.5 * c + 0.5)) as [
    number,
    number,
    number,
  ];
  for (const dx of [-0.8, 0.8])
    for (const dy of [-0.8, 0.8]) addPoint(light, x + size * dx, y + size * dy, red, green, blue);
}

/** Draws the first trajectory from beginning to end in one colour. */
export function addTrajectory(
  light: LinearImage,
  { positions, count, momentCount }: Trajectories,
  projection: Projection,
  colour: Rgb,
  brightness: number,
): void {
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  for (let m = 0; m < momentCount; m++) {
    const at = m * count * 3;
    projection(positions[at]!, positions[at + 1]!, positions[at + 2]!, to);
    if (m > 0) addLine(light, [from[0]!, from[1]!, to[0]!, to[1]!], colour, brightness * to[2]! ** 3);
    from.set(to);
  }
}

/**
 * Compresses a large dynamic range: the greatest component b of a pixel becomes asinh(b / knee) · knee and the other
 * components scale with it, so that hues stay.
 */
export function compressRange({ data }: LinearImage, knee: number): void {
  for (let at = 0; at < data.length; at += 3) {
    const peak = Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
    if (peak <= 0) continue;
    const scale = (Math.asinh(peak / knee) * knee) / peak;
    for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * scale;
  }
}
