import { createProjection, type Projection } from '../../canvas/camera.ts';
import { ease, mix } from '../../canvas/easing.ts';
import { addLine, blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { duskSky } from '../../drawing/duskSky.ts';
import { type Flock, flock } from '../../mathematics/flock.ts';
import { CRUISE_SPEED, STEPS_PER_SECOND } from '../../mathematics/flockRules.ts';
import type { Film } from '../film.ts';
import { flockSound } from '../sound/flockSound.ts';

const DURATION_SECONDS = 14;
const FPS = 24;
const BIRDS = 4000;
const SEED = 1987;
/** The absorption of each component by a bird; the rest is a warm indigo. */
const ABSORPTION = [1.25, 1.4, 0.95] as const;
/** Half of the wingspan in metres, larger than life because the birds are far away. */
const HALF_WINGSPAN = 0.34;

/** Returns the view of a nearly still camera on a hill. */
function view(time: number, { width, height }: Size): Projection {
  return createProjection({
    centre: [0, 0, 25],
    azimuth: mix(-0.05, 0.07, ease(time, -3, 17)),
    elevation: -0.04,
    distance: 92,
    scale: (mix(13.4, 14.6, ease(time, -2, 16)) * height) / 720,
    imageCentre: [width * 0.5, height * 0.43],
  });
}

/** Draws every bird: two beating wings, motion-blurred over the exposure. */
function addBirds(ink: LinearImage, birds: Flock, time: number, projection: Projection): void {
  const scale = ink.height / 720;
  const { count, positions, velocities } = birds;
  const out = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    const beat = Math.sin(time * (23 + (i % 7)) + i * 2.4);
    const [vx, vy, vz] = [velocities[at]!, velocities[at + 1]!, velocities[at + 2]!];
    const level = Math.hypot(vx, vy) + 1e-6;
    const [sx, sy] = [-vy / level, vx / level];
    const lift = 0.35 + 0.55 * beat;
    // Two exposures suffice, because the birds are far away and slow.
    for (const exposure of [-0.3, 0.3]) {
      const seconds = exposure / FPS;
      const [x, y, z] = [
        positions[at]! + vx * seconds,
        positions[at + 1]! + vy * seconds,
        positions[at + 2]! + vz * seconds,
      ];
      projection(x, y, z, out);
      const [bx, by, magnification] = [out[0]!, out[1]!, out[2]!];
      const dark = 0.47 * magnification ** 4.5 * scale;
      for (const side of [-1, 1]) {
        projection(
          x + sx * HALF_WINGSPAN * side,
          y + sy * HALF_WINGSPAN * side,
          z + HALF_WINGSPAN * lift,
          out,
        );
        addLine(ink, [bx, by, out[0]!, out[1]!], ABSORPTION, dark);
      }
      projection(
        x - (vx / CRUISE_SPEED) * 0.3,
        y - (vy / CRUISE_SPEED) * 0.35,
        z - (vz / CRUISE_SPEED) * 0.35,
        out,
      );
      addLine(ink, [bx, by, out[0]!, out[1]!], ABSORPTION, dark * 1.3);
    }
  }
}

/** Draws the hawk: larger, with swept wings. */
function addHawk(ink: LinearImage, { hawk }: Flock, projection: Projection): void {
  const [x, y, z] = hawk;
  const a = new Float64Array(3);
  const b = new Float64Array(3);
  const line = (from: readonly number[], to: readonly number[], dark: number) => {
    projection(x + from[0]!, y + from[1]!, z + from[2]!, a);
    projection(x + to[0]!, y + to[1]!, z + to[2]!, b);
    for (const off of [-0.8, 0, 0.8])
      addLine(ink, [a[0]!, a[1]! + off, b[0]!, b[1]! + off], ABSORPTION, (dark * ink.height) / 720);
  };
  line([1.4, 0, -0.4], [-1.7, 0, 0.35], 2.2);
  line([0.8, 0, -0.2], [-0.5, 0, 1.7], 1.5);
  line([-0.5, 0, 1.7], [-2.1, 0, 2], 1.1);
  line([0.6, 0, -0.2], [-1.4, 0, -1.3], 1.3);
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const birdsAt = flock(BIRDS, SEED);
  const sky = duskSky(size);
  const light = blackImage(size);
  return (frame) => {
    const time = frame / FPS;
    const birds = birdsAt(Math.round(time * STEPS_PER_SECOND));
    const ink = blackImage(size);
    const projection = view(time, size);
    addBirds(ink, birds, time, projection);
    addHawk(ink, birds, projection);
    blur(ink);
    const fade = ease(time, 0, 1.3) * (1 - ease(time, 12.6, 13.9));
    for (let i = 0; i < light.data.length; i++) light.data[i] = sky.data[i]! * Math.exp(-ink.data[i]!) * fade;
    return light;
  };
}

/** Blurs the ink slightly, like a lens a little out of focus; soft birds encode to fewer bytes. */
function blur({ width, height, data }: LinearImage): void {
  for (const step of [3, width * 3]) {
    const sharp = data.slice();
    for (let i = width * 3; i < width * (height - 1) * 3; i++)
      data[i] = 0.25 * sharp[i - step]! + 0.5 * sharp[i]! + 0.25 * sharp[i + step]!;
  }
}

/** Boids: three rules that make a flock. */
export const film: Film = {
  name: 'boids',
  title: 'Boids',
  createdAt: '2026-04-13T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.5,
  crf: [35, 40, 36.5],
  previewStart: 9.5,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'de', label: 'Deutsch', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => flockSound(DURATION_SECONDS),
};
