import type { Reaction } from '../mathematics/reaction.ts';
import { addNote, addRoom, fade, type Stereo, silence } from './sound.ts';

/** A scale of five tones a octave over A, as ratios. */
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3];
const LOWEST = 110;
/** The field is listened to in this many columns and rows. */
const COLUMNS = 16;
const ROWS = 9;
/** A place rings when its V passes one of these levels on the way up. */
const LEVELS = [0.012, 0.05, 0.09];

/**
 * Every place of the field is a bell that is struck when the growth reaches it: places to the left sound at the
 * left, those in the middle of the height are low and those at the edges high.
 * @param grown the field at a frame
 * @param duration in seconds
 * @param fps frames a second
 */
export function bells(grown: (frame: number) => Reaction, duration: number, fps: number): Stereo {
  const stereo = silence(duration);
  const reached = new Uint8Array(COLUMNS * ROWS);
  for (let frame = 0; frame < duration * fps; frame++) {
    const amounts = sample(grown(frame));
    for (let place = 0; place < amounts.length; place++) {
      const level = reached[place]!;
      if (level >= LEVELS.length || amounts[place]! < LEVELS[level]!) continue;
      reached[place] = level + 1;
      strike(stereo, place, level, frame / fps);
    }
  }
  addRoom(stereo, 0.55, 0.82);
  fade(stereo, 0.4, 1.8);
  return stereo;
}

/** The mean of V in each column and row. */
function sample({ size, v }: Reaction): Float32Array {
  const means = new Float32Array(COLUMNS * ROWS);
  const share = (COLUMNS * ROWS) / (size.width * size.height);
  for (let y = 0, i = 0; y < size.height; y++) {
    const row = Math.floor((y * ROWS) / size.height) * COLUMNS;
    for (let x = 0; x < size.width; x++, i++) {
      const place = row + Math.floor((x * COLUMNS) / size.width);
      means[place] = means[place]! + v[i]! * share;
    }
  }
  return means;
}

function strike(stereo: Stereo, place: number, level: number, at: number): void {
  const column = place % COLUMNS;
  const row = Math.floor(place / COLUMNS);
  const degree = Math.abs(row - (ROWS - 1) / 2) * 2 + (column % 3) * 2 + level;
  const octave = Math.floor(degree / SCALE.length);
  const pitch = LOWEST * 2 ** octave * SCALE[degree % SCALE.length]!;
  addNote(stereo, {
    // Neighbouring columns sound a moment apart, so that a front is heard as a run and not as a chord.
    at: at + column * 0.011,
    pitch,
    gain: 0.09 / Math.sqrt(1 + octave),
    place: (column / (COLUMNS - 1)) * 1.7 - 0.85,
    decay: 1.1 / (1 + 0.35 * octave),
    partials: [1, 0.22, 0.1, 0.04],
  });
}
