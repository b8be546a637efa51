import { oklch, palette } from '../../canvas/colour.ts';
import { ease, mix } from '../../canvas/easing.ts';
import { addLine, blackImage, type LinearImage, paintPixels, type Size } from '../../canvas/linearImage.ts';
import { addDisc } from '../../drawing/disc.ts';
import { addGlow } from '../../drawing/glow.ts';
import { addStroke } from '../../drawing/stroke.ts';
import { compressRange } from '../../drawing/trajectoryBundle.ts';
import { PENDULUM_STATE, stepDoublePendulum } from '../../mathematics/doublePendulum.ts';
import type { Film } from '../film.ts';
import { pendulumSound } from '../sound/pendulumSound.ts';

const DURATION_SECONDS = 16;
const FPS = 24;
const PENDULUMS = 240;
/** The angle between neighbouring pendulums at their release: a thousandth of a degree. */
const SPREAD_RADIANS = (0.001 * Math.PI) / 180;
const STEPS_PER_FRAME = 20;
/** The images of a pendulum in one frame, like the exposure of a camera. */
const EXPOSURES = 10;
/** The times in seconds at which the single pendulum is lifted, the second arm has grown, and both are released. */
const LIFT = { begin: 2.5, end: 3.85 };
const RELEASE_FRAME = 96;
const RELEASE_SECONDS = RELEASE_FRAME / FPS;
const RELEASE_ANGLES = { first: 2.6, second: 1.2 };
/** The angular speed of a pendulum of one metre, and its angle at the turn. */
const SWING = { radiansPerSecond: Math.sqrt(9.81), angle: 0.42 };
const TRAIL_KEPT_PER_FRAME = 0.93;

const HUES = palette([
  [0, 0.78, 0.15, 62],
  [0.3, 0.68, 0.2, 15],
  [0.6, 0.62, 0.2, -40],
  [0.85, 0.6, 0.19, -80],
  [1, 0.74, 0.12, -150],
]);
const NIGHT = oklch(0.2, 0.06, 300);
const STEEL = oklch(0.88, 0.02, 300);

/** The angles of both arms of a pendulum, and the length of the second arm in arms. */
interface Pose {
  readonly first: number;
  readonly second: number;
  readonly secondLength: number;
}

/** Returns the pose of the pendulum before the release: it swings, is lifted, and is given its second arm. */
function poseBeforeRelease(time: number): Pose {
  const swing = SWING.angle * Math.cos(SWING.radiansPerSecond * time) * ease(time, -1, 0.6);
  const lifted = ease(time, LIFT.begin, LIFT.end);
  const grown = ease(time, LIFT.begin + 0.3, LIFT.end);
  return {
    first: mix(swing, RELEASE_ANGLES.first, lifted),
    second: mix(swing, RELEASE_ANGLES.second, lifted),
    secondLength: grown,
  };
}

/** Returns a function that gives the states of all pendulums after so many steps; a lower number restarts. */
function createSimulation(): (steps: number) => Float64Array {
  const start = Float64Array.from({ length: PENDULUMS * PENDULUM_STATE }, (_, i) => {
    const offset = (Math.floor(i / PENDULUM_STATE) - (PENDULUMS - 1) / 2) * SPREAD_RADIANS;
    return [RELEASE_ANGLES.first + offset, RELEASE_ANGLES.second + offset, 0, 0][i % PENDULUM_STATE]!;
  });
  let states = start.slice();
  let stepsDone = 0;
  return (steps) => {
    if (steps < stepsDone) {
      states = start.slice();
      stepsDone = 0;
    }
    for (; stepsDone < steps; stepsDone++) stepDoublePendulum(states, 1 / (FPS * STEPS_PER_FRAME));
    return states;
  };
}

/** Returns the share in which the pendulums have lost each other, by time in the film. */
function scattered(time: number): number {
  return ease(time, 7, 10);
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const { width, height } = size;
  const unit = height / 720;
  const arm = 166 * unit;
  const pivot = [width / 2, height * 0.5] as const;
  const simulation = createSimulation();
  const background = nightBackground(size);
  const light = blackImage(size);
  const trail = blackImage(size);
  let drawnFrames = 0;
  /** Adds all pendulums of one frame to `arms`, and the paths of their ends to the trail. */
  const expose = (arms: LinearImage, frame: number) => {
    const begin = (frame - RELEASE_FRAME) * STEPS_PER_FRAME;
    const previous = new Float64Array(PENDULUMS * 2);
    for (let exposure = 0; exposure <= EXPOSURES; exposure++) {
      const steps = begin + Math.round((exposure / EXPOSURES) * STEPS_PER_FRAME);
      const time = (RELEASE_FRAME + steps / STEPS_PER_FRAME) / FPS;
      const states = begin < 0 ? null : simulation(steps);
      const weight = (2.6 * unit * mix(1, 0.6, scattered(time))) / EXPOSURES;
      for (let i = 0; i < (states ? PENDULUMS : 1); i++) {
        const pose = states
          ? { first: states[i * 4]!, second: states[i * 4 + 1]!, secondLength: 1 }
          : poseBeforeRelease(time);
        const share = states ? 1 / PENDULUMS : 1;
        const colour = states ? HUES.at(i / (PENDULUMS - 1)) : STEEL;
        const elbow = end(pivot, pose.first, arm);
        const bob = end(elbow, pose.second, arm * pose.secondLength);
        const brightness = weight * (share * mix(1, 9, scattered(time)) + 0.0012);
        if (exposure > 0) {
          addLine(arms, [...pivot, ...elbow], colour, brightness * 1.6);
          addLine(arms, [...elbow, ...bob], colour, brightness * 1.6);
          const path = [previous[i * 2]!, previous[i * 2 + 1]!, bob[0], bob[1]] as const;
          addLine(trail, path, colour, unit * (share * mix(1, 7, scattered(time)) + 0.002) * 1.2);
        }
        previous.set(bob, i * 2);
      }
    }
  };
  return (frame) => {
    if (frame < drawnFrames) {
      trail.data.fill(0);
      drawnFrames = 0;
    }
    const arms = blackImage(size);
    for (; drawnFrames <= frame; drawnFrames++) {
      for (let at = 0; at < trail.data.length; at++) trail.data[at]! *= TRAIL_KEPT_PER_FRAME;
      arms.data.fill(0);
      expose(arms, drawnFrames);
    }
    const time = frame / FPS;
    for (let at = 0; at < arms.data.length; at++) arms.data[at]! += trail.data[at]!;
    if (time < 8) addLead(arms, simulation, time, { pivot, arm, unit });
    compressRange(arms, 0.35);
    addGlow(arms, 22 * unit, 0.35);
    const fade = ease(time, 0, 0.9) * (1 - ease(time, 14.6, 15.9));
    addDisc(arms, pivot, 5 * unit, STEEL, 0.9);
    for (let at = 0; at < light.data.length; at++)
      light.data[at] = (background.data[at]! + arms.data[at]!) * fade;
    return light;
  };
}

/** Returns the end of an arm that hangs from a point at an angle. */
function end([x, y]: readonly [number, number], angle: number, length: number): [number, number] {
  return [x + Math.sin(angle) * length, y + Math.cos(angle) * length];
}

/** Draws the pendulum in the middle as solid rods and weights, while all pendulums agree. */
function addLead(
  light: LinearImage,
  simulation: (steps: number) => Float64Array,
  time: number,
  { pivot, arm, unit }: { pivot: readonly [number, number]; arm: number; unit: number },
): void {
  const steps = (Math.round(time * FPS) + 1 - RELEASE_FRAME) * STEPS_PER_FRAME;
  const middle = (PENDULUMS / 2) * PENDULUM_STATE;
  const states = steps < 0 ? null : simulation(steps);
  const pose = states
    ? { first: states[middle]!, second: states[middle + 1]!, secondLength: 1 }
    : poseBeforeRelease(time + 1 / FPS);
  const opacity = 1 - ease(time, 6.6, 7.8);
  const elbow = end(pivot, pose.first, arm);
  const bob = end(elbow, pose.second, arm * pose.secondLength);
  const colour = STEEL.map((part) => part * 0.4 * opacity) as [number, number, number];
  addStroke(light, [pivot, elbow], colour, 3 * unit);
  addStroke(light, [elbow, bob], colour, 3 * unit);
  addDisc(light, elbow, 9 * unit, STEEL, opacity);
  addDisc(light, bob, 9 * unit * pose.secondLength, STEEL, opacity * pose.secondLength);
}

/** Returns the dark room behind the pendulums, a little lighter around their pivot. */
function nightBackground(size: Size): LinearImage {
  const light = blackImage(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width / 2) / size.height;
    const down = (y - size.height / 2) / size.height;
    const vignette = 0.25 + Math.exp(-2.2 * (across * across * 0.7 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = NIGHT[c]! * vignette;
  });
  return light;
}

/** A double pendulum, and 240 that start a thousandth of a degree apart. */
export const film: Film = {
  name: 'double-pendulum',
  title: 'The double pendulum',
  createdAt: '2026-09-28T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 4,
  crf: [27.5, 31, 31.5],
  previewStart: 8.5,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'de', label: 'Deutsch', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => pendulumSound(DURATION_SECONDS, { lift: LIFT, release: RELEASE_SECONDS, scattered }),
};
