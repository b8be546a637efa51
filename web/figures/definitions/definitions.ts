import type { FigureDefinition, Values } from './definition.ts';

const define = <const Name extends string>(definition: FigureDefinition<Name>): FigureDefinition<Name> =>
  definition;

/** The interactive figures by kind. */
export const DEFINITIONS = {
  BOIDS: define({
    title: 'Flock',
    description:
      'Hundreds of dark birds over hills at dusk. Each steers by the birds near it, so that flocks form, turn and merge.',
    parameters: [
      { name: 'separation', label: 'Separation', unit: '×', min: 0, max: 3, step: 0.1, default: 1 },
      { name: 'alignment', label: 'Alignment', unit: '×', min: 0, max: 3, step: 0.1, default: 1 },
      { name: 'cohesion', label: 'Cohesion', unit: '×', min: 0, max: 3, step: 0.1, default: 1 },
    ],
  }),
  CLIFFORD: define({
    title: 'Clifford attractor',
    description:
      'A veil of light: where the map sends points often it is bright, elsewhere it thins to single points.',
    parameters: [
      { name: 'a', label: 'a', min: -2, max: 2, step: 0.01, default: -1.55 },
      { name: 'b', label: 'b', min: -2, max: 2, step: 0.01, default: 1.8 },
      { name: 'c', label: 'c', min: -2, max: 2, step: 0.01, default: 1.6 },
    ],
  }),
  ELEMENTARY_AUTOMATON: define({
    title: 'Elementary automaton',
    description:
      'A cloth that is woven row by row: a coloured thread is on top where a cell is alive, and each row follows from the row above.',
    parameters: [
      { name: 'rule', label: 'Rule', min: 0, max: 255, step: 1, default: 30 },
      {
        name: 'living',
        label: 'First row',
        min: 0,
        max: 100,
        step: 5,
        default: 0,
        format: (share) => (share === 0 ? 'one living cell' : `${share} % alive`),
      },
    ],
  }),
  EPICYCLES: define({
    title: 'Circles on circles',
    description: 'A chain of turning circles on pale paper. The pen at its end draws a snow crystal.',
    parameters: [
      { name: 'circles', label: 'Circles', min: 1, max: 113, step: 1, default: 9 },
      { name: 'speed', label: 'Speed', unit: ' rounds a minute', min: 1, max: 12, step: 1, default: 5 },
    ],
  }),
  GRAY_SCOTT: define({
    title: 'Gray–Scott reaction',
    description:
      'A coral-coloured substance spreads over a dark ground, and makes spots, stripes or a labyrinth by the two rates.',
    parameters: [
      { name: 'feed', label: 'Feed rate', min: 0.01, max: 0.08, step: 0.0005, default: 0.0545 },
      { name: 'kill', label: 'Removal rate', min: 0.045, max: 0.07, step: 0.0005, default: 0.062 },
    ],
  }),
  LIFE: define({
    title: 'Game of Life',
    description:
      'A field of cells that are born green, age to pink, and leave a fading trail where they die.',
    parameters: [
      {
        name: 'soup',
        label: 'Start',
        min: 0,
        max: 60,
        step: 5,
        default: 0,
        format: (share) => (share === 0 ? 'two glider guns' : `${share} % alive at random`),
      },
      { name: 'speed', label: 'Generations', unit: ' a second', min: 1, max: 60, step: 1, default: 20 },
    ],
  }),
  LISSAJOUS: define({
    title: 'Lissajous curve',
    description:
      'A glowing line on a dark blue wall, drawn by a bead that swings from side to side and up and down at once.',
    parameters: [
      { name: 'across', label: 'Swings across', min: 1, max: 9, step: 1, default: 3 },
      { name: 'up', label: 'Swings up and down', min: 1, max: 9, step: 1, default: 2 },
      { name: 'phase', label: 'Phase', unit: '°', min: 0, max: 360, step: 5, default: 90 },
    ],
  }),
  LORENZ: define({
    title: 'Two starts',
    description:
      'Two lines of light, gold and blue, wind around the two wings of the Lorenz attractor. They begin as one white line.',
    parameters: [
      { name: 'rho', label: 'ρ (heating)', min: 0, max: 60, step: 0.5, default: 28 },
      {
        name: 'distance',
        label: 'Distance of the starts',
        min: -9,
        max: 0,
        step: 1,
        default: -3,
        format: (exponent) => (10 ** exponent).toFixed(-exponent),
      },
      { name: 'view', label: 'View', unit: '°', min: -180, max: 180, step: 5, default: -40 },
    ],
  }),
  RIPPLES: define({
    title: 'Two sources',
    description:
      'Water from above: rings spread from two dippers, and where they meet they add up or cancel along curved lines.',
    parameters: [
      { name: 'distance', label: 'Distance', unit: ' mm', min: 0, max: 160, step: 4, default: 72 },
      { name: 'wavelength', label: 'Wavelength', unit: ' mm', min: 16, max: 48, step: 2, default: 24 },
      { name: 'phase', label: 'Phase difference', unit: '°', min: 0, max: 360, step: 15, default: 0 },
    ],
  }),
} as const;

export type FigureKind = keyof typeof DEFINITIONS;

type NameOf<Definition> = Definition extends FigureDefinition<infer Name> ? Name : never;

/** The values of the parameters of a figure. */
export type ValuesOf<Kind extends FigureKind> = Values<NameOf<(typeof DEFINITIONS)[Kind]>>;
