import { oklch, type Rgb } from '../../canvas/colour.ts';
import { addLine, blackImage, type LinearImage } from '../../canvas/linearImage.ts';
import { duskSky } from '../../drawing/duskSky.ts';
import { addStroke, type Point } from '../../drawing/stroke.ts';
import { flock } from '../../mathematics/flock.ts';
import { type Picture, PLATE } from '../picture.ts';

const BIRDS = 460;
/** The time of the flock that is shown, in seconds. */
const TIME_SECONDS = 5.6;
const NEIGHBOURS = 7;
/** The highlighted bird, as a fraction of the birds sorted from left to right. */
const HIGHLIGHTED_RANK = 0.3;

const INK: Rgb = [1.5, 1.75, 1.05];
const LINK: Rgb = [0.75, 0.95, 0.5];
const RED = oklch(0.6, 0.22, 28);
const PALE = oklch(0.97, 0.03, 85);

/** Returns the image positions and headings of all birds, seen from the side, and their positions in space. */
function arrangeBirds(): { points: Point[]; headings: number[]; space: Float32Array } {
  const { positions, velocities } = flock(BIRDS, 2008)(Math.round(48 * TIME_SECONDS));
  const centre = [0, 1, 2].map(
    (k) => positions.reduce((sum, value, i) => (i % 3 === k ? sum + value : sum), 0) / BIRDS,
  );
  const on = Array.from(
    { length: BIRDS },
    (_, i): Point => [
      800 + (positions[i * 3]! - centre[0]!) * 33,
      430 - (positions[i * 3 + 2]! - centre[2]!) * 33,
    ],
  );
  const headings = Array.from({ length: BIRDS }, (_, i) =>
    Math.atan2(-velocities[i * 3 + 2]!, velocities[i * 3]!),
  );
  return { points: on, headings, space: positions };
}

/** Returns the birds nearest to one in space. */
function nearest(space: Float32Array, i: number): number[] {
  const distance = (j: number) => Math.hypot(...[0, 1, 2].map((k) => space[i * 3 + k]! - space[j * 3 + k]!));
  return Array.from({ length: BIRDS }, (_, j) => j)
    .filter((j) => j !== i)
    .map((j) => [distance(j), j] as const)
    .sort((a, b) => a[0] - b[0])
    .slice(0, NEIGHBOURS)
    .map(([, j]) => j);
}

function arrow([x, y]: Point, heading: number, reach: number): Point[] {
  const at = (turn: number, distance: number): Point => [
    x + Math.cos(heading + turn) * distance,
    y + Math.sin(heading + turn) * distance,
  ];
  return [at(2.5, reach), at(0, reach), at(-2.5, reach)];
}

/**
 * Returns a flock at dusk with lines from each bird to its seven nearest neighbours; one bird and its seven are red.
 */
function neighbourLinks(): LinearImage {
  const light = duskSky(PLATE);
  const { points, headings, space } = arrangeBirds();
  const ink = blackImage(PLATE);
  const neighbours = points.map((_, i) => nearest(space, i));
  for (const [i, nearby] of neighbours.entries())
    for (const j of nearby) addLine(ink, [...points[i]!, ...points[j]!], LINK, 0.42);
  for (const [i, point] of points.entries()) addStroke(ink, arrow(point, headings[i]!, 9), INK, 2.4);
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! * Math.exp(-ink.data[i]!);
  const order = points.map((_, i) => i).sort((a, b) => points[a]![0] - points[b]![0]);
  const highlighted = order[Math.floor(BIRDS * HIGHLIGHTED_RANK)]!;
  for (const j of neighbours[highlighted]!) paintOver(light, [points[highlighted]!, points[j]!], RED, 3);
  for (const j of neighbours[highlighted]!) paintOver(light, arrow(points[j]!, headings[j]!, 10), RED, 4);
  paintOver(light, arrow(points[highlighted]!, headings[highlighted]!, 15), PALE, 6);
  return light;
}

/** Paints a line over the image. */
function paintOver(light: LinearImage, points: readonly Point[], colour: Rgb, width: number): void {
  const mask = blackImage(light);
  addStroke(mask, points, [1, 1, 1], width);
  for (let at = 0; at < light.data.length; at += 3) {
    const share = Math.min(1, mask.data[at]!);
    if (share > 0)
      for (let c = 0; c < 3; c++) light.data[at + c] = light.data[at + c]! * (1 - share) + colour[c]! * share;
  }
}

/** Cover: the article on seven neighbours. */
export const pictures: readonly Picture[] = [{ name: 'cover-neighbours', draw: neighbourLinks }];
