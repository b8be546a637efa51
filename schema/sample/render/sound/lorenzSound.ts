import { ease } from '../canvas/motion.ts';
import type { Trajectories } from '../mathematics/attractor.ts';
import { addRoom, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** A wide chord of just intervals over D2: fundamental, fifths, thirds and a ninth, in hertz. */
const CHORD = [1, 1.5, 2, 2.5, 3, 4, 4.5, 5, 6, 7.5, 8, 9].map((ratio) => 73.42 * ratio);
const CONTROL = 240;

/**
 * Each trajectory sings one tone of a chord: its height z opens the tone, its x places it between left and right
 * and bends it a little. While the trajectories agree the chord breathes as one; once they part, each tone comes
 * and goes in its own time.
 * @param trajectories one voice each
 * @param moment the trajectories' step at a moment of the film
 * @param duration in seconds
 */
export function chorus(
  trajectories: Trajectories,
  moment: (time: number) => number,
  duration: number,
): Stereo {
  const stereo = silence(duration);
  const { count, moments, places } = trajectories;
  const { left, right } = stereo;
  const moves = Float64Array.from({ length: Math.ceil(duration * CONTROL) + 2 }, (_, k) =>
    Math.min(moments - 2, moment(k / CONTROL)),
  );
  for (let voice = 0; voice < count; voice++) {
    const pitch = CHORD[voice % CHORD.length]!;
    const loudness = 0.2 / (1 + pitch / 260);
    let phase = voice * 1.7;
    for (let i = 0; i < left.length; i++) {
      const k = (i / SAMPLE_RATE) * CONTROL;
      const low = Math.floor(k);
      const m = moves[low]! + (moves[low + 1]! - moves[low]!) * (k - low);
      const at = (Math.floor(m) * count + voice) * 3;
      const share = m - Math.floor(m);
      const x = places[at]! + (places[at + count * 3]! - places[at]!) * share;
      const z = places[at + 2]! + (places[at + 2 + count * 3]! - places[at + 2]!) * share;
      phase += ((2 * Math.PI) / SAMPLE_RATE) * pitch * (1 + 0.0012 * x * (voice % 2 === 0 ? 1 : -1));
      const openness = ease(z, 8, 44) ** 1.5 * 0.95 + 0.05;
      const [toLeft, toRight] = PLACES[Math.round((Math.min(20, Math.max(-20, x)) / 20) * 100) + 100]!;
      const tone = (Math.sin(phase) + 0.22 * openness * Math.sin(2 * phase)) * loudness * openness;
      left[i] = left[i]! + tone * toLeft;
      right[i] = right[i]! + tone * toRight;
    }
  }
  addRoom(stereo, 0.35);
  fade(stereo, 1, 2);
  return stereo;
}

const PLACES = Array.from({ length: 201 }, (_, i) => pan(((i - 100) / 100) * 0.85));
