import { ease } from '../../canvas/easing.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addNote, addReverb, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** Half a period of a pendulum of one metre, in seconds. */
const TICK_SECONDS = Math.PI / Math.sqrt(9.81);
const VOICES_HERTZ = [110, 164.81, 220, 277.18, 329.63, 415.3, 493.88, 659.26];

/**
 * Synthesizes a ticking pendulum. After the release one chord swells, whose voices leave its pitches as the pendulums lose
 * each other; the ticks become irregular.
 * @param duration in seconds
 * @param times the lifting and the release in seconds, and the share that has lost its way by time
 */
export function pendulumSound(
  duration: number,
  times: {
    lift: { begin: number; end: number };
    release: number;
    scattered: (time: number) => number;
  },
): Stereo {
  const { lift, release, scattered } = times;
  const stereo = silence(duration);
  const { left, right } = stereo;
  const random = seededRandom(1738);
  for (let at = TICK_SECONDS / 2, isTick = true; at < lift.begin; at += TICK_SECONDS, isTick = !isTick)
    addTick(stereo, at, isTick ? 880 : 660, isTick ? -0.5 : 0.5, 0.16);
  addNote(stereo, { at: lift.end - 0.9, pitch: 220, gain: 0.1, pan: 0, decay: 0.9 });
  addNote(stereo, { at: release, pitch: 110, gain: 0.26, pan: 0, decay: 1.4 });
  for (let at = release + 0.5; at < duration - 1.2; at += 0.16 + random() * 0.5)
    addTick(stereo, at, 500 + random() * 900 * (0.3 + scattered(at)), random() * 2 - 1, 0.08);
  for (const [voice, pitch] of VOICES_HERTZ.entries()) {
    const [drift, side] = [(random() - 0.5) * 0.16, random() * 2 - 1];
    let phase = voice;
    for (let i = Math.round(release * SAMPLE_RATE); i < left.length; i++) {
      const time = i / SAMPLE_RATE;
      const wander = scattered(time) * (drift + 0.012 * Math.sin(time * (2.1 + voice * 0.37)));
      phase += ((2 * Math.PI * pitch) / SAMPLE_RATE) * (1 + wander);
      const tone = (Math.sin(phase) * 0.16 * ease(time, release, release + 4)) / (1 + pitch / 240);
      const place = side * scattered(time);
      left[i]! += tone * (1 - 0.7 * Math.max(0, place));
      right[i]! += tone * (1 - 0.7 * Math.max(0, -place));
    }
  }
  addReverb(stereo, 0.4);
  fade(stereo, 0.5, 1.8);
  return stereo;
}

/** Adds a short wooden tick. */
function addTick(stereo: Stereo, at: number, pitch: number, pan: number, gain: number): void {
  addNote(stereo, { at, pitch, gain, pan, decay: 0.05, partials: [1, 0.6, 0.4] });
}
