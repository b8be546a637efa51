import type { Size } from '../canvas/linearImage.ts';
import type { Flow } from './curlNoise.ts';

/** A backward flow map: for each point of a basin one unit high, the offset to the origin of its water. */
export interface FlowMap extends Size {
  /** Two components per pixel, in units. */
  readonly origins: Float32Array;
  /** Advects the map along a flow; a negative time goes backwards. */
  advect(flow: Flow, time: number): void;
}

/** Returns the flow map of still water. */
export function flowMap(size: Size): FlowMap {
  const { width, height } = size;
  const origins = new Float32Array(width * height * 2);
  const previous = new Float32Array(width * height * 2);
  const advect = (flow: Flow, time: number) => {
    previous.set(origins);
    const velocity = new Float64Array(2);
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 2) {
        const [u, v] = [(x + 0.5) / height, (y + 0.5) / height];
        // The midpoint of the backward step, for a third-order error in time.
        flow(u, v, velocity);
        flow(u - (velocity[0]! * time) / 2, v - (velocity[1]! * time) / 2, velocity);
        const [dx, dy] = [-velocity[0]! * time, -velocity[1]! * time];
        sample(previous, size, x + dx * height, y + dy * height, origins, at);
        origins[at] = origins[at]! + dx;
        origins[at + 1] = origins[at + 1]! + dy;
      }
  };
  return { width, height, origins, advect };
}

const across = new Float64Array(4);
const down = new Float64Array(4);

/** Interpolates between pixels by the Catmull–Rom cubic, which keeps folds sharp over hundreds of steps. */
function sample(
  field: Float32Array,
  { width, height }: Size,
  x: number,
  y: number,
  out: Float32Array,
  to: number,
) {
  const column = Math.floor(x);
  const row = Math.floor(y);
  catmullRom(x - column, across);
  catmullRom(y - row, down);
  let [first, second] = [0, 0];
  for (let j = 0; j < 4; j++) {
    const rowStart = Math.min(height - 1, Math.max(0, row - 1 + j)) * width;
    let [a, b] = [0, 0];
    for (let i = 0; i < 4; i++) {
      const at = (rowStart + Math.min(width - 1, Math.max(0, column - 1 + i))) * 2;
      a += field[at]! * across[i]!;
      b += field[at + 1]! * across[i]!;
    }
    first += a * down[j]!;
    second += b * down[j]!;
  }
  out[to] = first;
  out[to + 1] = second;
}

function catmullRom(t: number, weights: Float64Array): void {
  weights[0] = t * (-0.5 + t * (1 - 0.5 * t));
  weights[1] = 1 + t * t * (-2.5 + 1.5 * t);
  weights[2] = t * (0.5 + t * (2 - 1.5 * t));
  weights[3] = t * t * (-0.5 + 0.5 * t);
}
