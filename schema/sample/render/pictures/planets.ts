import { chance } from '../canvas/chance.ts';
import { oklch, palette } from '../canvas/colour.ts';
import { addLine, addPoint, darkness, type Light, paintPixels } from '../canvas/light.ts';
import { addGlow } from '../drawing/glow.ts';
import { addStroke } from '../drawing/stroke.ts';
import { type Picture, PLATE } from '../picture.ts';

/** Mars and the Earth on their ways round the Sun: half axes in that of the Earth, periods in years, eccentricities. */
const EARTH = { axis: 1, period: 1, eccentricity: 0.0167, perihelion: 1.8, begins: 0.3 };
const MARS = { axis: 1.5237, period: 1.8808, eccentricity: 0.0934, perihelion: 5.865, begins: 2.2 };
const YEARS = 15.8;
const MOMENTS = 12_000;

type Place = readonly [x: number, y: number];

/** Where a planet is after some years, by Kepler's laws; the equation between time and angle is solved by Newton's method. */
function placeOf(planet: typeof EARTH, years: number): Place {
  const mean = planet.begins + (2 * Math.PI * years) / planet.period;
  let angle = mean;
  for (let i = 0; i < 8; i++)
    angle -=
      (angle - planet.eccentricity * Math.sin(angle) - mean) / (1 - planet.eccentricity * Math.cos(angle));
  const along = planet.axis * (Math.cos(angle) - planet.eccentricity);
  const across = planet.axis * Math.sqrt(1 - planet.eccentricity ** 2) * Math.sin(angle);
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

function sky(): Light {
  const light = darkness(PLATE);
  paintPixels(light, (x, y, out, at) => {
    const lamp = Math.exp(-1.8 * (((x - 860) / 1000) ** 2 + ((y - 500) / 700) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = DEPTH[c]! + (NIGHT[c]! - DEPTH[c]!) * lamp;
  });
  const random = chance(1609);
  for (let i = 0; i < 420; i++) {
    const bright = 0.5 * random() ** 5 + 0.05;
    addPoint(light, random() * 1600, random() * 1000, bright, bright, bright * 1.1);
  }
  return light;
}

/** A ring about a place. */
function ring([x, y]: Place, radius: number): Place[] {
  return Array.from({ length: 361 }, (_, i) => {
    const turn = (i * Math.PI) / 180;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  });
}

/** The way of Mars about the Earth in nearly sixteen years: a wheel on a wheel, with a loop at each opposition. */
function loops(): Light {
  const light = sky();
  const scale = 236;
  const centre: Place = [838, 520];
  const onPlate = ([x, y]: Place): Place => [centre[0] + x * scale, centre[1] - y * scale];
  const from = (years: number): Place => {
    const [mars, earth] = [placeOf(MARS, years), placeOf(EARTH, years)];
    return onPlate([mars[0] - earth[0], mars[1] - earth[1]]);
  };
  const threads = darkness(PLATE);
  for (const distance of [0.5237, 1.5237, 2.5237])
    addStroke(threads, ring(centre, distance * scale), CHALK.map((part) => part * 0.2) as never, 1.2);
  for (let i = 1; i <= MOMENTS; i++) {
    const [before, now] = [from((YEARS * (i - 1)) / MOMENTS), from((YEARS * i) / MOMENTS)];
    const near = Math.hypot(now[0] - centre[0], now[1] - centre[1]) / scale;
    // Nearer is brighter, as seen from here: at its loops Mars outshines every star.
    const colour = BRASS.at(1.25 - near * 0.5);
    const width = 2.2 + 5.2 * Math.exp(-((near / 0.95) ** 2));
    for (let s = 0; s < width * 2; s++) {
      const off = (s + 0.5) / 2 - width / 2;
      const length = Math.hypot(now[0] - before[0], now[1] - before[1]) || 1;
      const [ox, oy] = [((before[1] - now[1]) / length) * off, ((now[0] - before[0]) / length) * off];
      addLine(threads, [before[0] + ox, before[1] + oy, now[0] + ox, now[1] + oy], colour, 0.5);
    }
  }
  const today = from(YEARS);
  const earth = placeOf(EARTH, YEARS);
  const hub = onPlate([-earth[0], -earth[1]]);
  addStroke(threads, ring(hub, 1.5237 * scale), CHALK.map((part) => part * 0.34) as never, 1.6);
  addStroke(threads, [centre, hub], CHALK, 1.6);
  addStroke(threads, [hub, today], CHALK, 1.6);
  for (let i = 0; i < light.data.length; i++)
    light.data[i] = light.data[i]! + Math.min(1.2, threads.data[i]!);
  for (const [place, radius, colour] of [
    [centre, 13, EARTH_BLUE],
    [hub, 7, BRASS.at(1)],
    [today, 10, BRASS.at(0.25)],
  ] as const)
    disc(light, place, radius, colour);
  addGlow(light, 22, 0.35);
  return light;
}

function disc(light: Light, [cx, cy]: Place, radius: number, colour: readonly number[]): void {
  for (let y = Math.floor(cy - radius - 1); y <= cy + radius + 1; y++)
    for (let x = Math.floor(cx - radius - 1); x <= cx + radius + 1; x++) {
      const inside = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x + 0.5 - cx, y + 0.5 - cy)));
      for (let c = 0; c < 3; c++) {
        const at = (y * light.width + x) * 3 + c;
        light.data[at] = light.data[at]! * (1 - inside) + colour[c]! * inside;
      }
    }
}

/** The article on circles upon circles. */
export const pictures: readonly Picture[] = [{ name: 'cover-wheels', draw: loops }];
