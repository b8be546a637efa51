import type { ImageSpec } from './imageSpec.ts';

/** Sides in pixels. */
export interface Size {
  width: number;
  height: number;
}

type Box = { readonly [Side in keyof Size]: number | undefined };

/** Returns the requested sides within their bounds; undefined for a side that follows from the other. */
export function boxOf(size: Size, spec: ImageSpec): Box {
  return {
    width: bounded(spec.width, size.width, { min: spec.minWidth, max: spec.maxWidth }),
    height: bounded(spec.height, size.height, { min: spec.minHeight, max: spec.maxHeight }),
  };
}

/** Returns whether an image that keeps its ratio within a box would be smaller than the minimum. */
export function isBelowMinimum(size: Size, { width, height }: Box, spec: ImageSpec): boolean {
  if (spec.fit !== 'clip' && spec.fit !== 'max') return false;
  const scale = Math.min((width ?? Infinity) / size.width, (height ?? Infinity) / size.height);
  return (spec.fit === 'max' ? Math.min(1, scale) : scale) < minimumScale(size, spec);
}

/** Returns the smallest size of the image's ratio that is not below the minimum. */
export function minimumOf(size: Size, spec: ImageSpec): Size {
  const scale = minimumScale(size, spec);
  return { width: round(size.width * scale), height: round(size.height * scale) };
}

/** Rounds a side, which has at least one pixel. */
export function round(side: number): number {
  return Math.max(1, Math.round(side));
}

function minimumScale(size: Size, { minWidth = 0, minHeight = 0 }: ImageSpec): number {
  return Math.max(minWidth / size.width, minHeight / size.height);
}

function bounded(
  side: number | undefined,
  original: number,
  { min, max }: { min: number | undefined; max: number | undefined },
): number | undefined {
  const largest = max !== undefined && max < (side ?? original) ? max : side;
  return min !== undefined && min > (largest ?? original) ? min : largest;
}
