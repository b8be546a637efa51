import { ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { paintRelief } from '../../drawing/paintRelief.ts';
import { REEF, SHINE } from '../../drawing/palettes/grayScott.ts';
import { upsample } from '../../drawing/upsample.ts';
import { addDrop, createRates, type GrayScott, grayScott } from '../../mathematics/grayScott.ts';
import type { Film } from '../film.ts';
import { growthSound } from '../sound/growthSound.ts';

const DURATION_SECONDS = 14;
const FPS = 24;
const GRID: Size = { width: 400, height: 225 };
/** Time steps of the reaction per frame at full speed. */
const STEPS_PER_FRAME = 40;

/** The feed and kill rates in the middle, where coral grows, and in the outer region, where spots divide. */
const CORAL = [0.0545, 0.062] as const;
const SPOTS = [0.0367, 0.0649] as const;
/** The smoothing factor per frame of the running mean of V. */
const MEAN_FACTOR = 0.035;

/** Returns the distance from the centre: 1 at the upper and lower edge, scaled to ellipses that fit the field. */
function centreDistance(across: number, down: number): number {
  return Math.hypot((across - 0.5) * 2.5, (down - 0.5) * 2);
}

function startReaction(): GrayScott {
  const reaction = grayScott(
    GRID,
    createRates(GRID, (across, down) => {
      const share = ease(centreDistance(across, down), 0.6, 0.95);
      return [mix(CORAL[0], SPOTS[0], share), mix(CORAL[1], SPOTS[1], share)];
    }),
  );
  const ring = (count: number, radius: number, turn: number, size: number) => {
    for (let k = 0; k < count; k++) {
      const angle = turn + (2 * Math.PI * k) / count;
      const x = 0.5 + (radius / 2.5) * Math.cos(angle);
      const y = 0.5 + (radius / 2) * Math.sin(angle);
      addDrop(reaction, GRID.width * x, GRID.height * y, size);
    }
  };
  ring(5, 0.3, -Math.PI / 2, 5);
  ring(9, 0.93, -Math.PI / 2 + 0.2, 3.5);
  return reaction;
}

/** Returns the time steps of the reaction in a frame: few at the start, more in the middle, few at the end. */
function stepsAt(seconds: number): number {
  return Math.round(
    STEPS_PER_FRAME * mix(0.25, 1, ease(seconds, 0.3, 3)) * (1 - 0.9 * ease(seconds, 11.8, 14)),
  );
}

/** The reaction with a running mean of V. V above its mean marks recent growth. */
interface TrackedReaction extends GrayScott {
  readonly meanV: Float32Array;
}

/** Returns a function that simulates up to frame k; a lower k restarts the simulation. */
function createSimulation(): (frame: number) => TrackedReaction {
  let reaction = startReaction();
  let meanV = reaction.v.slice();
  let framesDone = 0;
  return (frame) => {
    if (frame < framesDone) {
      reaction = startReaction();
      meanV = reaction.v.slice();
      framesDone = 0;
    }
    for (; framesDone < frame; framesDone++) {
      reaction.run(stepsAt(framesDone / FPS));
      for (let i = 0; i < meanV.length; i++)
        meanV[i] = meanV[i]! + MEAN_FACTOR * (reaction.v[i]! - meanV[i]!);
    }
    return { ...reaction, meanV };
  };
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const at = createSimulation();
  const light = blackImage(size);
  return (frame) => {
    const { u, v, meanV } = at(frame);
    const time = frame / FPS;
    const height = upsample(v, GRID, size);
    const upsampledU = upsample(u, GRID, size);
    const upsampledMean = upsample(meanV, GRID, size);
    const tone = height.map(
      (value, i) => value * 1.35 + Math.max(0, value - upsampledMean[i]!) * 1.5 + (1 - upsampledU[i]!) * 0.2,
    );
    paintRelief(light, {
      height,
      tone,
      colours: REEF,
      steepness: (14 * size.width) / GRID.width / 2.67,
      shine: SHINE,
      gloss: 0.35,
    });
    vignette(light, ease(time, 0, 1.1) * (1 - ease(time, 12.7, 13.9)));
    return light;
  };
}

function vignette({ width, height, data }: LinearImage, fade: number): void {
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const across = (x + 0.5 - width / 2) / width;
      const down = (y + 0.5 - height / 2) / height;
      const brightness = fade * (1.06 - 0.95 * (across * across + down * down));
      for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * brightness;
    }
}

/** The Gray–Scott reaction: spots and coral. */
export const film: Film = {
  name: 'gray-scott',
  title: 'Gray–Scott',
  createdAt: '2026-03-16T09:00:00Z',
  policy: 'signed',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.5,
  crf: [28.5, 33.5, 33],
  previewStart: 2.25,
  textTracks: [{ language: 'en', label: 'English (captions)', isClosedCaptions: true }],
  createRenderer,
  sound: () => growthSound(createSimulation(), DURATION_SECONDS, FPS),
};
