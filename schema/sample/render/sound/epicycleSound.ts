import { swell } from '../canvas/motion.ts';
import type { Epicycle } from '../mathematics/epicycle.ts';
import { addNote, addRoom, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** A round a second as often as a low C, in hertz; circles above the highest tone are left out. */
const ROUND = 65.41;
const HIGHEST = 5200;

/** A time in which so many circles turn. Seconds. */
interface Stage {
  readonly circles: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * The curve itself, run round 65 times a second: its sideways part is the left loudspeaker's movement and its upright
 * part the right one's. Each circle is one overtone, so with more circles the tone grows brighter. A bell is struck
 * when the pen passes the tip of an arm.
 * @param duration in seconds
 * @param circles slow ones first
 * @param stages how many of them turn, and when
 * @param bells when a tip is passed, in seconds
 */
export function turning(
  duration: number,
  circles: readonly Epicycle[],
  stages: readonly Stage[],
  bells: readonly number[],
): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  for (const [number, { turns, radius, phase }] of circles.entries()) {
    const pitch = Math.abs(turns) * ROUND;
    if (pitch > HIGHEST) continue;
    const loud = radius * 0.5 * (1 / (1 + (pitch / 1800) ** 2));
    const sounding = stages.filter(({ circles }) => circles > number);
    for (let i = 0; i < left.length; i++) {
      const time = i / SAMPLE_RATE;
      let open = 0;
      for (const { begin, end } of sounding) open += swell(time, begin - 0.3, 0.7, end + 0.3, 0.7);
      if (open === 0) continue;
      const angle = 2 * Math.PI * turns * ROUND * time + phase;
      const breath = 0.8 + 0.2 * Math.sin(time * (0.9 + (number % 7) * 0.31) + number);
      left[i] = left[i]! + Math.cos(angle) * loud * open * breath;
      right[i] = right[i]! + Math.sin(angle) * loud * open * breath;
    }
  }
  for (const [n, at] of bells.entries())
    addNote(stereo, {
      at,
      pitch: ROUND * [8, 9, 10, 12, 13.5, 15, 16][n % 7]!,
      gain: 0.13,
      place: Math.cos(((n % 6) * Math.PI) / 3) * 0.7,
      decay: 0.8,
      partials: [1, 0.15, 0.28, 0.05],
    });
  addRoom(stereo, 0.45, 0.82);
  fade(stereo, 0.8, 1.8);
  return stereo;
}
