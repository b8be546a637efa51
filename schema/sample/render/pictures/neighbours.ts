import { oklch, type Rgb } from '../canvas/colour.ts';
import { addLine, darkness, type Light } from '../canvas/light.ts';
import { duskSky } from '../drawing/duskSky.ts';
import { addStroke } from '../drawing/stroke.ts';
import { flock } from '../mathematics/flock.ts';
import { type Picture, PLATE } from '../picture.ts';

const BIRDS = 460;
/** The moment of the flock that is shown, in seconds. */
const MOMENT = 5.6;
const NEIGHBOURS = 7;
/** The bird whose neighbours are told, counted from the left. */
const CHOSEN = 0.3;

const INK: Rgb = [1.5, 1.75, 1.05];
const THREAD: Rgb = [0.75, 0.95, 0.5];
const RED = oklch(0.6, 0.22, 28);
const PALE = oklch(0.97, 0.03, 85);

type Place = readonly [x: number, y: number];

/** The places of all birds on the picture, seen from the side, and their headings there. */
function settled(): { places: Place[]; headings: number[]; space: Float32Array } {
  const { places, ways } = flock(BIRDS, 2008)(Math.round(48 * MOMENT));
  const middle = [0, 1, 2].map(
    (k) => places.reduce((sum, value, i) => (i % 3 === k ? sum + value : sum), 0) / BIRDS,
  );
  const on = Array.from(
    { length: BIRDS },
    (_, i): Place => [800 + (places[i * 3]! - middle[0]!) * 33, 430 - (places[i * 3 + 2]! - middle[2]!) * 33],
  );
  const headings = Array.from({ length: BIRDS }, (_, i) => Math.atan2(-ways[i * 3 + 2]!, ways[i * 3]!));
  return { places: on, headings, space: places };
}

/** The birds nearest to one, in space. */
function nearest(space: Float32Array, i: number): number[] {
  const away = (j: number) => Math.hypot(...[0, 1, 2].map((k) => space[i * 3 + k]! - space[j * 3 + k]!));
  return Array.from({ length: BIRDS }, (_, j) => j)
    .filter((j) => j !== i)
    .map((j) => [away(j), j] as const)
    .sort((a, b) => a[0] - b[0])
    .slice(0, NEIGHBOURS)
    .map(([, j]) => j);
}

function arrow([x, y]: Place, heading: number, reach: number): Place[] {
  const at = (turn: number, away: number): Place => [
    x + Math.cos(heading + turn) * away,
    y + Math.sin(heading + turn) * away,
  ];
  return [at(2.5, reach), at(0, reach), at(-2.5, reach)];
}

/** A flock at dusk, each bird tied to the seven it heeds; one of them, with its seven, in red. */
function tied(): Light {
  const light = duskSky(PLATE);
  const { places, headings, space } = settled();
  const ink = darkness(PLATE);
  const heeded = places.map((_, i) => nearest(space, i));
  for (const [i, others] of heeded.entries())
    for (const j of others) addLine(ink, [...places[i]!, ...places[j]!], THREAD, 0.42);
  for (const [i, place] of places.entries()) addStroke(ink, arrow(place, headings[i]!, 9), INK, 2.4);
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! * Math.exp(-ink.data[i]!);
  const order = places.map((_, i) => i).sort((a, b) => places[a]![0] - places[b]![0]);
  const one = order[Math.floor(BIRDS * CHOSEN)]!;
  for (const j of heeded[one]!) cover(light, [places[one]!, places[j]!], RED, 3);
  for (const j of heeded[one]!) cover(light, arrow(places[j]!, headings[j]!, 10), RED, 4);
  cover(light, arrow(places[one]!, headings[one]!, 15), PALE, 6);
  return light;
}

/** Paints a line over what is there. */
function cover(light: Light, points: readonly Place[], colour: Rgb, width: number): void {
  const mask = darkness(light);
  addStroke(mask, points, [1, 1, 1], width);
  for (let at = 0; at < light.data.length; at += 3) {
    const share = Math.min(1, mask.data[at]!);
    if (share > 0)
      for (let c = 0; c < 3; c++) light.data[at + c] = light.data[at + c]! * (1 - share) + colour[c]! * share;
  }
}

/** The article on seven neighbours. */
export const pictures: readonly Picture[] = [{ name: 'cover-neighbours', draw: tied }];
