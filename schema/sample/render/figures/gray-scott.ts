import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, type Size } from '../canvas/light.ts';
import { ease, mix } from '../canvas/motion.ts';
import { enlarge } from '../drawing/enlarge.ts';
import { paintRelief } from '../drawing/relief.ts';
import type { Figure } from '../figure.ts';
import { addDrop, type Reaction, rates, reaction } from '../mathematics/reaction.ts';
import { bells } from '../sound/growthSound.ts';

const DURATION = 14;
const FPS = 24;
const GRID: Size = { width: 400, height: 225 };
/** Units of the reaction's time a frame when it runs at full speed. */
const PACE = 40;

/** The rates in the middle, where coral grows, and round about, where spots divide. */
const CORAL = [0.0545, 0.062] as const;
const SPOTS = [0.0367, 0.0649] as const;
/** The share of the way to its present V that a place's memory goes in a frame. */
const MEMORY = 0.035;

const REEF = palette([
  [0, 0.2, 0.045, 235],
  [0.16, 0.25, 0.06, 270],
  [0.36, 0.43, 0.15, 358],
  [0.56, 0.65, 0.185, 388],
  [0.76, 0.8, 0.14, 420],
  [1, 0.95, 0.07, 455],
]);
const SHINE = oklch(0.97, 0.03, 80);

/** The distance from the middle, 1 at the upper and lower edge; the field is wider than high, and so are its rings. */
function outward(across: number, down: number): number {
  return Math.hypot((across - 0.5) * 2.5, (down - 0.5) * 2);
}

function culture(): Reaction {
  const medium = reaction(
    GRID,
    rates(GRID, (across, down) => {
      const share = ease(outward(across, down), 0.6, 0.95);
      return [mix(CORAL[0], SPOTS[0], share), mix(CORAL[1], SPOTS[1], share)];
    }),
  );
  const ring = (count: number, radius: number, turn: number, size: number) => {
    for (let k = 0; k < count; k++) {
      const angle = turn + (2 * Math.PI * k) / count;
      const x = 0.5 + (radius / 2.5) * Math.cos(angle);
      const y = 0.5 + (radius / 2) * Math.sin(angle);
      addDrop(medium, GRID.width * x, GRID.height * y, size);
    }
  };
  ring(5, 0.3, -Math.PI / 2, 5);
  ring(9, 0.93, -Math.PI / 2 + 0.2, 3.5);
  return medium;
}

/** Units of the reaction's time in a frame: few while the drops are alone, then more, and few at the end. */
function stepsIn(seconds: number): number {
  return Math.round(PACE * mix(0.25, 1, ease(seconds, 0.3, 3)) * (1 - 0.9 * ease(seconds, 11.8, 14)));
}

/** The reaction, and what each place's V has been of late: where V is above it, something has just grown. */
interface Culture extends Reaction {
  readonly settled: Float32Array;
}

/** The culture at frame k; going back starts anew. */
function grow(): (frame: number) => Culture {
  let medium = culture();
  let settled = medium.v.slice();
  let done = 0;
  return (frame) => {
    if (frame < done) {
      medium = culture();
      settled = medium.v.slice();
      done = 0;
    }
    for (; done < frame; done++) {
      medium.run(stepsIn(done / FPS));
      for (let i = 0; i < settled.length; i++)
        settled[i] = settled[i]! + MEMORY * (medium.v[i]! - settled[i]!);
    }
    return { ...medium, settled };
  };
}

function begin(size: Size): (frame: number) => Light {
  const at = grow();
  const light = darkness(size);
  return (frame) => {
    const { u, v, settled } = at(frame);
    const time = frame / FPS;
    const height = enlarge(v, GRID, size);
    const spent = enlarge(u, GRID, size);
    const old = enlarge(settled, GRID, size);
    const tone = height.map(
      (value, i) => value * 1.35 + Math.max(0, value - old[i]!) * 1.5 + (1 - spent[i]!) * 0.2,
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

function vignette({ width, height, data }: Light, shown: number): void {
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const across = (x + 0.5 - width / 2) / width;
      const down = (y + 0.5 - height / 2) / height;
      const fall = shown * (1.06 - 0.95 * (across * across + down * down));
      for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * fall;
    }
}

/** Gray and Scott's reaction growing spots and coral. */
export const figure: Figure = {
  name: 'gray-scott',
  title: 'Gray–Scott',
  createdAt: '2026-03-16T09:00:00Z',
  policy: 'signed',
  duration: DURATION,
  fps: FPS,
  segment: 3.5,
  quality: [31, 33],
  preview: 2.25,
  texts: [{ language: 'en', label: 'English (captions)', closedCaptions: true }],
  begin,
  sound: () => bells(grow(), DURATION, FPS),
};
