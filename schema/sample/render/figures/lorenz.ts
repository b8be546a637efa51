import { project } from '../canvas/camera.ts';
import { chance, normal } from '../canvas/chance.ts';
import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels, type Size } from '../canvas/light.ts';
import { ease, mix } from '../canvas/motion.ts';
import { addGlow } from '../drawing/glow.ts';
import { addBundle, addThread, compress } from '../drawing/lorenzLight.ts';
import type { Figure } from '../figure.ts';
import { followLorenz, onAttractor, type Trajectories } from '../mathematics/attractor.ts';
import { chorus } from '../sound/lorenzSound.ts';

const DURATION = 16;
const FPS = 24;
/** The equations' time of one kept step. */
const STEP = 0.01;
const TRAJECTORIES = 3200;
/** The deviation of the starts about one point, in the equations' unit: 0.002 of an attractor 40 wide. */
const SPREAD = 0.002;

const STRAYING = palette([
  [0, 0.86, 0.13, 82],
  [0.42, 0.8, 0.15, 66],
  [0.62, 0.68, 0.19, 20],
  [0.8, 0.6, 0.19, -45],
  [1, 0.68, 0.13, -140],
]);
const GHOST = oklch(0.5, 0.09, 275);
const NIGHT = oklch(0.155, 0.03, 275);

/** The equations' time at a moment of the film: it sets off gently, and comes to rest as the light goes out. */
function lorenzTime(seconds: number): number {
  let time = 0;
  for (let t = 0; t < seconds; t += 1 / 48)
    time += (1.28 * ease(t, -0.6, 1.4) * (1 - 0.85 * ease(t, 13, 16.4))) / 48;
  return time;
}

/** The bundle of the film: thousands of starts about one point of the attractor. */
function bundle(count: number, time: number): Trajectories {
  const home = onAttractor(50);
  const gauss = normal(chance(1963));
  const start = Float64Array.from(
    { length: count * 3 },
    (_, i) => home[i % 3]! + (i < 3 ? 0 : SPREAD * gauss()),
  );
  return followLorenz(start, Math.ceil(time / STEP) + 2, STEP);
}

function begin(size: Size): (frame: number) => Light {
  const scale = size.height / 720;
  const trajectories = bundle(TRAJECTORIES, lorenzTime(DURATION));
  const ghost = followLorenz(onAttractor(20), 14_000, STEP);
  const light = darkness(size);
  return (frame) => {
    const time = frame / FPS;
    paintPixels(light, (x, y, out, at) => {
      const across = (x - size.width / 2) / size.height;
      const down = (y - size.height * 0.52) / size.height;
      const fall = 0.12 + Math.exp(-2.6 * (across * across * 0.6 + down * down));
      for (let c = 0; c < 3; c++) out[at + c] = NIGHT[c]! * fall;
    });
    const turn = ease(time, -4, 20);
    const projection = project({
      centre: [0, 0, 24.3],
      azimuth: mix(-1.12, -0.34, turn),
      elevation: mix(0.2, 0.04, turn),
      distance: 118,
      scale: mix(13.8, 14.3, ease(time, -2, 12)) * scale,
      middle: [size.width / 2, size.height / 2],
    });
    const sparks = darkness(size);
    addThread(sparks, ghost, projection, GHOST, 0.06 * scale);
    addBundle(
      sparks,
      {
        trajectories,
        moment: lorenzTime(time) / STEP,
        trail: mix(70, 125, ease(time, 3, 8)) * mix(1, 0.62, ease(time, 9, 12)),
        colours: STRAYING,
        selection: ease(time, 8.4, 11.4),
        brightness: 0.21 * scale * mix(1, 0.5, ease(time, 6, 10)),
      },
      projection,
    );
    compress(sparks, 0.16);
    addGlow(sparks, 26 * scale, 0.4);
    const shown = ease(time, 0, 1.2) * (1 - ease(time, 14.4, 15.9));
    for (let at = 0; at < light.data.length; at++)
      light.data[at] = (light.data[at]! + sparks.data[at]!) * shown;
    return light;
  };
}

/** The butterfly effect, seen and heard. */
export const figure: Figure = {
  name: 'lorenz',
  title: 'The Lorenz attractor',
  createdAt: '2026-01-12T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 4,
  quality: [31.7, 33.5],
  preview: 6.5,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'de', label: 'Deutsch', closedCaptions: false },
  ],
  begin,
  sound: () => chorus(bundle(24, lorenzTime(DURATION)), (time) => lorenzTime(time) / STEP, DURATION),
};
