import type { FigureKind } from '../definitions/definitions.ts';
import boids from './boids.webp';
import clifford from './clifford.webp';
import elementaryAutomaton from './elementary-automaton.webp';
import epicycles from './epicycles.webp';
import grayScott from './gray-scott.webp';
import life from './life.webp';
import lissajous from './lissajous.webp';
import lorenz from './lorenz.webp';
import ripples from './ripples.webp';

/** The URLs of the posters, which `npm run render:posters` draws. */
export const POSTERS: Readonly<Record<FigureKind, string>> = {
  BOIDS: boids,
  CLIFFORD: clifford,
  ELEMENTARY_AUTOMATON: elementaryAutomaton,
  EPICYCLES: epicycles,
  GRAY_SCOTT: grayScott,
  LIFE: life,
  LISSAJOUS: lissajous,
  LORENZ: lorenz,
  RIPPLES: ripples,
};
