import { oklch, palette } from '../../canvas/colour.ts';
import { addLine, addPoint, blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { addStroke, type Point } from '../../drawing/stroke.ts';
import { type Picture, PLATE } from '../picture.ts';

/** The orbits of the Earth and of Mars: semi-major axes in astronomical units, periods in years, eccentricities. */
const EARTH = { axis: 1, period: 1, eccentricity: 0.0167, perihelion: 1.8, startAngle: 0.3 };
const MARS = { axis: 1.5237, period: 1.8808, eccentricity: 0.0934, perihelion: 5.865, startAngle: 2.2 };
const YEARS = 15.8;
const MOMENTS = 12_000;

/** Returns the position of a planet after some years by Kepler's laws. Newton's method solves Kepler's equation. */
function positionOf(planet: typeof EARTH, years: number): Point {
  const meanAnomaly = planet.startAngle + (2 * Math.PI * years) / planet.period;
  let eccentricAnomaly = meanAnomaly;
  for (let i = 0; i < 8; i++)
    eccentricAnomaly -=
      (eccentricAnomaly - planet.eccentricity * Math.sin(eccentricAnomaly) - meanAnomaly) /
      (1 - planet.eccentricity * Math.cos(eccentricAnomaly));
  const along = planet.axis * (Math.cos(eccentricAnomaly) - planet.eccentricity);
  const across = planet.axis * Math.sqrt(1 - planet.eccentricity ** 2) * Math.sin(eccentricAnomaly);
  const [cos, sin] = [Math.cos(planet.perihelion), Math.sin(planet.perihelion)];
  return [along * cos - across * sin, along * sin + across * cos];
}

const BRASS = palette([
  [0, 0.58, 0.15, 35],
  [0.4, 0.74, 0.15, 62],
  [0.75, 0.87, 0.12, 88],
  [1, 0.96, 0.06, 100],
]);
const NIGHT = oklch(0.25, 0.085, 265);
const DEPTH = oklch(0.13, 0.045, 275);
const CHALK = oklch(0.62, 0.06, 250);
const EARTH_BLUE = oklch(0.8, 0.1, 225);

function nightSky(): LinearImage {
  const light = blackImage(PLATE);
  paintPixels(light, (x, y, out, at) => {
    const lamp = Math.exp(-1.8 * (((x - 860) / 1000) ** 2 + ((y - 500) / 700) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = DEPTH[c]! + (NIGHT[c]! - DEPTH[c]!) * lamp;
  });
  const random = seededRandom(1609);
  for (let i = 0; i < 420; i++) {
    const bright = 0.5 * random() ** 5 + 0.05;
    addPoint(light, random() * 1600, random() * 1000, bright, bright, bright * 1.1);
  }
  return light;
}

/** Returns the points of a circle around a position. */
function ring([x, y]: Point, radius: number): Point[] {
  return Array.from({ length: 361 }, (_, i) => {
    const turn = (i * Math.PI) / 180;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  });
}

/** Returns the path of Mars around the Earth in nearly sixteen years: an epicycle with a loop at each opposition. */
function loops(): LinearImage {
  const light = nightSky();
  const scale = 236;
  const centre: Point = [838, 520];
  const onPlate = ([x, y]: Point): Point => [centre[0] + x * scale, centre[1] - y * scale];
  const from = (years: number): Point => {
    const [mars, earth] = [positionOf(MARS, years), positionOf(EARTH, years)];
    return onPlate([mars[0] - earth[0], mars[1] - earth[1]]);
  };
  const strokes = blackImage(PLATE);
  for (const distance of [0.5237, 1.5237, 2.5237])
    addStroke(strokes, ring(centre, distance * scale), CHALK.map((part) => part * 0.2) as never, 1.2);
  for (let i = 1; i <= MOMENTS; i++) {
    const [previous, current] = [from((YEARS * (i - 1)) / MOMENTS), from((YEARS * i) / MOMENTS)];
    const distance = Math.hypot(current[0] - centre[0], current[1] - centre[1]) / scale;
    // Mars is brighter when it is nearer to the Earth, as at its loops.
    const colour = BRASS.at(1.25 - distance * 0.5);
    const width = 2.2 + 5.2 * Math.exp(-((distance / 0.95) ** 2));
    for (let s = 0; s < width * 2; s++) {
      const offset = (s + 0.5) / 2 - width / 2;
      const length = Math.hypot(current[0] - previous[0], current[1] - previous[1]) || 1;
      const [ox, oy] = [
        ((previous[1] - current[1]) / length) * offset,
        ((current[0] - previous[0]) / length) * offset,
      ];
      addLine(strokes, [previous[0] + ox, previous[1] + oy, current[0] + ox, current[1] + oy], colour, 0.5);
    }
  }
  const today = from(YEARS);
  const earth = positionOf(EARTH, YEARS);
  const sun = onPlate([-earth[0], -earth[1]]);
  addStroke(strokes, ring(sun, 1.5237 * scale), CHALK.map((part) => part * 0.34) as never, 1.6);
  addStroke(strokes, [centre, sun], CHALK, 1.6);
  addStroke(strokes, [sun, today], CHALK, 1.6);
  for (let i = 0; i < light.data.length; i++)
    light.data[i] = light.data[i]! + Math.min(1.2, strokes.data[i]!);
  for (const [position, radius, colour] of [
    [centre, 13, EARTH_BLUE],
    [sun, 7, BRASS.at(1)],
    [today, 10, BRASS.at(0.25)],
  ] as const)
    disc(light, position, radius, colour);
  addGlow(light, 22, 0.35);
  return light;
}

function disc(light: LinearImage, [cx, cy]: Point, radius: number, colour: readonly number[]): void {
  for (let y = Math.floor(cy - radius - 1); y <= cy + radius + 1; y++)
    for (let x = Math.floor(cx - radius - 1); x <= cx + radius + 1; x++) {
      const inside = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x + 0.5 - cx, y + 0.5 - cy)));
      for (let c = 0; c < 3; c++) {
        const at = (y * light.width + x) * 3 + c;
        light.data[at] = light.data[at]! * (1 - inside) + colour[c]! * inside;
      }
    }
}

/** Cover: the article on circles upon circles. */
export const pictures: readonly Picture[] = [{ name: 'cover-wheels', draw: loops }];
