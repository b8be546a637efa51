import { ease, mix } from '../canvas/motion.ts';
import { addNote, addRoom, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** A swing of one a unit of time, in hertz: two of them are an A, three an E, seven a flat G above. */
const UNIT = 55;

/**
 * The swings of the knot, fast enough to be heard: the first, of three, is the left loudspeaker's movement and the
 * second, of two, the right one's, so that an oscilloscope across both shows the figure itself. The third, of seven,
 * sets in between them, and as the rope is pulled all three rise by a fifth and grow sharper, as strings do.
 * @param duration in seconds
 * @param drift how far the first swing is out of step, in radians
 */
export function swings(duration: number, drift: (time: number) => number): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  let phase = 0;
  for (let i = 0; i < left.length; i++) {
    const time = i / SAMPLE_RATE;
    const pull = ease(time, 7.6, 12);
    phase += (2 * Math.PI * UNIT * mix(1, 1.5, pull)) / SAMPLE_RATE;
    const third = ease(time, 3.4, 6.2);
    // The drift of the picture, which would not be heard, three turns for its one.
    const x = Math.cos(3 * phase + 0.7 + 18 * drift(time));
    const y = Math.cos(2 * phase + 0.2);
    const z = Math.cos(7 * phase) * third * 0.55;
    const drive = 0.5 + 2.2 * pull;
    const breath = 0.82 + 0.18 * Math.sin(2 * Math.PI * 0.31 * time);
    const bend = (value: number) => (Math.tanh(value * drive) / Math.sqrt(drive)) * 0.22 * breath;
    left[i] = bend(x + z) + 0.3 * bend(y);
    right[i] = bend(y + z) + 0.3 * bend(x);
  }
  for (const [at, pitch, place] of [
    [0.4, 330, -0.6],
    [0.9, 220, 0.6],
    [3.8, 770, 0],
    [4.6, 660, -0.4],
    [5.4, 440, 0.4],
    [7.4, 770, 0],
    [8.6, 825, -0.3],
    [9.8, 924, 0.3],
    [11, 990, -0.2],
    [12, 1155, 0.2],
  ] as const)
    addNote(stereo, { at, pitch, gain: 0.13, place, decay: 0.8, partials: [1, 0.35, 0.16, 0.08] });
  addRoom(stereo, 0.4, 0.8);
  fade(stereo, 0.8, 1.7);
  return stereo;
}
