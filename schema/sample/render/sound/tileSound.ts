import { ease } from '../canvas/motion.ts';
import { addNote, addRoom, fade, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

const PHI = (1 + Math.sqrt(5)) / 2;
/** The lowest tone in hertz; the others stand above it in Fibonacci's fractions, which come near to φ. */
const LOWEST = 110;
const FRACTIONS = [1, 3 / 2, 8 / 5, 2, 3, 16 / 5, 4];
/** Beats a second of the word that is played. */
const PACE = 8;

/**
 * The order of thick and thin along a line of the tiling is the word of Fibonacci, which never repeats: it is struck
 * as a tune of long and short, and with each division of the tiles it is joined by one more voice, higher by about
 * the golden ratio. Under it lies a chord in the same ratio.
 * @param divisions the moments at which tiles divide, in seconds
 * @param duration in seconds
 */
export function tileSound(divisions: readonly number[], duration: number): Stereo {
  const stereo = silence(duration);
  const voices = [0.3, ...divisions];
  voices.forEach((start, voice) => {
    let at = start;
    for (let n = 1 + voice * 3; at < duration - 0.5; n++) {
      const long = Math.floor((n + 1) / PHI) - Math.floor(n / PHI) === 1;
      const degree = (voice + (long ? 0 : 2)) % FRACTIONS.length;
      addNote(stereo, {
        at,
        pitch: LOWEST * (1 + (voice % 2)) * FRACTIONS[degree]!,
        gain: 0.11 / (1 + 0.35 * voice),
        place: (voice % 2 === 0 ? -1 : 1) * (0.2 + 0.12 * voice),
        decay: long ? 0.7 : 0.35,
        partials: [1, 0.12, 0.24, 0.03, 0.08],
      });
      at += (long ? PHI : 1) / PACE + (voice === 0 ? 0.25 : 0.3 / voice);
    }
  });
  addChord(stereo);
  addRoom(stereo, 0.4, 0.78);
  fade(stereo, 0.4, 1.8);
  return stereo;
}

function addChord({ left, right }: Stereo): void {
  for (let i = 0; i < left.length; i++) {
    const t = i / SAMPLE_RATE;
    const gain = 0.035 * ease(t, 0.2, 4);
    const low = Math.sin(2 * Math.PI * LOWEST * t);
    left[i] = left[i]! + gain * (low + 0.6 * Math.sin(2 * Math.PI * LOWEST * PHI * t));
    right[i] = right[i]! + gain * (low + 0.6 * Math.sin(2 * Math.PI * LOWEST * PHI * 1.003 * t));
  }
}
