import { ease, swell } from '../canvas/motion.ts';
import { addNote, addRoom, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** Tones of the two sources in hertz; one drifts away from the other when the sources turn, so that they beat. */
const TONES = [110, 165, 220, 330];

/**
 * Two sources heard as they are seen: one at the left, one at the right, of the same tones. They breathe with the
 * water; while the sources turn, the second is heard a little sharp (as a source that approaches) and both together
 * beat; behind the slit one soft tone is left.
 * @param duration in seconds
 */
export function tankSound(duration: number): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  const phases = new Float64Array(TONES.length * 2);
  for (let i = 0; i < left.length; i++) {
    const t = i / SAMPLE_RATE;
    const first = swell(t, 0.3, 1.6, 10.9, 1.2);
    const second = swell(t, 3, 1.6, 10.9, 1.2);
    const slit = swell(t, 10.6, 1.5, 16, 0.5);
    const drift = 1 + 0.011 * ease(t, 6.8, 8.4) * (1 - ease(t, 9, 10.6));
    const breath = 0.72 + 0.28 * Math.sin(2 * Math.PI * 0.92 * t);
    const answer = 0.72 + 0.28 * Math.sin(2 * Math.PI * 0.92 * t + Math.PI * ease(t, 6.8, 10));
    for (let k = 0; k < TONES.length; k++) {
      const pitch = TONES[k]!;
      phases[k * 2] = phases[k * 2]! + (2 * Math.PI * pitch) / SAMPLE_RATE;
      phases[k * 2 + 1] = phases[k * 2 + 1]! + (2 * Math.PI * pitch * drift) / SAMPLE_RATE;
      const loud = 0.16 / (1 + k * 0.9);
      const a = Math.sin(phases[k * 2]!) * loud * breath * first;
      const b = Math.sin(phases[k * 2 + 1]!) * loud * answer * second;
      const c = Math.sin(phases[k * 2]! * 1.5) * loud * 0.8 * slit * breath;
      left[i] = left[i]! + a * 0.86 + b * 0.32 + c * 0.6;
      right[i] = right[i]! + a * 0.32 + b * 0.86 + c * 0.6;
    }
  }
  addDrops(stereo);
  addRoom(stereo, 0.4);
  fade(stereo, 0.3, 1.4);
  return stereo;
}

/** A drop where each source first touches the water, and where the paddle does. */
function addDrops(stereo: Stereo): void {
  const drops = [
    [0.35, 660, -0.3],
    [0.62, 880, -0.2],
    [3.05, 990, 0.5],
    [3.4, 660, 0.4],
    [10.7, 495, -0.7],
  ] as const;
  for (const [at, pitch, place] of drops)
    addNote(stereo, { at, pitch, gain: 0.12, place, decay: 0.5, partials: [1, 0.18, 0.3] });
}
