import { oklch } from '../../canvas/colour.ts';
import { clamp, ease, envelope, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { LAMP, WATER } from '../../drawing/palettes/ripples.ts';
import { upsample } from '../../drawing/upsample.ts';
import {
  type Obstacles,
  WAVE_SPEED,
  type WaveSource,
  type WaveTank,
  waveTank,
} from '../../mathematics/waveTank.ts';
import type { Film } from '../film.ts';
import { rippleSound } from '../sound/rippleSound.ts';

const DURATION_SECONDS = 14;
const FPS = 24;
/** The cells of the tank. A wave is 32 cells long, so that the grid is not visible. */
const GRID: Size = { width: 640, height: 360 };
const STEPS_PER_FRAME = 10;
const WAVELENGTH_CELLS = 32;
const PHASE_PER_STEP = (2 * Math.PI * WAVE_SPEED) / WAVELENGTH_CELLS;
/** The phase of the dippers at which the waves around them peak in the middle of the film. */
const DIPPER_PHASE = 0.75 * Math.PI;
/** The position of the wall with the slit, and half of the slit width, in cells. */
const WALL_COLUMN = 156;
const HALF_SLIT_CELLS = 22;
/** The smoothing factor per step of the running mean of the wave energy. */
const MEAN_FACTOR = 0.012;

const WOOD = oklch(0.6, 0.07, 65);

/** The amplitude of a dipper and of the paddle, and the shape of a dipper in cells. */
const DIPPER_AMPLITUDE = 0.024;
const PADDLE_AMPLITUDE = 0.0105;
const DIPPER_SPREAD = [4, 4] as const;

/** Returns the wave sources at a step: two dippers, then a straight paddle in front of the slit. */
function waveSources(step: number): WaveSource[] {
  const time = step / (STEPS_PER_FRAME * FPS);
  const dipper = Math.sin(PHASE_PER_STEP * step + DIPPER_PHASE);
  const turn = ease(time, 6.6, 9.4) * 1.2;
  const apart = mix(50, 66, ease(time, 6.6, 9.4));
  const [cx, cy] = [GRID.width / 2, GRID.height / 2];
  // The first dipper starts in the centre and moves aside when the second one appears.
  const arm = apart * ease(time, 1.5, 3.2);
  const [dx, dy] = [arm * Math.sin(turn), -arm * Math.cos(turn)];
  const first = DIPPER_AMPLITUDE * envelope(time, 0.2, 0.5, 9.5, 0.6) * dipper;
  const second = DIPPER_AMPLITUDE * envelope(time, 2.4, 0.8, 9.5, 0.6) * dipper;
  const paddle = PADDLE_AMPLITUDE * envelope(time, 9.4, 0.5, 15, 0.5) * dipper;
  return [
    { x: cx + dx, y: cy + dy, amplitude: first, spread: DIPPER_SPREAD },
    { x: cx - dx, y: cy - dy, amplitude: second, spread: DIPPER_SPREAD },
    { x: -8, y: cy, amplitude: paddle, spread: [2.5, 1000] },
  ];
}

/** Returns the obstacles at a time: a wall with a slit rises, and damping ahead of the plane waves calms the water. */
function obstacles(time: number): Obstacles {
  const wallHeight = ease(time, 9, 10);
  const calming = 0.07 * envelope(time, 9.2, 0.3, 10.6, 0.5);
  const front = (time - 9.5) * STEPS_PER_FRAME * FPS * WAVE_SPEED;
  return {
    damping: (x) => calming * clamp((x - front) / 20),
    wall: (x, y) => {
      const across = Math.exp(-(((x - WALL_COLUMN) / 3.5) ** 4));
      const outsideSlit = 1 / (1 + Math.exp((HALF_SLIT_CELLS - Math.abs(y + 0.5 - GRID.height / 2)) * 1.4));
      return 0.9 * wallHeight * across * outsideSlit;
    },
    channelEnd: WALL_COLUMN,
  };
}

/**
 * Returns a function that simulates up to frame k and gives the tank and its mean wave energy; a lower k restarts the
 * simulation.
 */
function createSimulation(): (frame: number) => { tank: WaveTank; energy: Float32Array } {
  let tank = waveTank(GRID.width, GRID.height);
  let energy = new Float32Array(GRID.width * GRID.height);
  let stepsDone = 0;
  return (frame) => {
    const target = Math.round(frame * STEPS_PER_FRAME);
    if (target < stepsDone) {
      tank = waveTank(GRID.width, GRID.height);
      energy = new Float32Array(GRID.width * GRID.height);
      stepsDone = 0;
    }
    for (; stepsDone < target; stepsDone++) {
      const time = stepsDone / (STEPS_PER_FRAME * FPS);
      if (stepsDone % STEPS_PER_FRAME === 0 && time > 8.9 && time < 11) tank.setObstacles(obstacles(time));
      tank.step(waveSources(stepsDone));
      if (stepsDone % 2 === 0) updateMeanEnergy(tank, energy);
    }
    return { tank, energy };
  };
}

function updateMeanEnergy(tank: WaveTank, energy: Float32Array): void {
  for (let y = 0, i = 0; y < tank.height; y++)
    for (let x = 0; x < tank.width; x++, i++) {
      const height = tank.at(x, y);
      energy[i] = energy[i]! + 2 * MEAN_FACTOR * (height * height - energy[i]!);
    }
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const simulation = createSimulation();
  const light = blackImage(size);
  const coarse = new Float32Array(GRID.width * GRID.height);
  const scale = size.width / GRID.width;
  return (frame) => {
    const { tank, energy } = simulation(frame);
    for (let y = 0, i = 0; y < GRID.height; y++)
      for (let x = 0; x < GRID.width; x++, i++) coarse[i] = tank.at(x, y);
    const water = upsample(coarse, GRID, size);
    const meanEnergy = upsample(energy, GRID, size);
    const time = frame / FPS;
    const fade = ease(time, 0, 1) * (1 - ease(time, 12.7, 13.9));
    const wall = ease(time, 9, 10);
    const { width, height } = size;
    for (let y = 0, i = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++, at += 3) {
        const here = water[i]!;
        const slopeX = ((water[i + (x < width - 1 ? 1 : 0)]! - water[i - (x > 0 ? 1 : 0)]!) / 2) * scale;
        const slopeY =
          ((water[i + (y < height - 1 ? width : 0)]! - water[i - (y > 0 ? width : 0)]!) / 2) * scale;
        const waveAmplitude = Math.sqrt(Math.max(0, meanEnergy[i]!));
        const tone = 0.3 + 0.2 * clamp(waveAmplitude * 1.6) + 0.5 * Math.tanh(here * 1.45);
        const across = (x + 0.5 - width / 2) / height;
        const down = (y + 0.5 - height / 2) / height;
        const lamp = Math.exp(-1.05 * (across * across * 0.75 + down * down * 1.2)) * 0.92 + 0.08;
        const glint = Math.max(0, -0.62 * slopeX - 0.78 * slopeY) ** 2 * 5 * Math.min(1, waveAmplitude * 3);
        const from = WATER.offset(tone);
        const column = (x + 0.5) / scale - 0.5;
        const row = (y + 0.5) / scale;
        const solid =
          wall *
          Math.exp(-(((column - WALL_COLUMN) / 3.8) ** 6)) *
          (1 / (1 + Math.exp((Math.abs(row - GRID.height / 2) - HALF_SLIT_CELLS) * -2.2)));
        for (let c = 0; c < 3; c++) {
          const wet = WATER.table[from + c]! * lamp + LAMP[c]! * glint * lamp;
          light.data[at + c] =
            mix(wet, WOOD[c]! * (0.5 + lamp) * (1 + 0.09 * (WALL_COLUMN - column)), solid) * fade;
        }
      }
    return light;
  };
}

/** Interference and then diffraction in a ripple tank. */
export const film: Film = {
  name: 'ripples',
  title: 'The ripple tank',
  createdAt: '2026-02-16T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.5,
  crf: [28.5, 33.5, 33],
  previewStart: 2,
  textTracks: [{ language: 'en', label: 'English (captions)', isClosedCaptions: true }],
  createRenderer,
  sound: () => rippleSound(DURATION_SECONDS),
};
