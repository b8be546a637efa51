import { ease } from '../../canvas/easing.ts';
import type { Trajectories } from '../../mathematics/attractor.ts';
import { addReverb, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** A wide chord of just intervals over D2: fundamental, fifths, thirds and a ninth, in hertz. */
const CHORD_HERTZ = [1, 1.5, 2, 2.5, 3, 4, 4.5, 5, 6, 7.5, 8, 9].map((ratio) => 73.42 * ratio);
const CONTROLS_PER_SECOND = 240;

/**
 * Synthesizes one tone of a chord per trajectory: its height z sets the brightness, its x the pan and a slight pitch
 * bend. The chord moves as one while the trajectories agree; after they diverge, each tone varies independently.
 * @param trajectories one per voice
 * @param stepAt returns the step of the trajectories at a time of the film
 * @param duration in seconds
 */
export function lorenzSound(
  trajectories: Trajectories,
  stepAt: (time: number) => number,
  duration: number,
): Stereo {
  const stereo = silence(duration);
  const { count, momentCount, positions } = trajectories;
  const { left, right } = stereo;
  const controls = Float64Array.from({ length: Math.ceil(duration * CONTROLS_PER_SECOND) + 2 }, (_, k) =>
    Math.min(momentCount - 2, stepAt(k / CONTROLS_PER_SECOND)),
  );
  for (let voice = 0; voice < count; voice++) {
    const pitch = CHORD_HERTZ[voice % CHORD_HERTZ.length]!;
    const loudness = 0.2 / (1 + pitch / 260);
    let phase = voice * 1.7;
    for (let i = 0; i < left.length; i++) {
      const k = (i / SAMPLE_RATE) * CONTROLS_PER_SECOND;
      const low = Math.floor(k);
      const m = controls[low]! + (controls[low + 1]! - controls[low]!) * (k - low);
      const at = (Math.floor(m) * count + voice) * 3;
      const share = m - Math.floor(m);
      const x = positions[at]! + (positions[at + count * 3]! - positions[at]!) * share;
      const z = positions[at + 2]! + (positions[at + 2 + count * 3]! - positions[at + 2]!) * share;
      phase += ((2 * Math.PI) / SAMPLE_RATE) * pitch * (1 + 0.0012 * x * (voice % 2 === 0 ? 1 : -1));
      const openness = ease(z, 8, 44) ** 1.5 * 0.95 + 0.05;
      const [toLeft, toRight] =
        NARROW_PAN_GAINS[Math.round((Math.min(20, Math.max(-20, x)) / 20) * 100) + 100]!;
      const tone = (Math.sin(phase) + 0.22 * openness * Math.sin(2 * phase)) * loudness * openness;
      left[i] = left[i]! + tone * toLeft;
      right[i] = right[i]! + tone * toRight;
    }
  }
  addReverb(stereo, 0.35);
  fade(stereo, 1, 2);
  return stereo;
}

const NARROW_PAN_GAINS = Array.from({ length: 201 }, (_, i) => pan(((i - 100) / 100) * 0.85));
