/**
 * Whether a part of an answer is what its query makes it: rows, connections, counts, whatever the documents hold. The
 * values of documents are no part of it; they may be anything, and are looked at field by field.
 */
export type Validator = (value: unknown) => boolean;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText: Validator = (value) => typeof value === 'string';
export const isCount: Validator = (value) => Number.isInteger(value) && Number(value) >= 0;
export const orNull =
  (shape: Validator): Validator =>
  (value) =>
    value == null || shape(value);
export const listOf =
  (shape: Validator): Validator =>
  (value) =>
    Array.isArray(value) && value.every(shape);
/** An object whose parts are of these shapes; it may have others. */
export function objectOf(parts: Readonly<Record<string, Validator>>): Validator {
  const all = Object.entries(parts);
  return (value) => isObject(value) && all.every(([key, fits]) => fits(value[key]));
}
