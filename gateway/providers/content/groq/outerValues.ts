import type { ModelField } from '../../../core/model/model.ts';
import { isObject } from '../../../core/validators.ts';
import { type Groq, groq, isPath, pathsBefore } from './groq.ts';

/** The attribute of what is projected in the place of a missing value: see `OuterValue`. */
const OUTER = '@outer';

/** A value that is no object, and that the path of a field leads through. */
interface OuterValue {
  /** From the parent object; undefined for the place of the field's value. */
  readonly path?: string;
  /** A stored value. A projected list is empty. */
  readonly value: unknown;
}

/** A stored value that is no object, and that a path leads through. */
export type NoObject = Required<OuterValue>;

/** Returns the paths to the attributes that contain a field's attribute: `a` and `a.b` for the path `a.b.c`. */
const outerPaths = ({ source }: ModelField): readonly string[] =>
  source.kind === 'groq' && isPath(source.expr) ? pathsBefore(source.expr).slice(1) : [];

/** Returns whether the value of a field is within other attributes. */
export const hasOuterValue = (field: ModelField): boolean =>
  outerPaths(field).length > 0 || (field.localized !== undefined && field.localized.path !== '');

/**
 * Returns GROQ for a value of a field, else for the value that its path leads through, if that is no object.
 * @param field with its stored path, also if it is localized
 */
export function orOuterValue(field: ModelField, value: Groq): Groq {
  const alternatives = outerPaths(field).map(
    // `string` of an object is null. An empty slice of a list is enough to tell its kind.
    (path) =>
      `defined(string(${path})) || defined(${path}[]) => {"${OUTER}": {"path": "${path}", "value": coalesce(${path}[0...0], ${path})}}`,
  );
  return alternatives.length === 0 ? value : groq`coalesce(${value}, select(${alternatives.join(', ')}))`;
}

/**
 * Returns what replaces the value of a localized field if its path leads through a value that is no object. The field then has the
 * place of this value.
 */
export const outerValue = (value: unknown): object => ({ [OUTER]: { value } satisfies OuterValue });

/** Returns the value that the path of a field leads through, if it is projected in the place of the field's value. */
export const projectedOuterValue = (projected: Readonly<Record<string, unknown>>): OuterValue | undefined =>
  projected[OUTER] as OuterValue | undefined;

/** Returns the first stored value on the path to a field's attribute that is no object; undefined if there is none. */
export function storedOuterValue(
  field: ModelField,
  stored: Readonly<Record<string, unknown>>,
): NoObject | undefined {
  return firstNoObject(stored, outerPaths(field));
}

/** Returns the first value at one of these paths that is no object; undefined if there is none. */
export function firstNoObject(stored: unknown, paths: readonly string[]): NoObject | undefined {
  for (const path of paths) {
    const value = valueAt(stored, path);
    if (value !== undefined && value !== null && !isObject(value)) return { path, value };
  }
  return undefined;
}

/** Returns the value at a path of attributes; the value itself for an empty path. */
export const valueAt = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
