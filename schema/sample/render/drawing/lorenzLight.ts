import type { Projection } from '../canvas/camera.ts';
import type { Palette, Rgb } from '../canvas/colour.ts';
import { addLine, addPoint, type Light } from '../canvas/light.ts';
import { clamp } from '../canvas/motion.ts';
import type { Trajectories } from '../mathematics/attractor.ts';

/** How a bundle of trajectories is drawn at one moment. */
interface Bundle {
  readonly trajectories: Trajectories;
  /** The moment of the heads, counted in the trajectories' steps; may lie between two. */
  readonly moment: number;
  /** The length of the trails, in the same steps. */
  readonly trail: number;
  /** From together (0) to anywhere (1). */
  readonly colours: Palette;
  /** The light of a pixel of trail. */
  readonly brightness: number;
  /** From all alike (0) to one in `CHOSEN` bright and the others a haze (1). */
  readonly selection: number;
}

/** One trajectory in so many is chosen to be followed by the eye when all have parted. */
const CHOSEN = 20;

/** The logarithms (base 10) of the distances, in the equations' unit, at which colour begins and ends. */
const NEAREST = -2.2;
const FARTHEST = 1.45;

/** How far a point has strayed from the first trajectory: 0 as good as together, 1 anywhere on the attractor. */
function straying(places: Float32Array, at: number, first: number): number {
  const distance = Math.hypot(
    places[at]! - places[first]!,
    places[at + 1]! - places[first + 1]!,
    places[at + 2]! - places[first + 2]!,
  );
  return clamp((Math.log10(distance + 1e-6) - NEAREST) / (FARTHEST - NEAREST));
}

/** The share of its light that a trajectory shows: while thousands run in one thread, each gives little. */
function share(strayed: number, nearness: number): number {
  return (0.012 + 0.988 * strayed * strayed) * nearness ** 3;
}

/** Writes where trajectory i is at a moment, which may lie between two steps, on the picture. */
function place(
  { places, count }: Trajectories,
  projection: Projection,
  i: number,
  moment: number,
  out: Float64Array,
): void {
  const low = Math.floor(moment);
  const part = moment - low;
  const a = (low * count + i) * 3;
  const b = Math.min(a + count * 3, places.length - 3);
  const between = (k: number) => places[a + k]! + (places[b + k]! - places[a + k]!) * part;
  projection(between(0), between(1), between(2), out);
}

/**
 * Adds every trajectory's last stretch, brightest at the head, each piece in the colour of how far it had strayed.
 */
export function addBundle(light: Light, bundle: Bundle, projection: Projection): void {
  const { trajectories, trail, colours, selection } = bundle;
  const { count, places, moments } = trajectories;
  const head = Math.min(bundle.moment, moments - 1.001);
  const tail = Math.max(0, head - trail);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const chosen = i % CHOSEN === 0;
    const brightness = bundle.brightness * (1 + selection * (chosen ? 3 : -0.86));
    place(trajectories, projection, i, tail, from);
    for (let m = tail; m < head; ) {
      const next = Math.min(head, Math.floor(m) + 1);
      place(trajectories, projection, i, next, to);
      const strayed = straying(places, (Math.floor(m) * count + i) * 3, Math.floor(m) * count * 3);
      const age = (next - tail) / (head - tail);
      const weight = brightness * age * age * share(strayed, to[2]!);
      addLine(light, [from[0]!, from[1]!, to[0]!, to[1]!], colours.at(strayed), weight);
      from.set(to);
      m = next;
    }
    const strayed = straying(places, (Math.floor(head) * count + i) * 3, Math.floor(head) * count * 3);
    const spark = brightness * 2 * share(strayed, from[2]!);
    addSpark(light, from[0]!, from[1]!, colours.at(strayed), spark, chosen ? selection : 0);
  }
}

/** Adds a head, half white; with a size it covers some pixels, so that the eye can follow it. */
function addSpark(light: Light, x: number, y: number, colour: Rgb, brightness: number, size: number): void {
  const [red, green, blue] = colour.map((c) => brightness * (0.25 + size) * (0.5 * c + 0.5)) as [
    number,
    number,
    number,
  ];
  for (const dx of [-0.8, 0.8])
    for (const dy of [-0.8, 0.8]) addPoint(light, x + size * dx, y + size * dy, red, green, blue);
}

/** Adds one trajectory from its beginning to its end in one colour. */
export function addThread(
  light: Light,
  { places, count, moments }: Trajectories,
  projection: Projection,
  colour: Rgb,
  brightness: number,
): void {
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  for (let m = 0; m < moments; m++) {
    const at = m * count * 3;
    projection(places[at]!, places[at + 1]!, places[at + 2]!, to);
    if (m > 0) addLine(light, [from[0]!, from[1]!, to[0]!, to[1]!], colour, brightness * to[2]! ** 3);
    from.set(to);
  }
}

/**
 * Brings thousandfold differences of light into what a screen can show: each pixel's brightest component b becomes
 * asinh(b / knee) · knee, the others in proportion, so that hues stay.
 */
export function compress({ data }: Light, knee: number): void {
  for (let at = 0; at < data.length; at += 3) {
    const peak = Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
    if (peak <= 0) continue;
    const scale = (Math.asinh(peak / knee) * knee) / peak;
    for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * scale;
  }
}
