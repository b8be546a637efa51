import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import type { Values } from '../definitions/definition.ts';

/** A picture of 8-bit sRGB with opacity, in rows from the top left, such as `ImageData`. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray;
}

/** A running figure. It draws into memory, so that it runs in a worker, in a page and in Node. */
export interface Simulation<V extends Values = Values> {
  /** Changes the parameters. */
  set(values: V): void;
  /** Advances by a time in seconds of the viewer. */
  step(seconds: number): void;
  /** Draws the current state. The size can differ from call to call. */
  draw(pixels: Pixels): void;
}

/** The file of a figure. */
export interface SimulationModule {
  /** Returns the figure at its start. */
  readonly createSimulation: (values: never) => Simulation<never>;
  /** The width in pixels above which the picture gains no detail. */
  readonly MAX_WIDTH_PX: number;
}
