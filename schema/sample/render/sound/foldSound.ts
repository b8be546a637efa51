import { clamp } from '../../canvas/easing.ts';
import { applyCliffordMap, type CliffordParameters } from '../../mathematics/cliffordMap.ts';
import { addNote, addReverb, fade, PAN_GAINS, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** A minor chord with sixth and ninth over A, in hertz. */
const CHORD_HERTZ = [1, 1.5, 2, 2.4, 3, 3.375, 4, 4.8, 6, 6.75].map((ratio) => 55 * ratio);
/** Control values per second. */
const CONTROLS_PER_SECOND = 120;

/**
 * Synthesizes ten points of the sheet. Each holds a tone of a chord, panned by its horizontal position and louder the
 * higher it is; each fold is a low gong.
 * @param duration in seconds
 * @param parameters returns the parameters of the map at a time
 * @param folds returns the number of folds at a time
 */
export function foldSound(
  duration: number,
  parameters: (time: number) => CliffordParameters,
  folds: (time: number) => number,
): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  const controlCount = Math.ceil(duration * CONTROLS_PER_SECOND) + 2;
  const tracks = CHORD_HERTZ.map((_, voice) => {
    const track = new Float32Array(controlCount * 2);
    const previous = new Float32Array(2);
    for (let k = 0; k < controlCount; k++) {
      const angle = voice * 2.399;
      const point = Float32Array.of(Math.cos(angle) * 1.1, Math.sin(angle) * 1.1);
      // At most three folds, because the points jump too fast for the ear after more.
      applyCliffordMap(
        point,
        previous,
        parameters(k / CONTROLS_PER_SECOND),
        Math.min(3, folds(k / CONTROLS_PER_SECOND)),
      );
      track.set(point, k * 2);
    }
    return track;
  });
  for (const [voice, pitch] of CHORD_HERTZ.entries()) {
    const track = tracks[voice]!;
    let phase = voice;
    for (let i = 0; i < left.length; i++) {
      const position = (i / SAMPLE_RATE) * CONTROLS_PER_SECOND;
      const k = Math.floor(position) * 2;
      const fraction = position - Math.floor(position);
      const x = track[k]! + (track[k + 2]! - track[k]!) * fraction;
      const y = track[k + 1]! + (track[k + 3]! - track[k + 1]!) * fraction;
      const [toLeft, toRight] = PAN_GAINS[Math.round(clamp(x / 2, -1, 1) * 90) + 100]!;
      const level = 0.12 + 0.88 * clamp(0.5 + y / 3) ** 2;
      phase += ((2 * Math.PI) / SAMPLE_RATE) * pitch * (1 + 0.004 * x);
      const tone = (Math.sin(phase) + 0.3 * level * Math.sin(3 * phase)) * level * (0.2 / (1 + pitch / 160));
      left[i] = left[i]! + tone * toLeft;
      right[i] = right[i]! + tone * toRight;
    }
  }
  for (const [n, at] of [0.95, 2.25, 3.35, 4.4, 5.4].entries())
    addNote(stereo, {
      at,
      pitch: [82.5, 110, 132, 165, 220][n]!,
      gain: 0.22,
      pan: n % 2 === 0 ? -0.4 : 0.4,
      decay: 1.2,
      partials: [1, 0.2, 0.34, 0.05, 0.12],
    });
  addReverb(stereo, 0.55, 0.84);
  fade(stereo, 1, 2);
  return stereo;
}
