import type { Values } from '../definitions/definition.ts';
import type { FigureKind } from '../definitions/definitions.ts';

/** The state that the page sets for a figure. */
export interface FigureState {
  readonly values: Values;
  readonly isRunning: boolean;
  /** The figure starts again when the number changes. */
  readonly resetCount: number;
  /** The width of the figure in device pixels. */
  readonly width: number;
}

/** A figure on a canvas. */
export interface FigureEngine {
  update(state: FigureState): void;
  stop(): void;
}

/** A message to the worker: first the canvas and the kind of figure, then the states. */
export type FigureMessage =
  | { readonly canvas: OffscreenCanvas; readonly kind: FigureKind }
  | { readonly state: FigureState };
