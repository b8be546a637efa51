import type { GrayScott } from '../../mathematics/grayScott.ts';
import { addNote, addReverb, fade, type Stereo, silence } from './sound.ts';

/** A pentatonic scale over A, as ratios. */
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3];
const LOWEST_HERTZ = 110;
/** The field is divided into this many columns and rows of cells. */
const COLUMNS = 16;
const ROWS = 9;
/** A cell sounds when its mean of V rises above one of these levels. */
const LEVELS = [0.012, 0.05, 0.09];

/**
 * Synthesizes a bell for every cell of the field, struck when the growth reaches it. The horizontal position sets the
 * pan; pitches are low in the middle and high towards the upper and lower edge.
 * @param reactionAt returns the field at a frame
 * @param duration in seconds
 * @param fps frames per second
 */
export function growthSound(reactionAt: (frame: number) => GrayScott, duration: number, fps: number): Stereo {
  const stereo = silence(duration);
  const reachedLevels = new Uint8Array(COLUMNS * ROWS);
  for (let frame = 0; frame < duration * fps; frame++) {
    const amounts = meanByCell(reactionAt(frame));
    for (let cell = 0; cell < amounts.length; cell++) {
      const level = reachedLevels[cell]!;
      if (level >= LEVELS.length || amounts[cell]! < LEVELS[level]!) continue;
      reachedLevels[cell] = level + 1;
      addBell(stereo, cell, level, frame / fps);
    }
  }
  addReverb(stereo, 0.55, 0.82);
  fade(stereo, 0.4, 1.8);
  return stereo;
}

/** Returns the mean of V in each cell. */
function meanByCell({ size, v }: GrayScott): Float32Array {
  const means = new Float32Array(COLUMNS * ROWS);
  const share = (COLUMNS * ROWS) / (size.width * size.height);
  for (let y = 0, i = 0; y < size.height; y++) {
    const row = Math.floor((y * ROWS) / size.height) * COLUMNS;
    for (let x = 0; x < size.width; x++, i++) {
      const cell = row + Math.floor((x * COLUMNS) / size.width);
      means[cell] = means[cell]! + v[i]! * share;
    }
  }
  return means;
}

function addBell(stereo: Stereo, cell: number, level: number, at: number): void {
  const column = cell % COLUMNS;
  const row = Math.floor(cell / COLUMNS);
  const degree = Math.abs(row - (ROWS - 1) / 2) * 2 + (column % 3) * 2 + level;
  const octave = Math.floor(degree / SCALE.length);
  const pitch = LOWEST_HERTZ * 2 ** octave * SCALE[degree % SCALE.length]!;
  addNote(stereo, {
    // Neighbouring columns sound slightly apart, so that a front is heard as a run and not as a chord.
    at: at + column * 0.011,
    pitch,
    gain: 0.09 / Math.sqrt(1 + octave),
    pan: (column / (COLUMNS - 1)) * 1.7 - 0.85,
    decay: 1.1 / (1 + 0.35 * octave),
    partials: [1, 0.22, 0.1, 0.04],
  });
}
