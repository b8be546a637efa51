import { addRoom, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** The middle of what is heard, in hertz, and how many octaves the tones reach to either side. */
const MIDDLE = 262;
const REACH = 2.2;
/** A chord that is the same after each octave. */
const CHORD = [1, 1.25, 1.5, 1.875];
/** Octaves of tone for each octave of size. */
const GLIDE = 0.25;

/**
 * Tones that sink for ever and stay where they are (after Roger Shepard, "Circularity in Judgments of Relative Pitch",
 * 1964, and Jean-Claude Risset): as the picture is doubled, each tone falls by a quarter octave; low ones fade as high
 * ones come in, as large forms leave the picture and small ones open.
 * @param duration in seconds
 * @param octaves how many times the picture has been doubled at a moment
 * @param turn how far it has turned, in radians: the tones go round with it
 */
export function sinking(
  duration: number,
  octaves: (time: number) => number,
  turn: (time: number) => number,
): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  const step = 1 / 200;
  const moments = Array.from({ length: Math.ceil(duration / step) + 2 }, (_, k) => ({
    fallen: octaves(k * step) * GLIDE,
    turned: turn(k * step),
  }));
  const voices = Math.ceil(2 * REACH);
  for (const [tone, ratio] of CHORD.entries())
    for (let voice = 0; voice < voices; voice++) {
      let phase = tone * 1.3 + voice * 2.1;
      for (let i = 0; i < left.length; i++) {
        const k = i / SAMPLE_RATE / step;
        const [from, to] = [moments[Math.floor(k)]!, moments[Math.floor(k) + 1]!];
        const part = k - Math.floor(k);
        const fallen = from.fallen + (to.fallen - from.fallen) * part;
        const octave = Math.log2(ratio) + voice - fallen;
        const place = octave - Math.floor(octave / voices) * voices - voices / 2;
        phase += (2 * Math.PI * MIDDLE * 2 ** place) / SAMPLE_RATE;
        const heard = Math.cos((Math.PI * place) / voices) ** 2;
        const breath = 0.7 + 0.3 * Math.sin((i / SAMPLE_RATE) * (0.8 + tone * 0.37) + voice * 1.9);
        const value = Math.sin(phase) * heard * breath * (0.09 / 2 ** (place * 0.45));
        const [toLeft, toRight] =
          PLACES[Math.round(Math.sin(place * 1.5 + tone + 2 * from.turned) * 75) + 100]!;
        left[i] = left[i]! + value * toLeft;
        right[i] = right[i]! + value * toRight;
      }
    }
  addRoom(stereo, 0.5, 0.84);
  fade(stereo, 1.2, 2);
  return stereo;
}

const PLACES = Array.from({ length: 201 }, (_, i) => pan((i - 100) / 100));
