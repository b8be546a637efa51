import { chance } from '../canvas/chance.ts';
import { oklch, type Rgb } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels, type Size } from '../canvas/light.ts';
import { clamp, ease, mix } from '../canvas/motion.ts';
import { addStroke } from '../drawing/stroke.ts';
import type { Figure } from '../figure.ts';
import { chain, type Epicycle, epicycles } from '../mathematics/epicycle.ts';
import { snowflake } from '../mathematics/snowflake.ts';
import { turning } from '../sound/epicycleSound.ts';

const DURATION = 16;
const FPS = 24;
/** Rounds a second are few; turns up to this many a round are drawn. */
const FASTEST = 340;
/** Three rounds, each with more circles than the one before. Seconds. */
const STAGES = [
  { circles: 3, begin: 0.6, end: 3 },
  { circles: 9, begin: 3.2, end: 5.5 },
  { circles: 113, begin: 5.7, end: 13.9 },
] as const;

const ICE = oklch(0.955, 0.018, 225);
const FROST = oklch(0.8, 0.065, 243);
/** Inks as the light they take away. */
const FAINT = ink(oklch(0.8, 0.07, 215));
const MIDDLE = ink(oklch(0.7, 0.11, 235));
const DEEP = ink(oklch(0.33, 0.15, 268));
const GRAPHITE = ink(oklch(0.62, 0.04, 255));
const CRYSTAL = ink(oklch(0.86, 0.085, 235));
const PEN = ink(oklch(0.6, 0.22, 30));

function ink(colour: Rgb): Rgb {
  return colour.map((part) => -Math.log(Math.max(0.004, part))) as unknown as Rgb;
}

/** How much of its round a stage has gone; the last lingers at one arm to be looked at closely. */
function roundAt(stage: number, time: number): number {
  const { begin, end } = STAGES[stage]!;
  if (stage < 2) return ease(time, begin - 0.5, end + 0.5) * clamp((time - begin) * 4);
  return 0.66 * gentle(time, begin, 9.6) + 0.17 * gentle(time, 9.4, 12.8) + 0.17 * gentle(time, 12.4, end);
}

/** A passage at an almost even pace. */
function gentle(time: number, begin: number, end: number): number {
  const s = clamp((time - begin) / (end - begin));
  return 0.6 * s + 0.4 * s * s * (3 - 2 * s);
}

type Place = readonly [x: number, y: number];

/** The curve that some circles draw in a round. */
function drawn(circles: readonly Epicycle[], points: number): Place[] {
  return Array.from({ length: points + 1 }, (_, i) => chain(circles, i / points).at(-1)!);
}

function begin(size: Size): (frame: number) => Light {
  const circles = epicycles(snowflake(), FASTEST);
  const parts = STAGES.map((stage) => circles.slice(0, stage.circles));
  const curves = parts.map((part, i) => drawn(part, [360, 720, 3072][i]!));
  const paper = sheet(size);
  const light = darkness(size);
  const unit = size.height / 720;
  return (frame) => {
    const time = frame / FPS;
    const stage = time < 3.1 ? 0 : time < 5.6 ? 1 : 2;
    const round = clamp(roundAt(stage, time));
    const closer = ease(time, 9.3, 10.8) * (1 - ease(time, 12.2, 13.7));
    // The eye follows the few slow circles: the pen itself darts about too much to be followed.
    const followed = chain(circles.slice(0, 7), round).at(-1)!;
    const zoom = 318 * unit * mix(1, 4.6, closer);
    const turn = mix(-0.1, 0.1, time / DURATION) + Math.PI / 2;
    const [cos, sin] = [Math.cos(turn) * zoom, Math.sin(turn) * zoom];
    const toPixels = ([x, y]: Place): Place => {
      const [dx, dy] = [x - followed[0] * closer, y - followed[1] * closer];
      return [size.width / 2 + dx * cos - dy * sin, size.height / 2 - dx * sin - dy * cos];
    };
    const inks = darkness(size);
    addSnow(inks, curves[2]!, time);
    for (const [i, curve] of curves.entries()) {
      if (i > stage) continue;
      const share = i < stage ? 1 : round;
      const points = partOf(curve, share).map(toPixels);
      const weight = [2.8, 3, 3.6][i]! * unit;
      addStroke(inks, points, shaded([FAINT, MIDDLE, DEEP][i]!, i < stage ? 0.8 : 1), weight);
    }
    const whole = ease(time, 13.2, 14.4);
    if (whole > 0) fill(inks, curves[2]!.map(toPixels), shaded(CRYSTAL, whole));
    const turningShown = ease(time, 0.2, 1) * (1 - ease(time, 13.8, 14.8));
    if (turningShown > 0)
      addCircles(inks, parts[stage]!, chain(parts[stage]!, round).map(toPixels), zoom, turningShown, unit);
    const shown = ease(time, 0, 0.9) * (1 - ease(time, 14.9, 15.9));
    for (let i = 0; i < light.data.length; i++)
      light.data[i] = paper.data[i]! * Math.exp(-inks.data[i]!) * shown;
    return light;
  };
}

function partOf(curve: readonly Place[], share: number): Place[] {
  const place = share * (curve.length - 1);
  const whole = curve.slice(0, Math.floor(place) + 1);
  const next = curve[Math.floor(place) + 1];
  if (next) {
    const last = whole.at(-1)!;
    const part = place - Math.floor(place);
    whole.push([mix(last[0], next[0], part), mix(last[1], next[1], part)]);
  }
  return whole;
}

function shaded(colour: Rgb, strength: number): Rgb {
  return colour.map((part) => part * strength) as unknown as Rgb;
}

/** The circles as thin rings, their radii as one bent arm, and the pen. */
function addCircles(
  inks: Light,
  circles: readonly Epicycle[],
  places: readonly Place[],
  zoom: number,
  shown: number,
  unit: number,
): void {
  for (const [i, { radius }] of circles.entries()) {
    const reach = radius * zoom;
    if (reach < 1.2) continue;
    const [cx, cy] = places[i]!;
    const sides = Math.round(clamp(reach * 1.2, 12, 220));
    const ring = Array.from({ length: sides + 1 }, (_, k): Place => {
      const angle = (2 * Math.PI * k) / sides;
      return [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)];
    });
    addStroke(inks, ring, shaded(GRAPHITE, shown * clamp(reach / 22, 0.12, 0.7)), 2 * unit);
  }
  addStroke(inks, places, shaded(PEN, 0.55 * shown), 2 * unit);
  const [px, py] = places.at(-1)!;
  const reach = Math.ceil(7 * unit);
  for (let y = Math.floor(py) - reach; y <= py + reach; y++)
    for (let x = Math.floor(px) - reach; x <= px + reach; x++) {
      if (x < 0 || y < 0 || x >= inks.width || y >= inks.height) continue;
      const inside = clamp(5.2 * unit - Math.hypot(x + 0.5 - px, y + 0.5 - py) + 0.5) * shown;
      for (let c = 0; c < 3; c++) {
        const at = (y * inks.width + x) * 3 + c;
        inks.data[at] = mix(inks.data[at]!, PEN[c]!, inside);
      }
    }
}

function sheet(size: Size): Light {
  const light = darkness(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width * 0.45) / size.height;
    const down = (y - size.height * 0.4) / size.height;
    const lamp = Math.exp(-0.9 * (across * across * 0.7 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = mix(FROST[c]!, ICE[c]!, lamp);
  });
  return light;
}

/** Far crystals of the same shape, white, that sink slowly behind the paper's middle. */
function addSnow(inks: Light, curve: readonly Place[], time: number): void {
  const unit = inks.height / 720;
  const random = chance(1822);
  for (let n = 0; n < 22; n++) {
    const [across, down, near, spin] = [random(), random(), 0.25 + 0.75 * random(), random()];
    // The middle is kept for the large crystal.
    const x = (across < 0.5 ? across * 0.56 : 1 - (1 - across) * 0.56) * inks.width;
    const y = (((down * 1.3 + time * 0.011 * near) % 1.3) - 0.15) * inks.height;
    const turn = spin * 2 + time * 0.06 * (spin - 0.5);
    const [cos, sin] = [Math.cos(turn) * 52 * near * unit, Math.sin(turn) * 52 * near * unit];
    const points = curve
      .filter((_, i) => i % 8 === 0)
      .map(([px, py]): Place => [x + px * cos - py * sin, y + px * sin + py * cos]);
    fill(inks, points, [-0.22 * near, -0.14 * near, -0.08 * near]);
  }
}

/** Adds ink within a closed curve, by the even-odd rule, four lines a pixel. */
function fill(inks: Light, points: readonly Place[], colour: Rgb): void {
  const rows = Array.from({ length: inks.height * FINE }, (): number[] => []);
  for (const [i, [x, y]] of points.entries()) {
    const [nx, ny] = points[(i + 1) % points.length]!;
    const [top, bottom] = [Math.min(y, ny) * FINE, Math.max(y, ny) * FINE];
    for (let row = Math.max(0, Math.ceil(top - 0.5)); row < Math.min(rows.length, bottom - 0.5); row++)
      rows[row]!.push(x + ((nx - x) * ((row + 0.5) / FINE - y)) / (ny - y));
  }
  for (const [row, crossings] of rows.entries()) {
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2)
      for (let x = Math.max(0, Math.floor(crossings[i]!)); x < Math.min(inks.width, crossings[i + 1]!); x++) {
        const inside = Math.min(x + 1, crossings[i + 1]!) - Math.max(x, crossings[i]!);
        const at = (Math.floor(row / FINE) * inks.width + x) * 3;
        for (let c = 0; c < 3; c++) inks.data[at + c] = inks.data[at + c]! + (colour[c]! * inside) / FINE;
      }
  }
}

const FINE = 4;

/** The moments at which the pen passes a tip. */
function tips(): number[] {
  return STAGES.flatMap((_, stage) => {
    const moments: number[] = [];
    const { begin, end } = STAGES[stage]!;
    let passed = -1;
    for (let time = begin; time < end + 0.5; time += 1 / 96) {
      const arm = Math.floor(clamp(roundAt(stage, time)) * 6 + 1e-6);
      if (arm > passed) moments.push(time);
      passed = Math.max(passed, arm);
    }
    return moments;
  });
}

/** Circles on circles that draw a snow crystal. */
export const figure: Figure = {
  name: 'epicycles',
  title: 'Circles on circles',
  createdAt: '2026-07-13T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 4,
  quality: [35.5, 37],
  preview: 9,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'de', label: 'Deutsch', closedCaptions: false },
  ],
  begin,
  sound: () => turning(DURATION, epicycles(snowflake(), FASTEST), STAGES, tips()),
};
