import { envelope } from '../../canvas/easing.ts';
import type { Epicycle } from '../../mathematics/epicycle.ts';
import { addNote, addReverb, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** Rounds per second: a low C in hertz. Circles above the highest tone are left out. */
const ROUND_HERTZ = 65.41;
const MAX_HERTZ = 5200;

/** A period in seconds with the number of circles that turn. */
interface Stage {
  readonly circles: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * Synthesizes the curve itself, traversed 65 times per second: its horizontal part drives the left channel, its
 * vertical part the right one. Each circle is one overtone, so more circles make a brighter tone. A bell sounds when
 * the pen passes the tip of an arm.
 * @param duration in seconds
 * @param circles slow circles first
 * @param stages the number of circles over time
 * @param bells the times at which the pen passes a tip, in seconds
 */
export function epicycleSound(
  duration: number,
  circles: readonly Epicycle[],
  stages: readonly Stage[],
  bells: readonly number[],
): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  for (const [number, { turns, radius, phase }] of circles.entries()) {
    const frequency = Math.abs(turns) * ROUND_HERTZ;
    if (frequency > MAX_HERTZ) continue;
    const gain = radius * 0.5 * (1 / (1 + (frequency / 1800) ** 2));
    const activeStages = stages.filter(({ circles }) => circles > number);
    for (let i = 0; i < left.length; i++) {
      const time = i / SAMPLE_RATE;
      let level = 0;
      for (const { begin, end } of activeStages) level += envelope(time, begin - 0.3, 0.7, end + 0.3, 0.7);
      if (level === 0) continue;
      const angle = 2 * Math.PI * turns * ROUND_HERTZ * time + phase;
      const breath = 0.8 + 0.2 * Math.sin(time * (0.9 + (number % 7) * 0.31) + number);
      left[i] = left[i]! + Math.cos(angle) * gain * level * breath;
      right[i] = right[i]! + Math.sin(angle) * gain * level * breath;
    }
  }
  for (const [n, at] of bells.entries())
    addNote(stereo, {
      at,
      pitch: ROUND_HERTZ * [8, 9, 10, 12, 13.5, 15, 16][n % 7]!,
      gain: 0.13,
      pan: Math.cos(((n % 6) * Math.PI) / 3) * 0.7,
      decay: 0.8,
      partials: [1, 0.15, 0.28, 0.05],
    });
  addReverb(stereo, 0.45, 0.82);
  fade(stereo, 0.8, 1.8);
  return stereo;
}
