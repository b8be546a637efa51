import { addReverb, fade, PAN_GAINS, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** The centre frequency in hertz, and the range of the tones to either side in octaves. */
const CENTRE_HERTZ = 262;
const RANGE_OCTAVES = 2.2;
/** A chord that repeats at each octave. */
const CHORD = [1, 1.25, 1.5, 1.875];
/** Octaves of pitch per doubling of the image. */
const OCTAVES_PER_DOUBLING = 0.25;

/**
 * Synthesizes falling Shepard tones (Roger Shepard, "Circularity in Judgments of Relative Pitch", 1964; Jean-Claude
 * Risset). For each doubling of the image the tones fall by a quarter octave; low tones fade out as high tones fade in.
 * @param duration in seconds
 * @param octaves returns the number of doublings of the image at a time
 * @param turn returns the rotation of the image in radians, which also pans the tones
 */
export function zoomSound(
  duration: number,
  octaves: (time: number) => number,
  turn: (time: number) => number,
): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  const step = 1 / 200;
  const moments = Array.from({ length: Math.ceil(duration / step) + 2 }, (_, k) => ({
    fall: octaves(k * step) * OCTAVES_PER_DOUBLING,
    rotation: turn(k * step),
  }));
  const voices = Math.ceil(2 * RANGE_OCTAVES);
  for (const [tone, ratio] of CHORD.entries())
    for (let voice = 0; voice < voices; voice++) {
      let phase = tone * 1.3 + voice * 2.1;
      for (let i = 0; i < left.length; i++) {
        const k = i / SAMPLE_RATE / step;
        const [from, to] = [moments[Math.floor(k)]!, moments[Math.floor(k) + 1]!];
        const fraction = k - Math.floor(k);
        const fall = from.fall + (to.fall - from.fall) * fraction;
        const octave = Math.log2(ratio) + voice - fall;
        const pitch = octave - Math.floor(octave / voices) * voices - voices / 2;
        phase += (2 * Math.PI * CENTRE_HERTZ * 2 ** pitch) / SAMPLE_RATE;
        const loudness = Math.cos((Math.PI * pitch) / voices) ** 2;
        const breath = 0.7 + 0.3 * Math.sin((i / SAMPLE_RATE) * (0.8 + tone * 0.37) + voice * 1.9);
        const value = Math.sin(phase) * loudness * breath * (0.09 / 2 ** (pitch * 0.45));
        const [toLeft, toRight] =
          PAN_GAINS[Math.round(Math.sin(pitch * 1.5 + tone + 2 * from.rotation) * 75) + 100]!;
        left[i] = left[i]! + value * toLeft;
        right[i] = right[i]! + value * toRight;
      }
    }
  addReverb(stereo, 0.5, 0.84);
  fade(stereo, 1.2, 2);
  return stereo;
}
