import { addNote, addReverb, fade, type Stereo, silence } from './sound.ts';

/** The Dorian scale as ratios. */
const SCALE = [1, 9 / 8, 6 / 5, 4 / 3, 3 / 2, 5 / 3, 16 / 9];
const LOWEST_HERTZ = 146.8;
/** Rows between two notes, and between two beats of the loom, at full speed. */
const ROWS_PER_NOTE = 3;
const ROWS_PER_BEAT = 12;

/** The input of the sound. */
interface LoomSoundInput {
  readonly rows: readonly Uint8Array[];
  /** Returns the number of woven rows at a time. */
  wovenAt(seconds: number): number;
  readonly duration: number;
}

/**
 * Synthesizes notes from the cells around the middle of a row, read as binary numbers: three to the left for the left
 * hand, three to the right for the right hand, over the beat of the loom. Stephen Wolfram uses the same column of rule
 * 30 as a random number generator.
 */
export function loomSound({ rows, wovenAt, duration }: LoomSoundInput): Stereo {
  const stereo = silence(duration);
  let lastRow = wovenAt(0);
  for (let tick = 1; tick < duration * 240; tick++) {
    const at = tick / 240;
    const wovenCount = Math.floor(wovenAt(at));
    if (wovenCount <= lastRow) continue;
    lastRow = wovenCount;
    const row = rows[Math.min(rows.length - 1, wovenCount)]!;
    const isSlow = at < 2.4;
    if (isSlow || wovenCount % ROWS_PER_NOTE === 0) addNotes(stereo, row, at, wovenCount);
    if (wovenCount % ROWS_PER_BEAT === 0)
      addNote(stereo, { at, pitch: 55, gain: 0.34, pan: 0, decay: 0.13, partials: [1, 0.3, 0.2, 0.1] });
  }
  addReverb(stereo, 0.32, 0.72);
  fade(stereo, 0.3, 1.6);
  return stereo;
}

function addNotes(stereo: Stereo, row: Uint8Array, at: number, wovenCount: number): void {
  const middle = row.length >> 1;
  for (const hand of [-1, 1]) {
    const bits = [0, 1, 2].map((k) => row[middle + hand * (k * 2 + (hand > 0 ? 0 : 1))]!);
    const degree = bits[0]! * 4 + bits[1]! * 2 + bits[2]!;
    if (degree === 0) continue;
    const octave = hand < 0 ? (wovenCount >> 4) % 2 : 1 + ((wovenCount >> 5) % 2);
    const pitch = LOWEST_HERTZ * 2 ** (octave + Math.floor(degree / 7)) * SCALE[degree % 7]!;
    addNote(stereo, {
      at: at + (hand > 0 ? 0.02 : 0),
      pitch,
      gain: 0.13 / (1 + 0.4 * octave),
      pan: hand * 0.6,
      decay: 0.32,
      partials: [1, 0.5, 0.28, 0.16, 0.08],
    });
  }
}
