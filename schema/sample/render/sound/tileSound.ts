import { ease } from '../../canvas/easing.ts';
import { addNote, addReverb, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

const PHI = (1 + Math.sqrt(5)) / 2;
/** The lowest tone in hertz; the other tones are at ratios of Fibonacci numbers, which approach φ. */
const LOWEST_HERTZ = 110;
const RATIOS = [1, 3 / 2, 8 / 5, 2, 3, 16 / 5, 4];
/** Beats per second of the Fibonacci word. */
const BEATS_PER_SECOND = 8;

/**
 * Synthesizes the Fibonacci word, the aperiodic order of thick and thin tiles along a line of the tiling, as long and
 * short notes. Each division of the tiles adds a voice, higher by about the golden ratio, over a chord in the same
 * ratio.
 * @param divisions the times at which tiles divide, in seconds
 * @param duration in seconds
 */
export function tileSound(divisions: readonly number[], duration: number): Stereo {
  const stereo = silence(duration);
  const voices = [0.3, ...divisions];
  voices.forEach((start, voice) => {
    let at = start;
    for (let n = 1 + voice * 3; at < duration - 0.5; n++) {
      const isLong = Math.floor((n + 1) / PHI) - Math.floor(n / PHI) === 1;
      const degree = (voice + (isLong ? 0 : 2)) % RATIOS.length;
      addNote(stereo, {
        at,
        pitch: LOWEST_HERTZ * (1 + (voice % 2)) * RATIOS[degree]!,
        gain: 0.11 / (1 + 0.35 * voice),
        pan: (voice % 2 === 0 ? -1 : 1) * (0.2 + 0.12 * voice),
        decay: isLong ? 0.7 : 0.35,
        partials: [1, 0.12, 0.24, 0.03, 0.08],
      });
      at += (isLong ? PHI : 1) / BEATS_PER_SECOND + (voice === 0 ? 0.25 : 0.3 / voice);
    }
  });
  addChord(stereo);
  addReverb(stereo, 0.4, 0.78);
  fade(stereo, 0.4, 1.8);
  return stereo;
}

function addChord({ left, right }: Stereo): void {
  for (let i = 0; i < left.length; i++) {
    const t = i / SAMPLE_RATE;
    const gain = 0.035 * ease(t, 0.2, 4);
    const low = Math.sin(2 * Math.PI * LOWEST_HERTZ * t);
    left[i] = left[i]! + gain * (low + 0.6 * Math.sin(2 * Math.PI * LOWEST_HERTZ * PHI * t));
    right[i] = right[i]! + gain * (low + 0.6 * Math.sin(2 * Math.PI * LOWEST_HERTZ * PHI * 1.003 * t));
  }
}
