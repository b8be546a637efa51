import type { ModelField, ModelType } from '../../../core/model/model.ts';
import { attribute, attributeOf, attributePath } from '../../../providers/content/groq/groq.ts';

/** Returns the attribute that a field reads alone; undefined for other sources. */
export const ownAttribute = (field: ModelField): string | undefined => attributePath(field)?.split('.')[0];

/** Returns whether a field reads an attribute, also within an expression. */
export function readsAttribute(field: ModelField, name: string): boolean {
  if (field.source.kind !== 'groq' || attributePath(field)) return ownAttribute(field) === name;
  const { expr } = field.source;
  const names = new Set<string>(expr.match(/[A-Za-z_]\w*/g));
  return names.has(name) || expr.includes(JSON.stringify(name));
}

/** Returns whether a field reads the value at a path of attributes. */
export function readsPath(field: ModelField, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return false;
  const expr = rest.reduce((outer, name) => `${outer}${attributeOf(attribute(name))}`, attribute(first));
  return field.source.kind === 'groq' ? field.source.expr === expr : attributePath(field) === expr;
}

/** Returns whether a type has fields that read parts of the object at a path, and no field that reads the whole object. */
export function readsWithin(type: ModelType, path: readonly string[]): boolean {
  const object = `${path.join('.')}.`;
  const read = pathsFrom(type, path).map((other) => `${other}.`);
  return read.some((other) => other.startsWith(object)) && !read.some((other) => object.startsWith(other));
}

/** Returns whether a type has a field that reads the value at a path, or a part of it. */
export const readsPartOf = (type: ModelType, path: readonly string[]): boolean =>
  pathsFrom(type, path).some((other) => `${other}.`.startsWith(`${path.join('.')}.`));

/** Returns the paths that fields of a type read, also within expressions, if they begin with the same attribute. */
const pathsFrom = ({ fields }: ModelType, [first]: readonly string[]): readonly string[] =>
  [...fields.values()]
    .flatMap(
      (field) =>
        attributePath(field) ?? (field.source.kind === 'groq' ? field.source.expr.match(PATH) : []) ?? [],
    )
    .filter((path) => path.split('.')[0] === first);

const PATH = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;
