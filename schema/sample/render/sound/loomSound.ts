import { addNote, addRoom, fade, type Stereo, silence } from './sound.ts';

/** A scale of seven tones an octave, as ratios: the Dorian one. */
const SCALE = [1, 9 / 8, 6 / 5, 4 / 3, 3 / 2, 5 / 3, 16 / 9];
const LOWEST = 146.8;
/** Rows between two notes, and between two beats of the loom, once it runs. */
const NOTE_EVERY = 3;
const BEAT_EVERY = 12;

/** What is heard. */
interface Heard {
  readonly rows: readonly Uint8Array[];
  /** How many rows are woven at a moment. */
  wovenAt(seconds: number): number;
  readonly duration: number;
}

/**
 * The cells about the middle of a row are read as a number that picks a note, three to the left for the left hand
 * and three to the right for the right hand; under it the loom beats. Stephen Wolfram reads the same column of
 * rule 30 as a source of chance.
 */
export function loomSound({ rows, wovenAt, duration }: Heard): Stereo {
  const stereo = silence(duration);
  let last = wovenAt(0);
  for (let tick = 1; tick < duration * 240; tick++) {
    const at = tick / 240;
    const woven = Math.floor(wovenAt(at));
    if (woven <= last) continue;
    last = woven;
    const row = rows[Math.min(rows.length - 1, woven)]!;
    const slow = at < 2.4;
    if (slow || woven % NOTE_EVERY === 0) pluck(stereo, row, at, woven);
    if (woven % BEAT_EVERY === 0)
      addNote(stereo, { at, pitch: 55, gain: 0.34, place: 0, decay: 0.13, partials: [1, 0.3, 0.2, 0.1] });
  }
  addRoom(stereo, 0.32, 0.72);
  fade(stereo, 0.3, 1.6);
  return stereo;
}

function pluck(stereo: Stereo, row: Uint8Array, at: number, woven: number): void {
  const middle = row.length >> 1;
  for (const hand of [-1, 1]) {
    const bits = [0, 1, 2].map((k) => row[middle + hand * (k * 2 + (hand > 0 ? 0 : 1))]!);
    const degree = bits[0]! * 4 + bits[1]! * 2 + bits[2]!;
    if (degree === 0) continue;
    const octave = hand < 0 ? (woven >> 4) % 2 : 1 + ((woven >> 5) % 2);
    const pitch = LOWEST * 2 ** (octave + Math.floor(degree / 7)) * SCALE[degree % 7]!;
    addNote(stereo, {
      at: at + (hand > 0 ? 0.02 : 0),
      pitch,
      gain: 0.13 / (1 + 0.4 * octave),
      place: hand * 0.6,
      decay: 0.32,
      partials: [1, 0.5, 0.28, 0.16, 0.08],
    });
  }
}
