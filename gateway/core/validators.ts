import type { SelectedField } from './selection.ts';

/**
 * Checks the structure that a query gives to its response: rows, connections, counts. Values of documents may be anything
 * and are checked field by field.
 */
export type Validator = (value: unknown) => boolean;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText: Validator = (value) => typeof value === 'string';
/** The largest `Int` of GraphQL. */
export const MAX_INT = 2 ** 31 - 1;
export const isCount: Validator = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_INT;
export const orNull =
  (shape: Validator): Validator =>
  (value) =>
    value == null || shape(value);
export const listOf =
  (shape: Validator): Validator =>
  (value) =>
    Array.isArray(value) && value.every(shape);
/** Accepts an object whose listed parts are valid; other parts are ignored. */
export function objectOf(parts: Readonly<Record<string, Validator>>): Validator {
  const all = Object.entries(parts);
  return (value) => isObject(value) && all.every(([key, fits]) => fits(value[key]));
}

/** Validates the value of a selected field. It may be null, and undefined only if a variable can exclude the field. */
export const ifSelected =
  (nodes: readonly SelectedField[], isValid: Validator): Validator =>
  (value) =>
    value === undefined ? nodes.every(({ when }) => when.length > 0) : value === null || isValid(value);

/** Validates the value of a selected field that the query never leaves null. */
export const ifSelectedNotNull =
  (nodes: readonly SelectedField[], isValid: Validator): Validator =>
  (value) =>
    value !== null && ifSelected(nodes, isValid)(value);
