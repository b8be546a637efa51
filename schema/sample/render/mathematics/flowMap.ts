import type { Size } from '../canvas/light.ts';
import type { Flow } from './curlFlow.ts';

/** From each place of a basin one unit high, how far it is to where that water came from. */
export interface FlowMap extends Size {
  /** Two components a pixel, in units. */
  readonly from: Float32Array;
  /** Goes on (or back, for a negative time) in a flow. */
  carry(flow: Flow, time: number): void;
}

/** A map of still water. */
export function flowMap(size: Size): FlowMap {
  const { width, height } = size;
  const from = new Float32Array(width * height * 2);
  const earlier = new Float32Array(width * height * 2);
  const carry = (flow: Flow, time: number) => {
    earlier.set(from);
    const speed = new Float64Array(2);
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 2) {
        const [u, v] = [(x + 0.5) / height, (y + 0.5) / height];
        // The flow half way back, for an error of the third order in time.
        flow(u, v, speed);
        flow(u - (speed[0]! * time) / 2, v - (speed[1]! * time) / 2, speed);
        const [dx, dy] = [-speed[0]! * time, -speed[1]! * time];
        sample(earlier, size, x + dx * height, y + dy * height, from, at);
        from[at] = from[at]! + dx;
        from[at + 1] = from[at + 1]! + dy;
      }
  };
  return { width, height, from, carry };
}

const across = new Float64Array(4);
const down = new Float64Array(4);

/** Between pixels by Catmull and Rom's cubic, which keeps folds sharp over hundreds of steps. */
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
    const line = Math.min(height - 1, Math.max(0, row - 1 + j)) * width;
    let [a, b] = [0, 0];
    for (let i = 0; i < 4; i++) {
      const at = (line + Math.min(width - 1, Math.max(0, column - 1 + i))) * 2;
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
