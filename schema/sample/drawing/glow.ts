import { blackImage, type LinearImage } from '../canvas/linearImage.ts';

/**
 * Adds a soft halo around bright areas, like lens bloom.
 * @param light the image, changed in place
 * @param radius the reach in pixels: three box blurs of this radius, close to a Gaussian
 * @param strength the factor of the blurred light
 */
export function addGlow(light: LinearImage, radius: number, strength: number): void {
  // A halo has no fine detail, so the blur runs at a quarter of the size, for a sixteenth of the work.
  const small = halve(halve(light));
  const reach = Math.max(1, Math.round(radius / 4));
  for (let pass = 0; pass < 3; pass++) blur(small, reach);
  addUpsampled(light, small, strength);
}

function halve(source: LinearImage): LinearImage {
  const half = blackImage({ width: Math.ceil(source.width / 2), height: Math.ceil(source.height / 2) });
  for (let y = 0, at = 0; y < half.height; y++) {
    const top = y * 2 * source.width;
    const bottom = Math.min(source.height - 1, y * 2 + 1) * source.width;
    for (let x = 0; x < half.width; x++) {
      const left = x * 2;
      const right = Math.min(source.width - 1, left + 1);
      for (let c = 0; c < 3; c++, at++)
        half.data[at] =
          (source.data[(top + left) * 3 + c]! +
            source.data[(top + right) * 3 + c]! +
            source.data[(bottom + left) * 3 + c]! +
            source.data[(bottom + right) * 3 + c]!) /
          4;
    }
  }
  return half;
}

function blur({ width, height, data }: LinearImage, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  for (let y = 0; y < height; y++)
    for (let c = 0; c < 3; c++) blurLine(data, y * width * 3 + c, 3, width, radius, line);
  for (let x = 0; x < width; x++)
    for (let c = 0; c < 3; c++) blurLine(data, x * 3 + c, width * 3, height, radius, line);
}

/** Applies a box blur to one component of one row or column. Edge values are repeated beyond the edge. */
function blurLine(
  data: Float32Array,
  start: number,
  stride: number,
  count: number,
  radius: number,
  line: Float32Array,
): void {
  for (let i = 0, at = start; i < count; i++, at += stride) line[i] = data[at]!;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += line[Math.min(count - 1, Math.max(0, i))]!;
  const share = 1 / (2 * radius + 1);
  for (let i = 0, at = start; i < count; i++, at += stride) {
    data[at] = sum * share;
    sum += line[Math.min(count - 1, i + radius + 1)]! - line[Math.max(0, i - radius)]!;
  }
}

function addUpsampled(light: LinearImage, small: LinearImage, strength: number): void {
  const { width, height, data } = light;
  for (let y = 0, at = 0; y < height; y++) {
    const sy = Math.min(small.height - 1, Math.max(0, (y + 0.5) / 4 - 0.5));
    const top = Math.min(small.height - 2, Math.floor(sy));
    const fy = sy - top;
    for (let x = 0; x < width; x++) {
      const sx = Math.min(small.width - 1, Math.max(0, (x + 0.5) / 4 - 0.5));
      const left = Math.min(small.width - 2, Math.floor(sx));
      const fx = sx - left;
      const upper = (top * small.width + left) * 3;
      const lower = upper + small.width * 3;
      for (let c = 0; c < 3; c++, at++) {
        const above = small.data[upper + c]! * (1 - fx) + small.data[upper + 3 + c]! * fx;
        const below = small.data[lower + c]! * (1 - fx) + small.data[lower + 3 + c]! * fx;
        data[at] = data[at]! + strength * (above * (1 - fy) + below * fy);
      }
    }
  }
}
