import type { FigureKind } from '../definitions/definitions.ts';
import type { SimulationModule } from './simulation.ts';

/** Imports the simulation of each figure. */
export const SIMULATIONS: Readonly<Record<FigureKind, () => Promise<SimulationModule>>> = {
  BOIDS: () => import('./boids.ts'),
  CLIFFORD: () => import('./clifford.ts'),
  ELEMENTARY_AUTOMATON: () => import('./elementaryAutomaton.ts'),
  EPICYCLES: () => import('./epicycles.ts'),
  GRAY_SCOTT: () => import('./grayScott.ts'),
  LIFE: () => import('./life.ts'),
  LISSAJOUS: () => import('./lissajous.ts'),
  LORENZ: () => import('./lorenz.ts'),
  RIPPLES: () => import('./ripples.ts'),
};
