import { blackImage, type LinearImage, type Size } from '../../../schema/sample/canvas/linearImage.ts';
import { dither, toneMapPixel } from '../../../schema/sample/drawing/toneMap.ts';
import type { Pixels } from './simulation.ts';

/** The tone mapping of a background at one size, and the layer above it. */
interface Layers {
  readonly background: LinearImage;
  readonly bytes: Uint8ClampedArray;
  readonly layer: LinearImage;
  /** The bits of the layer: integers are faster to compare with 0 than floats. */
  readonly bits: Int32Array;
}

/**
 * Changes a component of the linear light of the background at a pixel by the same component of the layer.
 * @param peak the greatest component of the layer at the pixel
 */
export type Blend = (background: number, layer: number, peak: number) => number;

/** Light is added. */
export const addLight: Blend = (background, light) => background + light;
/** Light is added, and hides the background where it is bright, so that it keeps its hue. */
export const coverWithLight: Blend = (background, light, peak) => background * Math.exp(-3 * peak) + light;
/** Ink absorbs light; its value is a natural logarithm. */
export const absorb: Blend = (background, ink) => background * Math.exp(-ink);

/**
 * Returns a function that draws a layer over a background. The background is drawn once per size, and only the pixels
 * that the layer covers are converted in each frame.
 * @param drawBackground draws the background
 * @param blend combines the two
 */
export function layeredPicture(
  drawBackground: (size: Size) => LinearImage,
  blend: Blend,
): (pixels: Pixels, drawLayer: (layer: LinearImage) => void) => void {
  let layers: Layers | undefined;
  return (pixels, drawLayer) => {
    if (layers?.layer.width !== pixels.width || layers.layer.height !== pixels.height)
      layers = createLayers(drawBackground, pixels);
    const { background, bytes, layer, bits } = layers;
    layer.data.fill(0);
    drawLayer(layer);
    pixels.data.set(bytes);
    const { width, height, data } = layer;
    const back = background.data;
    for (let y = 0, at = 0, to = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 3, to += 4) {
        // Saturated colors lack red or blue, but none lacks both.
        if ((bits[at]! | bits[at + 2]!) === 0) continue;
        const peak = Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
        toneMapPixel(
          blend(back[at]!, data[at]!, peak),
          blend(back[at + 1]!, data[at + 1]!, peak),
          blend(back[at + 2]!, data[at + 2]!, peak),
          dither(x, y),
          pixels.data,
          to,
        );
      }
  };
}

function createLayers(drawBackground: (size: Size) => LinearImage, { width, height }: Size): Layers {
  const background = drawBackground({ width, height });
  const bytes = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, at = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3, to += 4)
      toneMapPixel(
        background.data[at]!,
        background.data[at + 1]!,
        background.data[at + 2]!,
        dither(x, y),
        bytes,
        to,
      );
  const layer = blackImage({ width, height });
  return { background, bytes, layer, bits: new Int32Array(layer.data.buffer) };
}
