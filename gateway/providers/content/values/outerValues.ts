import type { ModelField } from '../../../core/model/model.ts';
import { isObject } from '../../../core/validators.ts';
import { type Groq, groq, isPath } from '../groq/groq.ts';

/** The attribute of what is projected in the place of a missing value: see `OuterValue`. */
const OUTER = '@outer';

/** A value that is no object, and that the path of a field leads through. */
interface OuterValue {
  readonly path: string;
  /** A stored value. A projected list is empty. */
  readonly value: unknown;
}

/** Returns the paths to the attributes that contain a field's attribute: `a` and `a.b` for the path `a.b.c`. */
function outerPaths({ source }: ModelField): readonly string[] {
  const names = source.kind === 'groq' && isPath(source.expr) ? source.expr.split('.') : [];
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('.'));
}

/** Returns whether the value of a field is within other attributes. */
export const hasOuterValue = (field: ModelField): boolean => outerPaths(field).length > 0;

/**
 * Returns GROQ for a value of a field, else for the value that its path leads through, if that is no object.
 * @param field with its stored path, also if it is localized
 */
export function orOuterValue(field: ModelField, value: Groq): Groq {
  const alternatives = outerPaths(field).map(
    // `string` of an object is null. The kind of a list is that of its empty slice.
    (path) =>
      `defined(string(${path})) || defined(${path}[]) => {"${OUTER}": {"path": "${path}", "value": coalesce(${path}[0...0], ${path})}}`,
  );
  return alternatives.length === 0 ? value : groq`coalesce(${value}, select(${alternatives.join(', ')}))`;
}

/** Returns the value that the path of a field leads through, if it is projected in the place of the field's value. */
export const projectedOuterValue = (projected: Readonly<Record<string, unknown>>): OuterValue | undefined =>
  projected[OUTER] as OuterValue | undefined;

/** Returns the first stored value on the path to a field's attribute that is no object; undefined if there is none. */
export function storedOuterValue(
  field: ModelField,
  stored: Readonly<Record<string, unknown>>,
): OuterValue | undefined {
  for (const path of outerPaths(field)) {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), stored);
    if (value !== undefined && value !== null && !isObject(value)) return { path, value };
  }
  return undefined;
}
