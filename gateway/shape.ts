/**
 * Whether a part of an answer is what its query makes it: rows, connections, counts, whatever the documents hold. The
 * values of documents are no part of it; they may be anything, and are looked at field by field.
 */
export type Shape = (value: unknown) => boolean;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText: Shape = (value) => typeof value === 'string';
export const isCount: Shape = (value) => Number.isInteger(value) && Number(value) >= 0;
export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value == null || shape(value);
export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
/** An object whose parts are of these shapes; it may have others. */
export function objectOf(parts: Readonly<Record<string, Shape>>): Shape {
  const all = Object.entries(parts);
  return (value) => isObject(value) && all.every(([key, fits]) => fits(value[key]));
}
