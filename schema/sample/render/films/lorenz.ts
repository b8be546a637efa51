import { createProjection } from '../../canvas/camera.ts';
import { oklch, palette } from '../../canvas/colour.ts';
import { ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels, type Size } from '../../canvas/linearImage.ts';
import { normalRandom, seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { addBundle, addTrajectory, compressRange } from '../../drawing/trajectoryBundle.ts';
import { attractorPoint, integrateLorenz, type Trajectories } from '../../mathematics/attractor.ts';
import type { Film } from '../film.ts';
import { lorenzSound } from '../sound/lorenzSound.ts';

const DURATION_SECONDS = 16;
const FPS = 24;
/** The time step of the integration, in the time unit of the equations. */
const TIME_STEP = 0.01;
const TRAJECTORIES = 3200;
/** The standard deviation of the starting points, in the unit of the equations; the attractor is 40 wide. */
const SPREAD = 0.002;

const DIVERGENCE_COLOURS = palette([
  [0, 0.86, 0.13, 82],
  [0.42, 0.8, 0.15, 66],
  [0.62, 0.68, 0.19, 20],
  [0.8, 0.6, 0.19, -45],
  [1, 0.68, 0.13, -140],
]);
const BACKGROUND_TRAJECTORY = oklch(0.5, 0.09, 275);
const NIGHT = oklch(0.155, 0.03, 275);

/** Returns the time of the equations at a time of the film. It starts slowly and stops as the image fades. */
function lorenzTime(seconds: number): number {
  let time = 0;
  for (let t = 0; t < seconds; t += 1 / 48)
    time += (1.28 * ease(t, -0.6, 1.4) * (1 - 0.85 * ease(t, 13, 16.4))) / 48;
  return time;
}

/** Returns the trajectories of thousands of starting points around one point of the attractor. */
function computeTrajectories(count: number, time: number): Trajectories {
  const origin = attractorPoint(50);
  const gauss = normalRandom(seededRandom(1963));
  const start = Float64Array.from(
    { length: count * 3 },
    (_, i) => origin[i % 3]! + (i < 3 ? 0 : SPREAD * gauss()),
  );
  return integrateLorenz(start, Math.ceil(time / TIME_STEP) + 2, TIME_STEP);
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const scale = size.height / 720;
  const trajectories = computeTrajectories(TRAJECTORIES, lorenzTime(DURATION_SECONDS));
  const background = integrateLorenz(attractorPoint(20), 14_000, TIME_STEP);
  const light = blackImage(size);
  return (frame) => {
    const time = frame / FPS;
    paintPixels(light, (x, y, out, at) => {
      const across = (x - size.width / 2) / size.height;
      const down = (y - size.height * 0.52) / size.height;
      const vignette = 0.12 + Math.exp(-2.6 * (across * across * 0.6 + down * down));
      for (let c = 0; c < 3; c++) out[at + c] = NIGHT[c]! * vignette;
    });
    const turn = ease(time, -4, 20);
    const projection = createProjection({
      centre: [0, 0, 24.3],
      azimuth: mix(-1.12, -0.34, turn),
      elevation: mix(0.2, 0.04, turn),
      distance: 118,
      scale: mix(13.8, 14.3, ease(time, -2, 12)) * scale,
      imageCentre: [size.width / 2, size.height / 2],
    });
    const trails = blackImage(size);
    addTrajectory(trails, background, projection, BACKGROUND_TRAJECTORY, 0.06 * scale);
    addBundle(
      trails,
      {
        trajectories,
        headStep: lorenzTime(time) / TIME_STEP,
        trail: mix(70, 125, ease(time, 3, 8)) * mix(1, 0.62, ease(time, 9, 12)),
        colours: DIVERGENCE_COLOURS,
        highlight: ease(time, 8.4, 11.4),
        brightness: 0.21 * scale * mix(1, 0.5, ease(time, 6, 10)),
      },
      projection,
    );
    compressRange(trails, 0.16);
    addGlow(trails, 26 * scale, 0.4);
    const fade = ease(time, 0, 1.2) * (1 - ease(time, 14.4, 15.9));
    for (let at = 0; at < light.data.length; at++)
      light.data[at] = (light.data[at]! + trails.data[at]!) * fade;
    return light;
  };
}

/** The butterfly effect in the Lorenz attractor, seen and heard. */
export const film: Film = {
  name: 'lorenz',
  title: 'The Lorenz attractor',
  createdAt: '2026-01-12T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 4,
  crf: [29.2, 34.2, 33.5],
  previewStart: 6.5,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'de', label: 'Deutsch', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () =>
    lorenzSound(
      computeTrajectories(24, lorenzTime(DURATION_SECONDS)),
      (time) => lorenzTime(time) / TIME_STEP,
      DURATION_SECONDS,
    ),
};
