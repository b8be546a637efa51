import { ease, mix } from '../../canvas/easing.ts';
import { addNote, addReverb, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** The frequency of one oscillation per unit of time, in hertz: two are an A, three an E, seven a flat G. */
const UNIT_HERTZ = 55;

/**
 * Synthesizes the oscillations of the knot at audible frequencies. The first (three) drives the left channel and the
 * second (two) the right one, so that an oscilloscope across both shows the figure. The third (seven) starts between
 * them. While the rope is tightened, all three rise by a fifth and get sharper, like strings.
 * @param duration in seconds
 * @param phaseDrift returns the phase difference of the first oscillation in radians
 */
export function swingSound(duration: number, phaseDrift: (time: number) => number): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  let phase = 0;
  for (let i = 0; i < left.length; i++) {
    const time = i / SAMPLE_RATE;
    const tightening = ease(time, 7.6, 12);
    phase += (2 * Math.PI * UNIT_HERTZ * mix(1, 1.5, tightening)) / SAMPLE_RATE;
    const thirdAmplitude = ease(time, 3.4, 6.2);
    // The phase drift of the image would be inaudible, so the sound drifts by three turns.
    const x = Math.cos(3 * phase + 0.7 + 18 * phaseDrift(time));
    const y = Math.cos(2 * phase + 0.2);
    const z = Math.cos(7 * phase) * thirdAmplitude * 0.55;
    const saturation = 0.5 + 2.2 * tightening;
    const breath = 0.82 + 0.18 * Math.sin(2 * Math.PI * 0.31 * time);
    const saturate = (value: number) =>
      (Math.tanh(value * saturation) / Math.sqrt(saturation)) * 0.22 * breath;
    left[i] = saturate(x + z) + 0.3 * saturate(y);
    right[i] = saturate(y + z) + 0.3 * saturate(x);
  }
  for (const [at, pitch, pan] of [
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
    addNote(stereo, { at, pitch, gain: 0.13, pan, decay: 0.8, partials: [1, 0.35, 0.16, 0.08] });
  addReverb(stereo, 0.4, 0.8);
  fade(stereo, 0.8, 1.7);
  return stereo;
}
