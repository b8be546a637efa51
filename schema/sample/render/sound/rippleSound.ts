import { ease, envelope } from '../../canvas/easing.ts';
import { addNote, addReverb, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** The tones of the two sources in hertz. Their frequencies drift apart while the sources rotate, so that they beat. */
const TONES_HERTZ = [110, 165, 220, 330];

/**
 * Synthesizes two sources at their positions in the image, one left and one right, with the same tones. While the
 * sources rotate, the second one is slightly sharp, like an approaching source, and both beat; behind the slit one soft
 * tone remains.
 * @param duration in seconds
 */
export function rippleSound(duration: number): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  const phases = new Float64Array(TONES_HERTZ.length * 2);
  for (let i = 0; i < left.length; i++) {
    const t = i / SAMPLE_RATE;
    const first = envelope(t, 0.3, 1.6, 10.9, 1.2);
    const second = envelope(t, 3, 1.6, 10.9, 1.2);
    const slit = envelope(t, 10.6, 1.5, 16, 0.5);
    const drift = 1 + 0.011 * ease(t, 6.8, 8.4) * (1 - ease(t, 9, 10.6));
    const breath = 0.72 + 0.28 * Math.sin(2 * Math.PI * 0.92 * t);
    const secondBreath = 0.72 + 0.28 * Math.sin(2 * Math.PI * 0.92 * t + Math.PI * ease(t, 6.8, 10));
    for (let k = 0; k < TONES_HERTZ.length; k++) {
      const pitch = TONES_HERTZ[k]!;
      phases[k * 2] = phases[k * 2]! + (2 * Math.PI * pitch) / SAMPLE_RATE;
      phases[k * 2 + 1] = phases[k * 2 + 1]! + (2 * Math.PI * pitch * drift) / SAMPLE_RATE;
      const gain = 0.16 / (1 + k * 0.9);
      const a = Math.sin(phases[k * 2]!) * gain * breath * first;
      const b = Math.sin(phases[k * 2 + 1]!) * gain * secondBreath * second;
      const c = Math.sin(phases[k * 2]! * 1.5) * gain * 0.8 * slit * breath;
      left[i] = left[i]! + a * 0.86 + b * 0.32 + c * 0.6;
      right[i] = right[i]! + a * 0.32 + b * 0.86 + c * 0.6;
    }
  }
  addDrops(stereo);
  addReverb(stereo, 0.4);
  fade(stereo, 0.3, 1.4);
  return stereo;
}

/** Adds a drop sound where each source and the paddle first touch the water. */
function addDrops(stereo: Stereo): void {
  const drops = [
    [0.35, 660, -0.3],
    [0.62, 880, -0.2],
    [3.05, 990, 0.5],
    [3.4, 660, 0.4],
    [10.7, 495, -0.7],
  ] as const;
  for (const [at, pitch, pan] of drops)
    addNote(stereo, { at, pitch, gain: 0.12, pan, decay: 0.5, partials: [1, 0.18, 0.3] });
}
