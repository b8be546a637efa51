import { clamp } from '../canvas/motion.ts';
import { fold, type Numbers } from '../mathematics/foldedSheet.ts';
import { addNote, addRoom, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** Tones of a minor chord with its sixth and ninth over A, in hertz. */
const CHORD = [1, 1.5, 2, 2.4, 3, 3.375, 4, 4.8, 6, 6.75].map((ratio) => 55 * ratio);
/** Places of the points a second. */
const CONTROL = 120;

/**
 * Ten points of the sheet are heard: each holds a tone of a chord, from the left or the right as it lies in the
 * picture and the louder the higher it lies; each fold, which moves all at once, is struck low like a gong.
 * @param duration in seconds
 * @param numbers the map's numbers at a moment
 * @param folds how often the sheet has been folded by then
 */
export function foldSound(
  duration: number,
  numbers: (time: number) => Numbers,
  folds: (time: number) => number,
): Stereo {
  const stereo = silence(duration);
  const { left, right } = stereo;
  const moments = Math.ceil(duration * CONTROL) + 2;
  const tracks = CHORD.map((_, voice) => {
    const track = new Float32Array(moments * 2);
    const before = new Float32Array(2);
    for (let k = 0; k < moments; k++) {
      const angle = voice * 2.399;
      const point = Float32Array.of(Math.cos(angle) * 1.1, Math.sin(angle) * 1.1);
      // Three folds suffice: after more a point leaps about too fast to be followed by ear.
      fold(point, before, numbers(k / CONTROL), Math.min(3, folds(k / CONTROL)));
      track.set(point, k * 2);
    }
    return track;
  });
  for (const [voice, pitch] of CHORD.entries()) {
    const track = tracks[voice]!;
    let phase = voice;
    for (let i = 0; i < left.length; i++) {
      const place = (i / SAMPLE_RATE) * CONTROL;
      const k = Math.floor(place) * 2;
      const part = place - Math.floor(place);
      const x = track[k]! + (track[k + 2]! - track[k]!) * part;
      const y = track[k + 1]! + (track[k + 3]! - track[k + 1]!) * part;
      const [toLeft, toRight] = PLACES[Math.round(clamp(x / 2, -1, 1) * 90) + 100]!;
      const open = 0.12 + 0.88 * clamp(0.5 + y / 3) ** 2;
      phase += ((2 * Math.PI) / SAMPLE_RATE) * pitch * (1 + 0.004 * x);
      const tone = (Math.sin(phase) + 0.3 * open * Math.sin(3 * phase)) * open * (0.2 / (1 + pitch / 160));
      left[i] = left[i]! + tone * toLeft;
      right[i] = right[i]! + tone * toRight;
    }
  }
  for (const [n, at] of [0.95, 2.25, 3.35, 4.4, 5.4].entries())
    addNote(stereo, {
      at,
      pitch: [82.5, 110, 132, 165, 220][n]!,
      gain: 0.22,
      place: n % 2 === 0 ? -0.4 : 0.4,
      decay: 1.2,
      partials: [1, 0.2, 0.34, 0.05, 0.12],
    });
  addRoom(stereo, 0.55, 0.84);
  fade(stereo, 1, 2);
  return stereo;
}

const PLACES = Array.from({ length: 201 }, (_, i) => pan((i - 100) / 100));
