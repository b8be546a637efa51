import type { Size } from '../../canvas/linearImage.ts';
import type { GameOfLife } from '../../mathematics/gameOfLife.ts';
import { addNote, addReverb, fade, type Stereo, silence } from './sound.ts';

/** A pentatonic scale as ratios. */
const SCALE = [1, 9 / 8, 4 / 3, 3 / 2, 16 / 9];
const LOWEST_HERTZ = 98;
/** The number of vertical strips of the field; each plays one note per generation. */
const STRIPS = 4;

/** The input of the sound. */
interface LifeSoundInput {
  /** Returns the field at a generation. */
  fieldAt(generation: number): GameOfLife;
  /** Returns the generation at a time in seconds. */
  generationAt(seconds: number): number;
  readonly visibleSize: Size;
  readonly duration: number;
}

/**
 * Synthesizes a note for each strip of the field and generation: more births give a higher note, and the strip sets the
 * pan. A glider gun has a period of thirty generations, and so has its tune.
 */
export function lifeSound({ fieldAt, generationAt, visibleSize, duration }: LifeSoundInput): Stereo {
  const stereo = silence(duration);
  let lastGeneration = 0;
  for (let tick = 0; tick < duration * 96; tick++) {
    const seconds = tick / 96;
    const generation = Math.floor(generationAt(seconds));
    if (generation <= lastGeneration) continue;
    // Above a dozen notes per second the ear hears a texture, so only every third generation sounds.
    const isFast = generation - Math.floor(generationAt(Math.max(0, seconds - 1))) > 14;
    lastGeneration = generation;
    if (isFast && generation % 3 !== 0) continue;
    countBirths(fieldAt(generation), visibleSize).forEach((born, strip) => {
      if (born === 0) return;
      const degree = Math.min(22, born + strip * 2);
      const octave = Math.floor(degree / SCALE.length);
      addNote(stereo, {
        at: seconds + strip * 0.007,
        pitch: LOWEST_HERTZ * 2 ** octave * SCALE[degree % SCALE.length]!,
        gain: (isFast ? 0.05 : 0.1) / (1 + 0.4 * octave),
        pan: (strip / (STRIPS - 1)) * 1.6 - 0.8,
        decay: 0.75 / (1 + 0.3 * octave),
        partials: [1, 0.1, 0.16, 0.03],
      });
    });
  }
  addReverb(stereo, 0.45, 0.76);
  fade(stereo, 0.3, 1.8);
  return stereo;
}

function countBirths({ isAlive, wasAlive, width, height }: GameOfLife, shown: Size): number[] {
  const counts = new Array<number>(STRIPS).fill(0);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (isAlive[i] === 1 && wasAlive[i] === 0) counts[Math.floor((x * STRIPS) / shown.width)]! += 1;
    }
  return counts.map((count) => Math.round(Math.sqrt(count) * 2));
}
