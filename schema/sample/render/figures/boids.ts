import { type Projection, project } from '../canvas/camera.ts';
import { addLine, darkness, type Light, type Size } from '../canvas/light.ts';
import { ease, mix } from '../canvas/motion.ts';
import { duskSky } from '../drawing/duskSky.ts';
import type { Figure } from '../figure.ts';
import { type Flock, flock, STEPS } from '../mathematics/flock.ts';
import { flockSound } from '../sound/flockSound.ts';

const DURATION = 14;
const FPS = 24;
const BIRDS = 4000;
const SEED = 1987;
/** How much of each component of light a bird takes away: what is left is a warm indigo. */
const INK = [1.25, 1.4, 0.95] as const;
/** Half the span of a bird's wings, in metres, larger than life as far birds are. */
const SPAN = 0.34;

/** The birds are those above the roost, seen from a hill by an eye that hardly moves. */
function view(time: number, { width, height }: Size): Projection {
  return project({
    centre: [0, 0, 25],
    azimuth: mix(-0.05, 0.07, ease(time, -3, 17)),
    elevation: -0.04,
    distance: 92,
    scale: (mix(13.4, 14.6, ease(time, -2, 16)) * height) / 720,
    middle: [width * 0.5, height * 0.43],
  });
}

/** Adds the ink of every bird: its two wings, which beat, and the short way it went while the shutter was open. */
function addBirds(ink: Light, birds: Flock, time: number, projection: Projection): void {
  const scale = ink.height / 720;
  const { count, places, ways } = birds;
  const out = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    const beat = Math.sin(time * (23 + (i % 7)) + i * 2.4);
    const [vx, vy, vz] = [ways[at]!, ways[at + 1]!, ways[at + 2]!];
    const level = Math.hypot(vx, vy) + 1e-6;
    const [sx, sy] = [-vy / level, vx / level];
    const lift = 0.35 + 0.55 * beat;
    // One of two ways to draw: far and slow birds are alike, so one half-open shutter suffices.
    for (const late of [-0.3, 0.3]) {
      const moved = late / FPS;
      const [x, y, z] = [
        places[at]! + vx * moved,
        places[at + 1]! + vy * moved,
        places[at + 2]! + vz * moved,
      ];
      projection(x, y, z, out);
      const [bx, by, near] = [out[0]!, out[1]!, out[2]!];
      const dark = 0.47 * near ** 4.5 * scale;
      for (const side of [-1, 1]) {
        projection(x + sx * SPAN * side, y + sy * SPAN * side, z + SPAN * lift, out);
        addLine(ink, [bx, by, out[0]!, out[1]!], INK, dark);
      }
      projection(x - (vx / CRUISE) * 0.3, y - (vy / CRUISE) * 0.35, z - (vz / CRUISE) * 0.35, out);
      addLine(ink, [bx, by, out[0]!, out[1]!], INK, dark * 1.3);
    }
  }
}

const CRUISE = 12;

/** The hawk: larger, with swept wings. */
function addHawk(ink: Light, { hawk }: Flock, projection: Projection): void {
  const [x, y, z] = hawk;
  const a = new Float64Array(3);
  const b = new Float64Array(3);
  const line = (from: readonly number[], to: readonly number[], dark: number) => {
    projection(x + from[0]!, y + from[1]!, z + from[2]!, a);
    projection(x + to[0]!, y + to[1]!, z + to[2]!, b);
    for (const off of [-0.8, 0, 0.8])
      addLine(ink, [a[0]!, a[1]! + off, b[0]!, b[1]! + off], INK, (dark * ink.height) / 720);
  };
  line([1.4, 0, -0.4], [-1.7, 0, 0.35], 2.2);
  line([0.8, 0, -0.2], [-0.5, 0, 1.7], 1.5);
  line([-0.5, 0, 1.7], [-2.1, 0, 2], 1.1);
  line([0.6, 0, -0.2], [-1.4, 0, -1.3], 1.3);
}

function begin(size: Size): (frame: number) => Light {
  const birdsAt = flock(BIRDS, SEED);
  const sky = duskSky(size);
  const light = darkness(size);
  return (frame) => {
    const time = frame / FPS;
    const birds = birdsAt(Math.round(time * STEPS));
    const ink = darkness(size);
    const projection = view(time, size);
    addBirds(ink, birds, time, projection);
    addHawk(ink, birds, projection);
    soften(ink);
    const shown = ease(time, 0, 1.3) * (1 - ease(time, 12.6, 13.9));
    for (let i = 0; i < light.data.length; i++)
      light.data[i] = sky.data[i]! * Math.exp(-ink.data[i]!) * shown;
    return light;
  };
}

/** Evens the ink over its neighbours, as a lens does that is a little out of focus: soft birds cost few bytes. */
function soften({ width, height, data }: Light): void {
  for (const step of [3, width * 3]) {
    const sharp = data.slice();
    for (let i = width * 3; i < width * (height - 1) * 3; i++)
      data[i] = 0.25 * sharp[i - step]! + 0.5 * sharp[i]! + 0.25 * sharp[i + step]!;
  }
}

/** Three rules that make a flock. */
export const figure: Figure = {
  name: 'boids',
  title: 'Boids',
  createdAt: '2026-04-13T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 3.5,
  quality: [37.5, 36.5],
  preview: 9.5,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'de', label: 'Deutsch', closedCaptions: false },
  ],
  begin,
  sound: () => flockSound(DURATION),
};
