import type { Rgb } from './colour.ts';

/** The size of an image in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An image in linear light: three 32-bit floats per pixel, in rows from the top left. */
export interface LinearImage extends Size {
  readonly data: Float32Array;
}

/** Returns a black image. */
export function blackImage({ width, height }: Size): LinearImage {
  return { width, height, data: new Float32Array(width * height * 3) };
}

/**
 * Adds a point of light to the four nearest pixels by bilinear weights. Coordinates are in pixels from the top left
 * corner; pixel centres are at .5. Points outside the image are ignored.
 */
export function addPoint(
  light: LinearImage,
  x: number,
  y: number,
  red: number,
  green: number,
  blue: number,
): void {
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  if (left < 0 || top < 0 || left >= light.width - 1 || top >= light.height - 1) return;
  const fx = x - 0.5 - left;
  const fy = y - 0.5 - top;
  const { data, width } = light;
  let at = (top * width + left) * 3;
  for (let row = 0; row < 2; row++, at += (width - 2) * 3) {
    const rowShare = row === 0 ? 1 - fy : fy;
    for (let column = 0; column < 2; column++, at += 3) {
      const share = rowShare * (column === 0 ? 1 - fx : fx);
      data[at] = data[at]! + red * share;
      data[at + 1] = data[at + 1]! + green * share;
      data[at + 2] = data[at + 2]! + blue * share;
    }
  }
}

/** Adds a line of uniform light; `brightness` is the light per pixel of length. */
export function addLine(
  light: LinearImage,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  [red, green, blue]: Rgb,
  brightness: number,
): void {
  const length = Math.hypot(x1 - x0, y1 - y0);
  // Points less than a pixel apart look continuous, because each covers two pixels.
  const points = Math.max(1, Math.ceil(length * 1.25));
  const weight = (brightness * Math.max(length, 0.05)) / points;
  for (let i = 0; i < points; i++) {
    const share = (i + 0.5) / points;
    addPoint(
      light,
      x0 + (x1 - x0) * share,
      y0 + (y1 - y0) * share,
      red * weight,
      green * weight,
      blue * weight,
    );
  }
}

/**
 * Sets every pixel from a function of its coordinates.
 * @param paint writes linear red, green and blue to `out` from index `at`; x and y are the pixel centre
 */
export function paintPixels(
  light: LinearImage,
  paint: (x: number, y: number, out: Float32Array, at: number) => void,
): void {
  const { width, height, data } = light;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) paint(x + 0.5, y + 0.5, data, at);
}
