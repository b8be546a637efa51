import type { Size } from '../canvas/light.ts';
import type { LifeField } from '../mathematics/lifeField.ts';
import { addNote, addRoom, fade, type Stereo, silence } from './sound.ts';

/** A scale of five tones an octave, as ratios. */
const SCALE = [1, 9 / 8, 4 / 3, 3 / 2, 16 / 9];
const LOWEST = 98;
/** The field is heard in this many strips from left to right, each a hand that plays one note a generation. */
const HANDS = 4;

/** What is heard. */
interface Heard {
  /** The field at a generation. */
  at(generation: number): LifeField;
  /** The generation at a moment in seconds. */
  generationAt(seconds: number): number;
  readonly shown: Size;
  readonly duration: number;
}

/**
 * Each generation plays a note for each strip of the field: the more births, the higher; strips to the left are
 * heard at the left. A gun repeats itself every thirty generations, and so does its tune.
 */
export function lifeSound({ at, generationAt, shown, duration }: Heard): Stereo {
  const stereo = silence(duration);
  let last = 0;
  for (let tick = 0; tick < duration * 96; tick++) {
    const seconds = tick / 96;
    const generation = Math.floor(generationAt(seconds));
    if (generation <= last) continue;
    // Beyond a dozen notes a second the ear hears a texture: only every other generation is struck then.
    const quick = generation - Math.floor(generationAt(Math.max(0, seconds - 1))) > 14;
    last = generation;
    if (quick && generation % 3 !== 0) continue;
    births(at(generation), shown).forEach((born, hand) => {
      if (born === 0) return;
      const degree = Math.min(22, born + hand * 2);
      const octave = Math.floor(degree / SCALE.length);
      addNote(stereo, {
        at: seconds + hand * 0.007,
        pitch: LOWEST * 2 ** octave * SCALE[degree % SCALE.length]!,
        gain: (quick ? 0.05 : 0.1) / (1 + 0.4 * octave),
        place: (hand / (HANDS - 1)) * 1.6 - 0.8,
        decay: 0.75 / (1 + 0.3 * octave),
        partials: [1, 0.1, 0.16, 0.03],
      });
    });
  }
  addRoom(stereo, 0.45, 0.76);
  fade(stereo, 0.3, 1.8);
  return stereo;
}

function births({ alive, before, width, height }: LifeField, shown: Size): number[] {
  const counts = new Array<number>(HANDS).fill(0);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (alive[i] === 1 && before[i] === 0) counts[Math.floor((x * HANDS) / shown.width)]! += 1;
    }
  return counts.map((count) => Math.round(Math.sqrt(count) * 2));
}
