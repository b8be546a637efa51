import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, type Size } from '../canvas/light.ts';
import { clamp, ease, mix, swell } from '../canvas/motion.ts';
import { enlarge } from '../drawing/enlarge.ts';
import type { Figure } from '../figure.ts';
import { type Mover, type Obstacles, SPEED, type Tank, waveTank } from '../mathematics/waveTank.ts';
import { tankSound } from '../sound/rippleSound.ts';

const DURATION = 14;
const FPS = 24;
/** The tank's cells; a wave is 32 of them long, enough for the grid to be forgotten. */
const GRID: Size = { width: 640, height: 360 };
const STEPS = 10;
const WAVELENGTH = 32;
const BEAT = (2 * Math.PI * SPEED) / WAVELENGTH;
/** The dippers' phase, so that the middle of the film shows the water highest about them. */
const CREST = 0.75 * Math.PI;
/** Where the wall with the slit stands, and half the slit's width. */
const WALL = 156;
const HALF_SLIT = 22;
/** How long the memory of a place's movement is, as the share that a step replaces. */
const MEMORY = 0.012;

const WATER = palette([
  [0, 0.16, 0.06, 262],
  [0.3, 0.31, 0.085, 245],
  [0.5, 0.46, 0.09, 222],
  [0.68, 0.68, 0.1, 200],
  [0.85, 0.87, 0.07, 175],
  [1, 0.97, 0.05, 105],
]);
const WOOD = oklch(0.6, 0.07, 65);
const LAMP = oklch(0.93, 0.06, 85);

/** The strength of a dipper and of the paddle, and a dipper's shape in cells. */
const DIP = 0.024;
const PADDLE = 0.0105;
const DIPPER = [4, 4] as const;

/** What moves the water at a step: two dippers, then a straight paddle before the slit. */
function movers(step: number): Mover[] {
  const time = step / (STEPS * FPS);
  const dipper = Math.sin(BEAT * step + CREST);
  const turn = ease(time, 6.6, 9.4) * 1.2;
  const apart = mix(50, 66, ease(time, 6.6, 9.4));
  const [cx, cy] = [GRID.width / 2, GRID.height / 2];
  // The first dipper begins in the middle and makes room when the second arrives.
  const arm = apart * ease(time, 1.5, 3.2);
  const [dx, dy] = [arm * Math.sin(turn), -arm * Math.cos(turn)];
  const first = DIP * swell(time, 0.2, 0.5, 9.5, 0.6) * dipper;
  const second = DIP * swell(time, 2.4, 0.8, 9.5, 0.6) * dipper;
  const paddle = PADDLE * swell(time, 9.4, 0.5, 15, 0.5) * dipper;
  return [
    { x: cx + dx, y: cy + dy, push: first, reach: DIPPER },
    { x: cx - dx, y: cy - dy, push: second, reach: DIPPER },
    { x: -8, y: cy, push: paddle, reach: [2.5, 1000] },
  ];
}

/** A wall rises across the tank, save for the slit, while the water ahead of the straight waves calms. */
function obstacles(time: number): Obstacles {
  const risen = ease(time, 9, 10);
  const calming = 0.07 * swell(time, 9.2, 0.3, 10.6, 0.5);
  const front = (time - 9.5) * STEPS * FPS * SPEED;
  return {
    calm: (x) => calming * clamp((x - front) / 20),
    wall: (x, y) => {
      const across = Math.exp(-(((x - WALL) / 3.5) ** 4));
      const shut = 1 / (1 + Math.exp((HALF_SLIT - Math.abs(y + 0.5 - GRID.height / 2)) * 1.4));
      return 0.9 * risen * across * shut;
    },
    channel: WALL,
  };
}

/** The tank after k frames and how lively each place has been of late; going back starts anew. */
function run(): (frame: number) => { tank: Tank; energy: Float32Array } {
  let tank = waveTank(GRID.width, GRID.height);
  let energy = new Float32Array(GRID.width * GRID.height);
  let done = 0;
  return (frame) => {
    const wanted = Math.round(frame * STEPS);
    if (wanted < done) {
      tank = waveTank(GRID.width, GRID.height);
      energy = new Float32Array(GRID.width * GRID.height);
      done = 0;
    }
    for (; done < wanted; done++) {
      const time = done / (STEPS * FPS);
      if (done % STEPS === 0 && time > 8.9 && time < 11) tank.obstruct(obstacles(time));
      tank.step(movers(done));
      if (done % 2 === 0) remember(tank, energy);
    }
    return { tank, energy };
  };
}

function remember(tank: Tank, energy: Float32Array): void {
  for (let y = 0, i = 0; y < tank.height; y++)
    for (let x = 0; x < tank.width; x++, i++) {
      const height = tank.at(x, y);
      energy[i] = energy[i]! + 2 * MEMORY * (height * height - energy[i]!);
    }
}

function begin(size: Size): (frame: number) => Light {
  const sea = run();
  const light = darkness(size);
  const coarse = new Float32Array(GRID.width * GRID.height);
  const scale = size.width / GRID.width;
  return (frame) => {
    const { tank, energy } = sea(frame);
    for (let y = 0, i = 0; y < GRID.height; y++)
      for (let x = 0; x < GRID.width; x++, i++) coarse[i] = tank.at(x, y);
    const water = enlarge(coarse, GRID, size);
    const lively = enlarge(energy, GRID, size);
    const time = frame / FPS;
    const shown = ease(time, 0, 1) * (1 - ease(time, 12.7, 13.9));
    const wall = ease(time, 9, 10);
    const { width, height } = size;
    for (let y = 0, i = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++, at += 3) {
        const here = water[i]!;
        const slopeX = ((water[i + (x < width - 1 ? 1 : 0)]! - water[i - (x > 0 ? 1 : 0)]!) / 2) * scale;
        const slopeY =
          ((water[i + (y < height - 1 ? width : 0)]! - water[i - (y > 0 ? width : 0)]!) / 2) * scale;
        const loud = Math.sqrt(Math.max(0, lively[i]!));
        const tone = 0.3 + 0.2 * clamp(loud * 1.6) + 0.5 * Math.tanh(here * 1.45);
        const across = (x + 0.5 - width / 2) / height;
        const down = (y + 0.5 - height / 2) / height;
        const lamp = Math.exp(-1.05 * (across * across * 0.75 + down * down * 1.2)) * 0.92 + 0.08;
        const glint = Math.max(0, -0.62 * slopeX - 0.78 * slopeY) ** 2 * 5 * Math.min(1, loud * 3);
        const from = WATER.offset(tone);
        const column = (x + 0.5) / scale - 0.5;
        const row = (y + 0.5) / scale;
        const solid =
          wall *
          Math.exp(-(((column - WALL) / 3.8) ** 6)) *
          (1 / (1 + Math.exp((Math.abs(row - GRID.height / 2) - HALF_SLIT) * -2.2)));
        for (let c = 0; c < 3; c++) {
          const wet = WATER.table[from + c]! * lamp + LAMP[c]! * glint * lamp;
          light.data[at + c] =
            mix(wet, WOOD[c]! * (0.5 + lamp) * (1 + 0.09 * (WALL - column)), solid) * shown;
        }
      }
    return light;
  };
}

/** Interference, and then diffraction, in a ripple tank. */
export const figure: Figure = {
  name: 'ripples',
  title: 'The ripple tank',
  createdAt: '2026-02-16T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 3.5,
  quality: [31, 33],
  preview: 2,
  texts: [{ language: 'en', label: 'English (captions)', closedCaptions: true }],
  begin,
  sound: () => tankSound(DURATION),
};
