import { addReverb, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** The partials of a bowed plate over its note: ratio and gain. They are not the ratios of a string. */
const PARTIALS = [
  [1, 1],
  [1.46, 0.16],
  [1.8, 0.12],
  [2.41, 0.05],
] as const;
/** The rustle of sand before the low pass, at full bowing. */
const RUSTLE_GAIN = 0.05;

/**
 * Synthesizes a bowed plate: the partials of each note swell with the bow and ring on, over the rustle of the sand.
 * @param duration in seconds
 * @param notes start in seconds and pitch in hertz, ascending
 * @param bowing returns how strongly the plate is bowed at a time, from 0 to 1
 */
export function plateSound(
  duration: number,
  notes: readonly { readonly at: number; readonly pitch: number }[],
  bowing: (time: number) => number,
): Stereo {
  const stereo = silence(duration);
  const bow = Float32Array.from({ length: Math.ceil(duration * 100) + 2 }, (_, i) => bowing(i / 100));
  for (const [i, note] of notes.entries()) addBowedNote(stereo, note, notes[i + 1]?.at ?? duration, bow);
  addRustle(stereo, bow);
  addReverb(stereo, 0.45, 0.82);
  fade(stereo, 0.4, 1.6);
  return stereo;
}

function addBowedNote(
  { left, right }: Stereo,
  { at, pitch }: { at: number; pitch: number },
  nextNote: number,
  bow: Float32Array,
): void {
  const start = Math.round(at * SAMPLE_RATE);
  let swell = 0;
  for (let i = start; i < left.length; i++) {
    const time = i / SAMPLE_RATE;
    const force = time < nextNote ? bow[Math.floor(time * 100)]! : 0;
    // The plate takes up a note within a quarter of a second, and loses it as quickly under the next.
    swell += (force - swell) / (SAMPLE_RATE * 0.25);
    const tremble = 1 + 0.12 * Math.sin(2 * Math.PI * 5.3 * time);
    for (const [k, [ratio, gain]] of PARTIALS.entries()) {
      const [toLeft, toRight] = PARTIAL_PANS[k]!;
      const tone =
        (Math.sin(2 * Math.PI * pitch * ratio * (time - at)) * gain * swell * tremble * 0.2) /
        (1 + pitch / 900);
      left[i]! += tone * toLeft;
      right[i]! += tone * toRight;
    }
  }
}

const PARTIAL_PANS = PARTIALS.map((_, k) => pan([0, -0.5, 0.5, 0.2][k]!));

/** Adds soft noise, low-passed, as loud as the bowing. */
function addRustle({ left, right }: Stereo, bow: Float32Array): void {
  let [state, low] = [1787, 0];
  for (let i = 0; i < left.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    low += (state / 2 ** 31 - low) * 0.35;
    const noise = low * RUSTLE_GAIN * bow[Math.floor((i / SAMPLE_RATE) * 100)]!;
    left[i]! += noise;
    right[i]! += noise * 0.8;
  }
}
